import CanonicalJSON
import RecordFormat
import WireProtocol

/// Which records `tail` shows.
struct RecordFilter {
  /// Who brought a record about, as `--by` names it.
  enum Origin: Equatable {
    case uid(UInt32)
    case effect
    case timer
    case system

    init?(_ text: String) {
      switch text {
      case "effect": self = .effect
      case "timer": self = .timer
      case "system": self = .system
      default:
        guard let uid = UInt32(text) else { return nil }
        self = .uid(uid)
      }
    }
  }

  var from: UInt64 = 1
  /// The first moment that counts.
  var since: Timestamp?
  /// The last place that counts.
  var until: JournalPoint?
  /// Any of these must match the type; none means every type.
  var types: [Glob] = []
  var origins: [Origin] = []
  var outcomes: [RecordOutcome] = []

  /// Whether this record and all after it are past the last place that counts.
  func isPast(_ record: RecordLine) -> Bool { until?.isBefore(record) ?? false }

  /// Whether the record is wanted; cheap questions first.
  func matches(_ record: RecordLine) -> Bool {
    if record.seq < from { return false }
    if let since, record.at < since { return false }
    if !outcomes.isEmpty {
      guard let outcome = record.outcome, outcomes.contains(outcome) else { return false }
    }
    if !types.isEmpty {
      let type = record.type
      guard types.contains(where: { $0.matches(type) }) else { return false }
    }
    return origins.isEmpty || matchesOrigin(record)
  }

  private func matchesOrigin(_ record: RecordLine) -> Bool {
    guard let by = try? record.by else { return false }
    return origins.contains { origin in
      switch (origin, by) {
      case (.uid(let wanted), .client(let uid, _, _, _)): wanted == uid
      case (.uid(let wanted), .effect(_, let uid)): wanted == uid
      case (.effect, .effect), (.timer, .timer), (.system, .system): true
      case (.uid, .timer), (.uid, .system), (.effect, _), (.timer, _), (.system, _): false
      }
    }
  }
}
