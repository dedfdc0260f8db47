import CanonicalJSON
import WireProtocol

/// `describe`: what the daemon's domain understands.
enum DescribeCommand {
  static let command = Command(
    "describe", "[NAME]", summary: "lists the actions, selectors, methods and errors of the daemon",
    details: ["With NAME, everything about the one action, selector, method, machine or error of that name."],
    options: [CommonOptions.json, CommonOptions.socket],
    positionals: [.text],
    examples: { words in
      [
        .init("describe", "everything there is"),
        .init("describe \(words.type)", "one action with an example of its payload"),
        .init("describe --json | jq '.actions[].type'", "for programs"),
      ]
    },
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let result = try invocation.connect().call("describe")
    let listing = DescribeListing(result, style: invocation.style, program: invocation.program)
    guard let name = invocation.word(0) else {
      if invocation.wantsJSON {
        try invocation.output.line(result.bytes)
      } else {
        for line in listing.overview { try invocation.output.line(line) }
      }
      return .fine
    }
    guard let entry = listing.entry(name) else {
      let nearest = NearestName.nearest(to: name, in: listing.names)
      throw Failure(
        status: .no, name: "notFound",
        message: "nothing here is called '\(name)'"
          + Suggestion.text(nearest, otherwise: ": 'describe' lists what there is"))
    }
    if invocation.wantsJSON {
      try invocation.output.line(entry.bytes)
    } else {
      try invocation.output.line(PrettyJSON.layOut(entry.bytes, style: invocation.style))
    }
    return .fine
  }
}

/// What `describe` answered, by kind.
struct DescribeListing {
  private let result: RawJSON
  private let style: Style
  private let program: String
  private static let kinds = ["actions", "selectors", "methods", "machines", "errors"]

  init(_ result: RawJSON, style: Style, program: String) {
    self.result = result
    self.style = style
    self.program = program
  }

  /// Every name there is.
  var names: [String] { Self.kinds.flatMap { entries($0) }.compactMap(Self.name) }

  /// The first thing of that name, actions first.
  func entry(_ name: String) -> RawJSON? {
    Self.kinds.lazy.flatMap { entries($0) }.first { Self.name($0) == name }
  }

  /// A section for each kind that is there.
  var overview: [String] {
    var lines: [String] = []
    for kind in Self.kinds {
      let entries = entries(kind)
      guard !entries.isEmpty else { continue }
      if !lines.isEmpty { lines.append("") }
      lines.append(style.paint(kind, .strong))
      var columns = Columns(indent: 2)
      for entry in entries { add(entry, of: kind, to: &columns) }
      lines += columns.lines { column, text in column == 0 ? style.paint(text, .key) : text }
    }
    return lines
  }

  private func add(_ entry: RawJSON, of kind: String, to columns: inout Columns) {
    let name = Self.name(entry).map(Printable.text) ?? "?"
    let summary = entry["summary"]?.plain ?? entry["when"]?.plain ?? ""
    switch kind {
    case "actions":
      let version = entry["v"]?.unsigned ?? 1
      let mark = version == 1 ? "" : " (v\(version))"
      columns.add(
        name + mark, entry["origin"]?.plain ?? "", summary,
        entry["example"].map { Printable.cut($0.plain, to: 80) } ?? "")
    case "selectors":
      let arguments = (entry["arguments"]?.elements ?? []).map { argument in
        (argument["name"]?.plain ?? "?") + (argument["required"]?.boolean == false ? "?" : "")
      }
      columns.add("\(name)(\(arguments.joined(separator: ", ")))", summary)
    case "errors":
      columns.add(name, entry["code"]?.plain ?? "", summary)
    default:
      columns.add(name, summary)
    }
  }

  // Objects, or bare names where there is nothing to tell of a thing but that.
  private func entries(_ kind: String) -> [RawJSON] { result[kind]?.elements ?? [] }

  private static func name(_ entry: RawJSON) -> String? {
    entry["type"]?.string ?? entry["name"]?.string ?? entry["method"]?.string ?? entry.string
  }
}
