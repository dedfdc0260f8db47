import CanonicalJSON
import JournalStorage
import RecordFormat

/// What a verification found, for people and for programs.
struct VerifyReport {
  private let verdict: JournalVerdict
  private let anchors: [JournalVerifier.Anchor]
  private let directory: String

  init(_ verdict: JournalVerdict, anchors: [JournalVerifier.Anchor], directory: String) {
    self.verdict = verdict
    self.anchors = anchors
    self.directory = directory
  }

  /// Why the exit status is not 0: damage first, then anchors, then a torn end.
  var failure: Failure? {
    if let problem = verdict.problem { return Failure(problem) }
    for (anchor, found) in zip(anchors, verdict.anchors) {
      switch found {
      case .holds: continue
      case .differs(let hash):
        return Failure(
          status: .no, name: "anchorDiffers",
          message: "\(directory): seq \(anchor.seq) has hash \(hash.hex), not \(anchor.hash.hex): history was rewritten"
        )
      case .beyondHead:
        return Failure(
          status: .no, name: "anchorBeyondHead",
          message: "\(directory): the journal ends at seq \(verdict.headSeq), before the anchor's \(anchor.seq): "
            + "its end was cut off")
      }
    }
    guard case .torn(let line, let offset, let length) = verdict.ending, !verdict.isInProgress else { return nil }
    return Failure(
      status: .no, name: "tornEnd",
      message: "\(directory)/\(verdict.segments.last?.file ?? ""):\(line):\(offset): \(length) bytes of a write that a "
        + "crash tore; the daemon's next start keeps them in aside/ and goes on")
  }

  /// A line for each segment, then the head.
  func lines(_ style: Style, _ zone: TimeZoneRule) -> [String] {
    var columns = Columns(rightAligned: [2, 4])
    columns.add("segment", "kind", "records", "seq", "bytes", "verdict")
    for segment in verdict.segments {
      columns.add(
        segment.file, segment.isSealed ? "sealed" : "active", Printable.grouped(segment.records),
        segment.seqs.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "none", Printable.grouped(segment.size),
        text(segment.standing))
    }
    var facts = Columns()
    if let journal = verdict.journalID { facts.add("journal", journal) }
    let time = verdict.headAt.map { ", " + zone.text($0) } ?? ""
    facts.add("head", "seq \(verdict.headSeq)\(time)")
    if let hash = verdict.headHash { facts.add("hash", hash.hex) }
    if verdict.isInProgress { facts.add("writer", "a daemon holds the journal; checked up to what is durable") }
    for (anchor, found) in zip(anchors, verdict.anchors) {
      facts.add("anchor", "seq \(anchor.seq) \(Self.text(found))")
    }
    for name in verdict.foreign { facts.add("foreign", Printable.text(name)) }
    return columns.lines { column, cell in column == 5 ? style.paint(cell, role(of: cell)) : cell } + [""]
      + facts.lines { column, cell in column == 0 ? style.paint(cell, .key) : cell }
  }

  /// An object for each segment, then one for the journal.
  var jsonLines: [String] {
    verdict.segments.map { segment in
      JSONText.object { writer in
        writer.key("segment")
        writer.string(segment.file)
        writer.key("verdict")
        writer.string(Self.name(segment.standing))
        writer.key("sealed")
        writer.bool(segment.isSealed)
        writer.key("records")
        writer.integer(segment.records)
        if let seqs = segment.seqs {
          writer.key("first")
          writer.integer(seqs.lowerBound)
          writer.key("last")
          writer.integer(seqs.upperBound)
        }
        writer.key("bytes")
        writer.integer(segment.size)
      }
    } + [JSONText.object(writeSummary)]
  }

  private func writeSummary(_ writer: inout JSONWriter) {
    if let journal = verdict.journalID {
      writer.key("journal")
      writer.string(journal)
    }
    if let hash = verdict.headHash { Self.write(head: (verdict.headSeq, hash), to: &writer) }
    writer.key("records")
    writer.integer(verdict.records)
    writer.key("bytes")
    writer.integer(verdict.bytes)
    writer.key("inProgress")
    writer.bool(verdict.isInProgress)
    writer.key("ok")
    writer.bool(failure == nil)
    guard let failure else { return }
    writer.key("problem")
    writer.beginObject()
    writer.key("name")
    writer.string(failure.name)
    writer.key("message")
    writer.string(failure.message)
    if let problem = verdict.problem {
      write("file", problem.file, to: &writer)
      write("line", problem.line, to: &writer)
      write("offset", problem.offset, to: &writer)
    } else if case .torn(let line, let offset, _) = verdict.ending {
      write("file", verdict.segments.last?.file, to: &writer)
      write("line", line, to: &writer)
      write("offset", offset, to: &writer)
    }
    writer.endObject()
  }

  private func write(_ key: StaticString, _ text: String?, to writer: inout JSONWriter) {
    guard let text else { return }
    writer.key(key)
    writer.string(text)
  }

  private func write(_ key: StaticString, _ number: Int?, to writer: inout JSONWriter) {
    guard let number else { return }
    writer.key(key)
    writer.integer(number)
  }

  static func write(head: (seq: UInt64, hash: RecordHash), to writer: inout JSONWriter) {
    writer.key("head")
    writer.beginObject()
    writer.key("seq")
    writer.integer(head.seq)
    writer.key("hash")
    writer.string(head.hash.hex)
    writer.endObject()
  }

  private func text(_ standing: JournalVerdict.Standing) -> String {
    switch standing {
    case .whole: "whole"
    case .unwritten(let bytes): "whole, then \(Printable.grouped(bytes)) bytes of unwritten space"
    case .torn(let line, let offset, _):
      verdict.isInProgress ? "whole so far; a write is in progress" : "torn at line \(line), offset \(offset)"
    case .problem: "DAMAGED" + (verdict.problem.flatMap(Self.place) ?? "")
    case .notReached: "not reached"
    }
  }

  private func role(of verdict: String) -> Style.Role {
    if verdict.hasPrefix("whole") { return .good }
    return verdict.hasPrefix("DAMAGED") ? .bad : .doubtful
  }

  private static func place(_ problem: JournalError) -> String? {
    guard let line = problem.line, let offset = problem.offset else { return nil }
    return " at line \(line), offset \(offset)"
  }

  private static func name(_ standing: JournalVerdict.Standing) -> String {
    switch standing {
    case .whole: "whole"
    case .unwritten: "unwritten"
    case .torn: "torn"
    case .problem: "damaged"
    case .notReached: "notReached"
    }
  }

  private static func text(_ verdict: JournalVerdict.AnchorVerdict) -> String {
    switch verdict {
    case .holds: "holds"
    case .differs: "has another hash"
    case .beyondHead: "is past the end"
    }
  }
}
