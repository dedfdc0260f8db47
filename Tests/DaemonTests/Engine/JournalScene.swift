import CanonicalJSON
import JournalStorage
import RecordFormat

@testable import Daemon

/// A journal on a simulated disk that a test writes by hand.
struct JournalScene {
  static let directory = "/journal"

  let system: SimulatedFileSystem
  let writer: JournalWriter
  let reader: HistoryReader
  /// All lines so far; that of seq 1 first.
  private(set) var lines: [String] = []

  init(seed: UInt64, segmentBytes: Int = 256 << 20) throws {
    system = SimulatedFileSystem(seed: seed)
    var limits = JournalLimits()
    limits.segmentBytes = segmentBytes
    writer = try JournalWriter.claim(
      directory: Self.directory, fileSystem: system, domain: "notes", domainVersion: 1, limits: limits,
      clock: { Timestamp(microseconds: 1) }
    ).0
    reader = HistoryReader(directory: Self.directory, fileSystem: system)
  }

  var head: JournalStatus.Head { writer.head }

  /// Commits a group of records of these types and paddings; what the live ring takes.
  mutating func commit(_ records: [(type: String, padding: Int)]) throws -> LiveGroup {
    let first = head.seq + 1
    var group = CommitGroup(firstSeq: first)
    for (index, record) in records.enumerated() {
      let seq = first + UInt64(index)
      let at = Timestamp(microseconds: 1_767_323_045_000_000 + Int64(seq))
      let text = String(repeating: "x", count: record.padding)
      group.bytes += Array(
        """
        {"seq":\(seq),"batch":\(first),"at":"\(at.rfc3339)","type":"\(record.type)","action":{"text":"\(text)"},\
        "by":{"system":"test"},"state":"0000000000000000"
        """.utf8)
      group.endRecord(at: at)
    }
    let committed = try writer.commit(group, keepsLines: true)
    let bytes = committed.lines ?? []
    lines += bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    return LiveGroup(firstSeq: first, lines: bytes, bodyEnds: group.ends)
  }
}
