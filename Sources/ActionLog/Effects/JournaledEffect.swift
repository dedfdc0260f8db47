/// One effect as the record holds it: whole, so that the outbox is a fold over records alone.
public struct JournaledEffect: Sendable {
  /// The name of the effect.
  public let id: EffectID
  /// The path of the effect in the domain, or ``timerType`` or ``cancelType``.
  public let type: String
  /// The effect's values, a canonical JSON object.
  public let payload: [UInt8]
  /// The key that the policy speaks of.
  public let key: String
  /// The policy of the key; `latest` for a timer, `forget` for a cancel.
  public let policy: EffectPolicy
  /// True when the policy dropped the effect: it was asked for, never starts and awaits nothing.
  public let dropped: Bool

  /// Holds an effect as it is journaled.
  public init(
    id: EffectID, type: String, payload: [UInt8], key: String, policy: EffectPolicy, dropped: Bool = false
  ) {
    self.id = id
    self.type = type
    self.payload = payload
    self.key = key
    self.policy = policy
    self.dropped = dropped
  }

  /// The built-in type of a timer, with the payload `{"milliseconds","type","v","action"}`.
  public static let timerType = "log.after"
  /// The built-in type of a cancel, with the payload `{"key"}`.
  public static let cancelType = "log.cancel"
}

extension JournaledEffect: Equatable {
  /// Compares texts by their UTF-8 bytes, as any reader of the journal would.
  public static func == (left: JournaledEffect, right: JournaledEffect) -> Bool {
    left.id == right.id && left.policy == right.policy && left.dropped == right.dropped
      && left.payload == right.payload && left.type.utf8.elementsEqual(right.type.utf8)
      && left.key.utf8.elementsEqual(right.key.utf8)
  }
}
