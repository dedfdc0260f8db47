import CanonicalJSON
import RecordFormat
import Testing

@Suite("Format 1")
struct GoldenFormat1Tests {
  @Test("our writer makes the golden journal, byte for byte")
  func write() {
    let header = SegmentHeader(
      journal: GoldenFormat1.uuid, segment: 1, firstSeq: 1, domain: "fieldnotes", domainVersion: 3,
      at: time("2026-01-02T03:04:05.000006Z"), prev: HashChain.firstPrevious(journal: GoldenFormat1.uuid))
    var bytes = header.encodeLine()
    var previous = header.hash
    for draft in [opened, appeared, loaded] {
      let start = bytes.count
      draft.encodeBody(into: &bytes)
      previous = HashChain.seal(into: &bytes, bodyStart: start, previous: previous)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == GoldenFormat1.text)
  }

  @Test("every line of the golden journal stands")
  func read() throws {
    let lines = GoldenFormat1.lines
    let header = try lines[0].withUnsafeBufferPointer { line in
      let header = try SegmentHeader(parsing: line)
      #expect(header.stands(in: line))
      return header
    }
    var check = LineCheck(following: header)
    for line in lines.dropFirst() {
      try line.withUnsafeBufferPointer { _ = try check.take($0) }
    }
    #expect(check.expectedSeq == 4)
    try lines[3].asRecord { record throws in
      #expect(record.type == "feed.cachedFeedLoaded" && record.v == 2 && record.cause == 2 && record.batch == 2)
      #expect(try record.by == .effect("2.0", uid: nil) && record.why?.code == "stale")
    }
  }

  private var opened: RecordDraft {
    RecordDraft(
      seq: 1, batch: 1, at: time("2026-01-02T03:04:05.000007Z"), type: "log.opened",
      action: Array(#"{"program":"0.1.0","domainVersion":3}"#.utf8), by: .system("actionlogd"), state: 0)
  }

  private var appeared: RecordDraft {
    var draft = RecordDraft(
      seq: 2, batch: 2, at: time("2026-01-02T03:04:06.5Z"), type: "feed.feedScreenAppeared", action: [],
      by: .client(uid: 1000, gid: 1000, pid: 4711, label: #"Käthe "K""#), state: 0x00ab_00cd_00ef_0012)
    draft.id = "key-1"
    draft.outcome = .applied
    draft.effects = [
      RecordEffect(id: "2.0", type: "feed.readCache", payload: Array("{}".utf8), key: "feed.load", policy: "queue")
    ]
    return draft
  }

  private var loaded: RecordDraft {
    var draft = RecordDraft(
      seq: 3, batch: 2, at: time("2026-01-02T03:04:06.500001Z"), type: "feed.cachedFeedLoaded", v: 2,
      action: Array(#"{"snapshot":null}"#.utf8), by: .effect("2.0", uid: nil), state: 0x00ab_00cd_00ef_0012)
    draft.cause = 2
    draft.effect = "2.0"
    draft.outcome = .ignored
    draft.why = ("stale", "fresher state")
    return draft
  }

  private func time(_ text: String) -> Timestamp { Timestamp(rfc3339: text) ?? Timestamp(microseconds: 0) }
}
