/// What became of one action: all that its record, its reply and its subscribers need.
///
/// One type for all domains: a type parameter would cost code that does not know it a look-up wherever it stands.
public struct Reduced: Sendable {
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

  @usableFromInline
  init(
    outcome: OutcomeKind, reason: Reason?, effects: [JournaledEffect], digest: StateDigest, changes: ChangeSet,
    outbox: OutboxChange, brokePromise: Bool
  ) {
    self.outcome = outcome
    self.reason = reason
    self.effects = effects
    self.digest = digest
    self.changes = changes
    self.outbox = outbox
    self.brokePromise = brokePromise
  }
}

/// What a reducer made of one action in replay.
public struct Replayed: Sendable {
  /// Which of the three outcomes.
  public let outcome: OutcomeKind
  /// Why the action was ignored or illegal.
  public let reason: Reason?
  /// The effects asked for, as the record holds them, or why no record may; none where nobody compares them.
  public let effects: Result<[JournaledEffect], DomainFault>
  /// The digest of the state after the action.
  public let digest: StateDigest
  /// True when the reducer said ignored or illegal and changed the state all the same.
  public let brokePromise: Bool

  @usableFromInline
  init(
    outcome: OutcomeKind, reason: Reason?, effects: Result<[JournaledEffect], DomainFault>, digest: StateDigest,
    brokePromise: Bool
  ) {
    self.outcome = outcome
    self.reason = reason
    self.effects = effects
    self.digest = digest
    self.brokePromise = brokePromise
  }
}
