import CanonicalJSON

/// Performs effects, and sees what happened.
///
/// All that touches the outside world is here: files, network, clocks, makers of ids, each injected. What comes of
/// an effect returns as an action, through the same door as every other.
public protocol Middleware<D>: Sendable {
  /// The domain whose effects it performs.
  associatedtype D: Domain

  /// Whether effects of this name are performed here.
  func performs(effectType: String) -> Bool

  /// Performs one effect, and calls `context.report` exactly once, from any thread, now or later.
  ///
  /// An effect may be performed again after a restart; its id is the idempotency key for the outside world.
  func perform(_ effect: D.Effect, _ context: EffectContext<D>)

  /// Sees an action once it is final; nothing by default.
  func observe(_ record: ObservedAction<D>)
}

extension Middleware {
  /// Sees nothing.
  public func observe(_ record: ObservedAction<D>) {}
}

/// What the performer of an effect is given.
public struct EffectContext<D: Domain>: Sendable {
  /// The name of the effect.
  public let id: EffectID
  /// How often this process has started the effect, this time included.
  public let attempt: Int
  /// The state after the record that let the effect start; an O(1) snapshot.
  public let state: D.State
  /// Takes the one report on the effect; later calls are refused.
  public let report: @Sendable (EffectReport<D.Action>) -> Void

  /// Hands an effect to its performer.
  public init(
    id: EffectID, attempt: Int, state: D.State, report: @escaping @Sendable (EffectReport<D.Action>) -> Void
  ) {
    self.id = id
    self.attempt = attempt
    self.state = state
    self.report = report
  }
}

/// How an effect ended.
public enum EffectReport<Action> {
  /// With a result, which is an action.
  case action(Action)
  /// With nothing to report, such as a cache miss.
  case settled(why: String)
}

extension EffectReport: Equatable where Action: Equatable {}
extension EffectReport: Sendable where Action: Sendable {}

/// An action that is final, with all that came of it.
public struct ObservedAction<D: Domain>: Sendable {
  /// The number of the record.
  public let seq: UInt64
  /// The time of the record.
  public let at: Timestamp
  /// The action.
  public let action: D.Action
  /// The effect or timer that the action reported on.
  public let effect: EffectID?
  /// What became of it.
  public let reduced: Reduced

  /// Tells of an action.
  public init(seq: UInt64, at: Timestamp, action: D.Action, effect: EffectID?, reduced: Reduced) {
    self.seq = seq
    self.at = at
    self.action = action
    self.effect = effect
    self.reduced = reduced
  }
}
