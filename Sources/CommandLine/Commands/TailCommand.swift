import CanonicalJSON
import RecordFormat
import WireProtocol

/// `tail`: the records of a journal.
enum TailCommand {
  static let command = Command(
    "tail", "[JOURNAL]", summary: "prints the records of a journal, all or those that match",
    details: [
      "JOURNAL is a journal's directory or one of its segments; the default is the default journal. The files are "
        + "read, no daemon is asked; beside a live daemon it ends at what is durable. Every line that is printed was "
        + "checked against the hash chain.",
      "--json prints the stored lines, byte for byte. On a terminal long lines are cut; --wide leaves them whole.",
    ],
    options: [
      OptionSpec("--from", value: "SEQ", "begin at this seq"),
      OptionSpec("--since", value: "TIME", "begin at this time: \(TimeArgument.examples)"),
      OptionSpec("--until", value: "SEQ|TIME", "end with this seq or time"),
      OptionSpec("--type", value: "GLOB", repeats: true, "only types that match, such as 'log.*'"),
      OptionSpec("--by", value: "WHO", repeats: true, "only of this uid, or effect, timer or system"),
      OptionSpec("--outcome", value: "OUTCOME", repeats: true, "only applied, ignored or illegal"),
      OptionSpec("--last", short: "-n", value: "COUNT", "only the last so many of them"),
      OptionSpec("--wide", "do not cut lines on a terminal"),
      CommonOptions.json, CommonOptions.local, CommonOptions.journal,
    ],
    positionals: [.journal],
    examples: { words in
      [
        .init("tail -n 20", "the last twenty records of the default journal"),
        .init("tail logs/journal --type '\(words.glob)' --since 10m", "one part's records of the last ten minutes"),
        .init("tail --outcome ignored --outcome illegal", "what did not come through"),
        .init("tail --json --from 1000 | jq .action", "stored lines, for programs"),
      ]
    },
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let filter = try filter(invocation)
    let last: Int? = try invocation.number("--last")
    if let last, last < 0 { throw .usage("--last takes a count, not \(last)") }
    let source = try RecordSource.open(try invocation.journal(), from: filter.from)
    let isCut = invocation.surroundings.output.isTerminal && !invocation.options.has("--wide")
    let row = RecordRow(
      style: invocation.style, zone: invocation.zone, columns: isCut ? invocation.surroundings.columns() : nil)
    var kept = LastLines(count: last)
    while let line = try source.next() {
      if filter.isPast(line.record) { break }
      guard filter.matches(line.record) else { continue }
      if last != nil {
        kept.add(line.bytes)
      } else {
        try show(line.record, invocation, row)
      }
    }
    for bytes in kept.lines {
      // The line stood a moment ago, so it still parses.
      try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
        if let record = try? RecordLine(parsing: buffer) { try show(record, invocation, row) }
      }
    }
    return .fine
  }

  private static func show(_ record: RecordLine, _ invocation: Invocation, _ row: RecordRow) throws(Failure) {
    if invocation.wantsJSON {
      try invocation.output.line(record.bytes)
    } else {
      try invocation.output.line(row.text(record))
    }
  }

  private static func filter(_ invocation: Invocation) throws(Failure) -> RecordFilter {
    var filter = RecordFilter()
    if let from: UInt64 = try invocation.number("--from") { filter.from = from }
    filter.since = try invocation.time("--since")
    filter.until = try invocation.point("--until")
    filter.types = invocation.options.values("--type").map { Glob($0) }
    for text in invocation.options.values("--by") {
      guard let origin = RecordFilter.Origin(text) else {
        throw .usage("--by takes a uid, or effect, timer or system, not '\(text)'")
      }
      filter.origins.append(origin)
    }
    for text in invocation.options.values("--outcome") {
      guard let outcome = RecordOutcome(rawValue: text) else {
        let nearest = NearestName.nearest(to: text, in: ["applied", "ignored", "illegal"])
        throw .usage(
          "--outcome takes applied, ignored or illegal, not '\(text)'"
            + (nearest.map { ": did you mean '\($0)'?" } ?? ""))
      }
      filter.outcomes.append(outcome)
    }
    return filter
  }
}

/// The last so many lines of many.
private struct LastLines {
  private let count: Int
  private var ring: [[UInt8]] = []
  private var oldest = 0

  init(count: Int?) { self.count = count ?? 0 }

  mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    guard count > 0 else { return }
    if ring.count < count {
      ring.append(Array(line))
    } else {
      ring[oldest] = Array(line)
      oldest = (oldest + 1) % count
    }
  }

  /// In the order in which they came.
  var lines: [[UInt8]] { Array(ring[oldest...] + ring[..<oldest]) }
}
