import CanonicalJSON

/// Outcomes and their reasons, for people.
enum OutcomeText {
  /// How an outcome is coloured.
  static func role(_ outcome: String) -> Style.Role {
    switch outcome {
    case "applied": .good
    case "ignored": .doubtful
    case "illegal": .bad
    default: .dim
    }
  }

  /// A reason as it stands in a record or a reply: `(code) text`.
  static func reason(_ why: RawJSON) -> String {
    guard let code = why["code"]?.plain else { return why.plain }
    return reason(code: code, text: why["text"]?.plain ?? "")
  }

  /// `(code) text`, or the code alone where there is no text.
  static func reason(code: String, text: String) -> String {
    Printable.text(text.isEmpty ? "(\(code))" : "(\(code)) \(text)")
  }
}

/// A time as a record spells it, in the zone that was asked for.
enum ShownTime {
  static func text(_ rfc3339: String, zone: TimeZoneRule) -> String {
    Timestamp(rfc3339: rfc3339).map { zone.text($0) } ?? Printable.text(rfc3339)
  }
}
