import ActionLog
import RecordFormat

extension RecordOutcome {
  /// The domain's outcome in the record's terms.
  package init(_ kind: OutcomeKind) {
    switch kind {
    case .applied: self = .applied
    case .ignored: self = .ignored
    case .illegal: self = .illegal
    }
  }
}

extension RecordEffect {
  /// The domain's effect in the record's terms.
  package init(_ effect: JournaledEffect) {
    self.init(
      id: effect.id.text, type: effect.type, payload: effect.payload, key: effect.key,
      policy: effect.policy.journalText, dropped: effect.dropped)
  }
}
