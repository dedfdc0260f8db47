/// What became of one action: all that its record, its reply and its subscribers need.
public struct Reduced<D: Domain>: Sendable {
  /// Which of the three outcomes.
  public let outcome: OutcomeKind
  /// Why the action was ignored or illegal.
  public let reason: Reason?
  /// The effects asked for, as the record holds them.
  public let effects: [JournaledEffect]
  /// The digest of the state after the action.
  public let digest: StateDigest
  /// The parts of the state that the action touched.
  public let changes: ChangeSet
  /// What the record changed in the outbox.
  public let outbox: OutboxChange
  /// True when the reducer said ignored or illegal and changed the state all the same.
  public let brokePromise: Bool
}

/// What a reducer made of one action in replay.
public struct Replayed<D: Domain> {
  /// The reducer's answer.
  public let outcome: Outcome<D.Action, D.Effect>
  /// The digest of the state after the action.
  public let digest: StateDigest
  /// True when the reducer said ignored or illegal and changed the state all the same.
  public let brokePromise: Bool
}
