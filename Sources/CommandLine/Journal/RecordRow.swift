import CanonicalJSON
import RecordFormat

/// A record as one aligned line for people.
struct RecordRow {
  let style: Style
  let zone: TimeZoneRule
  /// Characters that fit into a line; `nil` for no end.
  let columns: Int?

  private static let widths = (seq: 6, outcome: 7, type: 26, origin: 10)
  /// The same on a terminal where these leave no room for what happened.
  private static let narrow = (columns: 108, type: 18)

  /// Seq, time, outcome, type, who, and then what: payload, reason, effects. A narrow terminal is shown neither the day
  /// nor who.
  func text(_ record: RecordLine) -> String {
    let seq = Self.padded(String(record.seq), Self.widths.seq, right: true)
    let isNarrow = columns.map { $0 < Self.narrow.columns } ?? false
    let moment = zone.text(record.at)
    let time = isNarrow ? String(moment.drop { $0 != "T" }.dropFirst()) : moment
    let typeWidth = isNarrow ? Self.narrow.type : Self.widths.type
    let outcome = record.outcome?.rawValue ?? "log"
    let type = Printable.text(record.type)
    let origin = isNarrow ? nil : Self.origin(record)
    let cells =
      [
        style.paint(seq, .strong), style.paint(time, .dim),
        style.paint(Self.padded(outcome, Self.widths.outcome), OutcomeText.role(outcome)),
        style.paint(Self.padded(type, typeWidth), .key),
      ] + (origin.map { [Self.padded($0, Self.widths.origin)] } ?? [])
    let used =
      seq.count + time.count + max(outcome.count, Self.widths.outcome) + max(type.count, typeWidth)
      + (origin.map { max($0.count, Self.widths.origin) } ?? 0) + 2 * cells.count
    let room = columns.map { max(1, $0 - used) }
    return (cells + [Printable.cut(detail(record), to: room)]).joined(separator: "  ")
  }

  private func detail(_ record: RecordLine) -> String {
    var parts = [Printable.text(record.actionBytes)]
    if let why = try? record.why { parts.append(OutcomeText.reason(code: why.code, text: why.text)) }
    if let effect = record.effect { parts.append("reports on \(Printable.text(effect))") }
    for effect in (try? record.effects) ?? [] {
      let key = effect.key.map { " (\($0))" } ?? ""
      parts.append(Printable.text("→ \(effect.id) \(effect.type)\(key)\(effect.dropped ? " dropped" : "")"))
    }
    if let id = record.id { parts.append("id \(Printable.text(id))") }
    return parts.joined(separator: "  ")
  }

  /// Who brought a record about, in a word or two.
  static func origin(_ record: RecordLine) -> String {
    guard let by = try? record.by else { return "?" }
    return switch by {
    case .client(let uid, _, _, let label?): Printable.text("uid \(uid) \(label)")
    case .client(let uid, _, _, nil): "uid \(uid)"
    case .effect(let id, _): Printable.text("effect \(id)")
    case .timer(let id): Printable.text("timer \(id)")
    case .system(let name): Printable.text(name)
    }
  }

  private static func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return right ? padding + text : text + padding
  }
}
