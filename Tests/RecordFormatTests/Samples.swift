import CanonicalJSON
import RecordFormat

/// Records to write and read in tests.
enum Samples {
  static let journal = "6d1f3a52-0b0e-4c55-9a55-0f6f2f3a9c01"
  static let at = Timestamp(microseconds: 1_767_323_045_000_006)

  /// The shortest record there is.
  static var plain: RecordDraft {
    RecordDraft(
      seq: 1, batch: 1, at: at, type: "log.opened", action: [], by: .system("actionlogd"), state: 0)
  }

  /// One with every member.
  static var full: RecordDraft {
    var draft = RecordDraft(
      seq: 250_001, batch: 249_998, at: at, type: "feed.queryChanged", v: 2,
      action: Array(#"{"query":{"text":"a\u00e9\"\\ü","n":1.50e2},"z":[]}"#.utf8),
      by: .client(uid: 1000, gid: 1000, pid: 4711, label: "a \"label\"\n"), state: 0x00ab_cdef_0123_4567)
    draft.id = "key\u{2028}\t🙂"
    draft.trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    draft.cause = 41
    draft.effect = "41.0"
    draft.outcome = .ignored
    draft.why = ("stale", "page of request 42")
    draft.effects = [
      RecordEffect(
        id: "250001.0", type: "feed.fetchPage", payload: Array(#"{"requestID":42}"#.utf8), key: "feed.load",
        policy: "queue"),
      RecordEffect(
        id: "250001.1", type: "log.cancel", payload: Array(#"{"key":"a"}"#.utf8), key: nil, policy: "parallel:3",
        dropped: true),
    ]
    return draft
  }

  /// The line of a record without its 0x0A.
  static func line(_ draft: RecordDraft, previous: RecordHash = RecordHash()) -> [UInt8] {
    var line: [UInt8] = []
    draft.encodeBody(into: &line)
    _ = HashChain.seal(into: &line, bodyStart: 0, previous: previous)
    line.removeLast()
    return line
  }

  /// A line with this text as its body.
  static func line(body: String, previous: RecordHash = RecordHash()) -> [UInt8] {
    var line = Array(body.utf8)
    _ = HashChain.seal(into: &line, bodyStart: 0, previous: previous)
    line.removeLast()
    return line
  }

  /// A record of the usual kind, as a feed's clients make them.
  static func usual(seq: UInt64, batch: UInt64) -> RecordDraft {
    var draft = RecordDraft(
      seq: seq, batch: batch, at: Timestamp(microseconds: at.microseconds + Int64(seq)), type: "feed.documentOpened",
      action: Array(#"{"documentID":"doc-\#(seq % 9973)","position":\#(seq % 97),"note":"read it on the way"}"#.utf8),
      by: .client(uid: 1000, gid: 1000, pid: 4711, label: nil), state: seq &* 0x9e37_79b9_7f4a_7c15)
    draft.id = "01JD\(seq)"
    draft.outcome = .applied
    return draft
  }
}

extension [UInt8] {
  /// The record of this line, as long as `body` runs.
  func asRecord<Answer>(_ body: (RecordLine) throws -> Answer) throws -> Answer {
    try withUnsafeBufferPointer { try body(RecordLine(parsing: $0)) }
  }

  /// Why this line is no record; nil if it is one.
  var recordError: RecordFormatError? {
    withUnsafeBufferPointer { line in
      do throws(RecordFormatError) {
        _ = try RecordLine(parsing: line)
        return nil
      } catch {
        return error
      }
    }
  }
}
