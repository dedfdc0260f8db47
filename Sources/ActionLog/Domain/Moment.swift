import CanonicalJSON

/// Where and when an action takes place: all that a reducer may know besides the state and the action.
public struct Moment: Hashable, Sendable {
  /// The number of the record; unique and rising, so ids can be derived from it.
  public let seq: UInt64
  /// The time of the record, in microseconds; strictly later than the record before.
  public let at: Timestamp
  /// The effect or timer that this action reports on.
  public let effect: EffectID?

  /// Places an action.
  public init(seq: UInt64, at: Timestamp, effect: EffectID? = nil) {
    self.seq = seq
    self.at = at
    self.effect = effect
  }
}
