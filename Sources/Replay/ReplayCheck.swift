import ActionLog

/// How much of each record is compared.
package enum ReplayCheck: Sendable, Equatable {
  /// Digest and outcome, as at a daemon's start.
  case trust
  /// Digest, outcome, why and effects, and the reducer's promise; with `invariants` also the domain's own after
  /// each record, which may cost as much as the state is large.
  case full(invariants: Bool)
}

/// What a replay has seen so far.
package struct ReplayReport: Sendable, Equatable {
  /// Records folded, the daemon's own too.
  package var records: UInt64 = 0
  /// Records that the reducer was given.
  package var actions: UInt64 = 0
  /// Outcomes of each kind, as recorded.
  package var applied: UInt64 = 0
  package var ignored: UInt64 = 0
  package var illegal: UInt64 = 0
  /// Records of older versions of the domain, whose digests and outcomes do not bind.
  package var older: UInt64 = 0
  /// How many outcomes of those came out differently, and the first such record.
  package var differingOutcomes: UInt64 = 0
  package var firstDifferingOutcome: UInt64?
  /// Ignored or illegal actions that changed the state all the same, and the first such record.
  package var brokenPromises: UInt64 = 0
  package var firstBrokenPromise: UInt64?
  /// The domain version of the last segment.
  package var journalVersion: Int?

  package init() {}

  mutating func count(_ outcome: OutcomeKind) {
    actions += 1
    switch outcome {
    case .applied: applied += 1
    case .ignored: ignored += 1
    case .illegal: illegal += 1
    }
  }
}
