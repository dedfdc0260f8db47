import CanonicalJSON

/// Prints what is watched, and each change of it.
struct WatchPrinter {
  private let invocation: Invocation
  private let isDiff: Bool
  private let columns: Int?
  private var last: WatchedValue?
  /// How many changes were printed; the first value is none.
  private(set) var changes = 0

  init(_ invocation: Invocation) {
    self.invocation = invocation
    isDiff = invocation.options.has("--diff")
    let isCut = invocation.output.isTerminal && !invocation.options.has("--wide")
    columns = isCut ? invocation.surroundings.columns() : nil
  }

  /// What the last value was true at; 0 before the first.
  var lastSeq: UInt64 { last?.seq ?? 0 }

  /// Prints a value, unless it is what was printed last.
  mutating func show(_ value: WatchedValue) throws(Failure) {
    defer { last = value }
    guard let last else { return try printWhole(value) }
    guard last.content != value.content else { return }
    changes += 1
    guard isDiff, case .value(let old) = last.content, case .value(let new) = value.content,
      let patch = Self.patch(from: old, to: new)
    else { return try printWhole(value) }
    if invocation.wantsJSON {
      try printObject(value) { writer in
        writer.key("patch")
        patch.json.write(to: &writer)
      }
    } else {
      try printLines(value, patch.operations.map(Self.line))
    }
  }

  private func printWhole(_ value: WatchedValue) throws(Failure) {
    guard invocation.wantsJSON else { return try printLines(value, [Self.line(value.content)]) }
    try printObject(value) { writer in
      switch value.content {
      case .value(let bytes):
        writer.key("value")
        writer.raw(bytes)
      case .gone:
        writer.key("gone")
        writer.bool(true)
      case .hidden(let error):
        writer.key("error")
        writer.raw(error.bytes)
      }
    }
  }

  private static func line(_ content: WatchedValue.Content) -> Line {
    switch content {
    case .value(let bytes): Line(text: Printable.text(bytes))
    case .gone: Line(word: "gone", role: .dim)
    case .hidden(let error): Line(word: "not shown", role: .bad, text: " " + ReplyError(error).line)
    }
  }

  private func printObject(_ value: WatchedValue, _ content: (inout JSONWriter) -> Void) throws(Failure) {
    var writer = JSONWriter()
    writer.beginObject()
    if let seq = value.seq {
      writer.key("seq")
      writer.integer(seq)
    }
    content(&writer)
    if value.skipped > 0 {
      writer.key("skipped")
      writer.integer(value.skipped)
    }
    writer.endObject()
    try invocation.output.line(writer.bytes)
  }

  /// A line for people: a word in a colour, and text that is cut to the terminal's width.
  private struct Line {
    var word = ""
    var role = Style.Role.dim
    var text = ""
  }

  /// The seq stands before the first line, what was skipped behind it.
  private func printLines(_ value: WatchedValue, _ lines: [Line]) throws(Failure) {
    let style = invocation.style
    let seq = value.seq.map { String($0) } ?? "?"
    let skipped = value.skipped > 0 ? "  (\(Printable.grouped(value.skipped)) skipped)" : ""
    var margin = String(repeating: " ", count: max(0, 6 - seq.count)) + style.paint(seq, .strong)
    var end = skipped
    for line in lines {
      let room = columns.map { max(1, $0 - 8 - line.word.count - end.count) }
      try invocation.output.line(
        margin + "  " + style.paint(line.word, line.role) + Printable.cut(line.text, to: room)
          + style.paint(end, .doubtful))
      margin = "      "
      end = ""
    }
  }

  /// `nil` where the whole value is another one, which is best shown as it is.
  private static func patch(from old: [UInt8], to new: [UInt8]) -> JSONPatch? {
    guard let old = try? JSONValue.parse(old, limits: .unlimited),
      let new = try? JSONValue.parse(new, limits: .unlimited)
    else { return nil }
    let patch = JSONPatch(from: old, to: new)
    if case .replace(let pointer, _)? = patch.operations.first, pointer.tokens.isEmpty { return nil }
    return patch
  }

  private static func line(_ operation: JSONPatch.Operation) -> Line {
    func line(_ word: String, _ role: Style.Role, _ pointer: JSONPointer, _ rest: String) -> Line {
      Line(word: word, role: role, text: " " + Printable.text(pointer.text + rest))
    }
    return switch operation {
    case .add(let pointer, let value): line("add", .good, pointer, " \(value)")
    case .remove(let pointer): line("remove", .bad, pointer, "")
    case .replace(let pointer, let value): line("replace", .doubtful, pointer, " \(value)")
    case .move(let from, let pointer): line("move", .doubtful, pointer, " from \(from)")
    case .copy(let from, let pointer): line("copy", .doubtful, pointer, " from \(from)")
    case .test(let pointer, let value): line("test", .dim, pointer, " \(value)")
    }
  }
}
