import CanonicalJSON
import WireProtocol

/// `status`: how the daemon is.
enum StatusCommand {
  static let command = Command(
    "status", summary: "tells how the daemon is: head, journal, effects, limits",
    details: [
      "The exit status is 0 when a daemon answers, also when it is read-only at present, and 3 when none does."
    ],
    options: [
      OptionSpec("--limits", "list every limit too"), CommonOptions.json, CommonOptions.local, CommonOptions.socket,
    ],
    examples: { _ in
      [
        .init("status", "for people"),
        .init("status --json | jq .seq", "for programs"),
        .init("status --limits", "with every limit by name"),
      ]
    },
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let result = try invocation.connect().call("status")
    guard !invocation.wantsJSON else {
      try invocation.output.line(result.bytes)
      return .fine
    }
    let sheet = StatusSheet(result, style: invocation.style, withLimits: invocation.options.has("--limits"))
    for line in sheet.lines { try invocation.output.line(line) }
    return .fine
  }
}

/// A status, aligned: one line per fact, members of objects under the name of their object.
struct StatusSheet {
  private var columns = Columns()
  private let style: Style

  init(_ status: RawJSON, style: Style, withLimits: Bool) {
    self.style = style
    for (key, value) in status.members where key != "limits" { add(key, value) }
    guard withLimits, let limits = status["limits"] else { return }
    columns.add("")
    columns.add("limits")
    for (key, value) in limits.members { columns.add("  " + Printable.text(key), value.plain) }
  }

  /// The lines, keys coloured.
  var lines: [String] {
    columns.lines { column, text in column == 0 ? style.paint(text, .key) : text }
  }

  private mutating func add(_ key: String, _ value: RawJSON) {
    let members = value.members
    guard members.isEmpty else {
      for (inner, innerValue) in members { add(key + " " + inner, innerValue) }
      return
    }
    columns.add(Printable.text(key), Self.shown(key, value))
  }

  private static func shown(_ key: String, _ value: RawJSON) -> String {
    if value.text == "null" || value.text == "{}" || value.text == "[]" { return "none" }
    if key.hasSuffix("ytes"), let bytes = value.unsigned, bytes >= 1024 {
      return "\(Printable.grouped(bytes)) (\(Printable.bytes(bytes)))"
    }
    if key == "uptime", let seconds = Double(value.text) { return Printable.duration(seconds: seconds) }
    return value.plain
  }
}
