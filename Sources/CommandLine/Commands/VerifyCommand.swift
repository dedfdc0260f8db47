import JournalStorage
import RecordFormat
import WireProtocol

/// `verify`: whether a journal is what was written.
enum VerifyCommand {
  static let command = Command(
    "verify", "[JOURNAL]", summary: "checks chain, order and sealing of a journal, with a verdict per segment",
    details: [
      "JOURNAL is a journal's directory or one of its segments; the default is the default journal. No byte is "
        + "changed and no lock is taken; beside a live daemon it ends at what is durable.",
      "The chain alone cannot show that the end was cut off or everything was written anew: keep the head that this "
        + "prints somewhere else, and give it back as --anchor.",
      "The exit status is 0 when all stands, 1 when an anchor does not hold or the end was torn by a crash (the "
        + "daemon's next start repairs that), 4 when the journal is damaged.",
    ],
    options: [
      OptionSpec("--anchor", value: "SEQ:HASH", repeats: true, "a head noted elsewhere, which must still hold"),
      CommonOptions.json, CommonOptions.local, CommonOptions.journal,
    ],
    positionals: [.journal],
    examples: { _ in
      [
        .init("verify", "the default journal"),
        .init("verify /backup/journal --anchor 1200:9f86d081…", "a copy, against a head noted before"),
        .init("verify --json | tail -n 1 | jq .head", "the head, to be kept elsewhere"),
      ]
    },
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let anchors = try anchors(invocation)
    let choice = try invocation.journal()
    if try RecordSource.isFile(choice) {
      return try VerifySegment(invocation: invocation, path: choice.path, anchors: anchors).run()
    }
    var progress = Progress(invocation.surroundings, noun: "record")
    let verdict: JournalVerdict
    do throws(JournalError) {
      verdict = try JournalVerifier.verify(directory: choice.path, anchors: anchors) { records, bytes in
        // A terminal that cannot be written to must not keep the verdict from being given.
        try? progress.reach(records: records, bytes: bytes)
      }
    } catch {
      throw Failure(error)
    }
    try progress.clear()
    let report = VerifyReport(verdict, anchors: anchors, directory: choice.path)
    for line in invocation.wantsJSON ? report.jsonLines : report.lines(invocation.style, invocation.zone) {
      try invocation.output.line(line)
    }
    if let failure = report.failure { throw failure }
    return .fine
  }

  private static func anchors(_ invocation: Invocation) throws(Failure) -> [JournalVerifier.Anchor] {
    var anchors: [JournalVerifier.Anchor] = []
    for text in invocation.options.values("--anchor") {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let seq = UInt64(parts[0]), seq > 0, let hash = RecordHash(hex: String(parts[1])) else {
        throw .usage("--anchor takes SEQ:HASH with 64 hex digits, not '\(text)'")
      }
      anchors.append(JournalVerifier.Anchor(seq: seq, hash: hash))
    }
    return anchors
  }
}

/// One segment by itself: its own chain, and anchors that lie in it.
private struct VerifySegment {
  let invocation: Invocation
  let path: String
  let anchors: [JournalVerifier.Anchor]

  func run() throws(Failure) -> ExitStatus {
    let segment = try SegmentFile.open(path)
    var progress = Progress(invocation.surroundings, noun: "record", totalBytes: segment.size)
    var unmet = anchors
    while let line = try segment.next() {
      unmet.removeAll { $0.seq == line.record.seq && $0.hash == line.record.hash }
      try progress.advance(bytes: line.bytes.count + 1)
    }
    try progress.clear()
    let head = segment.head
    if invocation.wantsJSON {
      try invocation.output.line(
        JSONText.object { writer in
          writer.key("segment")
          writer.string(path)
          writer.key("verdict")
          writer.string("whole")
          writer.key("records")
          writer.integer(progress.records)
          VerifyReport.write(head: head, to: &writer)
        })
    } else {
      try invocation.output.line("\(path): \(Printable.count(progress.records, "record")), every line stands")
      try invocation.output.line("head: seq \(head.seq), hash \(head.hash.hex)")
      try invocation.output.line("what precedes this segment was not looked at")
    }
    guard let anchor = unmet.first else { return .fine }
    throw Failure(
      status: .no, name: "anchorDiffers",
      message: "\(path): no record with seq \(anchor.seq) and hash \(anchor.hash.hex) in this segment")
  }
}
