import ActionLog

/// Effects in words, for people.
enum ShownEffect {
  /// Id, name and key, as `actionlog tail` shows an effect.
  static func brief(_ effect: JournaledEffect) -> String {
    "\(effect.id) \(effect.type) (\(effect.key))\(effect.dropped ? " dropped" : "")"
  }

  /// Everything about the effect.
  static func whole(_ effect: JournaledEffect) -> String {
    if effect.type == JournaledEffect.cancelType { return "\(effect.id) .cancel(key: \"\(effect.key)\")" }
    let payload = ShownValue.text(effect.payload)
    let dropped = effect.dropped ? ", dropped" : ""
    return "\(effect.id) \(effect.type) \(payload) (key \(effect.key), \(effect.policy.journalText)\(dropped))"
  }

  /// One effect per line under a heading; `nothing` for none.
  static func list(_ heading: String, _ effects: [JournaledEffect]) -> String {
    let lines = effects.isEmpty ? ["nothing"] : effects.map(whole)
    let indent = String(repeating: " ", count: heading.count + 4)
    return "  \(heading)  " + lines.joined(separator: "\n\(indent)")
  }
}

/// Outcomes and reasons in words, for people.
enum ShownOutcome {
  /// `(code) text`, or the code alone.
  static func text(_ reason: Reason) -> String {
    reason.text.isEmpty ? "(\(reason.code))" : "(\(reason.code)) \(reason.text)"
  }

  /// The outcome with its reason.
  static func text(_ kind: OutcomeKind, _ reason: Reason?) -> String {
    reason.map { "\(kind.rawValue) \(text($0))" } ?? kind.rawValue
  }
}
