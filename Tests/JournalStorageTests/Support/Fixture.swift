import CanonicalJSON
import JournalStorage
import RecordFormat

/// Small journals with known content.
enum Fixture {
  static let directory = "/journal"
  static let start = Timestamp(microseconds: 1_767_323_045_000_000)

  /// The time of a record: strictly rising with its seq.
  static func at(_ seq: UInt64) -> Timestamp { Timestamp(microseconds: start.microseconds + Int64(seq) * 1_000_000) }

  /// The body of a record, spelled by hand.
  static func body(seq: UInt64, batch: UInt64, type: String = "note.added", padding: Int = 0) -> [UInt8] {
    let action = padding == 0 ? "{}" : "{\"text\":\"\(String(repeating: "x", count: padding))\"}"
    let state = String(seq, radix: 16)
    return Array(
      """
      {"seq":\(seq),"batch":\(batch),"at":"\(at(seq).rfc3339)","type":"\(type)","action":\(action),\
      "by":{"system":"test"},"state":"\(String(repeating: "0", count: 16 - state.count))\(state)"
      """.utf8)
  }

  /// A group of records with the given paddings.
  static func group(from seq: UInt64, paddings: [Int], type: String = "note.added") -> CommitGroup {
    var group = CommitGroup(firstSeq: seq)
    for (index, padding) in paddings.enumerated() {
      let next = seq + UInt64(index)
      group.bytes += body(seq: next, batch: seq, type: type, padding: padding)
      group.endRecord(at: at(next))
    }
    return group
  }

  static func claim(
    _ system: any JournalFileSystem, directory: String = directory, domain: String = "notes", version: Int = 1,
    limits: JournalLimits = JournalLimits(), create: Bool = true
  ) throws(JournalError) -> (JournalWriter, RecoveryReport) {
    try JournalWriter.claim(
      directory: directory, fileSystem: system, domain: domain, domainVersion: version, limits: limits,
      create: create, clock: { start })
  }

  /// Writes a journal with one group per element, each with records of these paddings, and lets it go.
  @discardableResult
  static func write(
    _ groups: [[Int]], to system: any JournalFileSystem, directory: String = directory,
    limits: JournalLimits = JournalLimits(), close: Bool = false
  ) throws(JournalError) -> JournalStatus {
    let (writer, _) = try claim(system, directory: directory, limits: limits)
    for paddings in groups { try writer.commit(group(from: writer.head.seq + 1, paddings: paddings)) }
    if close { try writer.commit(group(from: writer.head.seq + 1, paddings: [0], type: "log.closed")) }
    let status = writer.status
    writer.close()
    return status
  }

  /// All records of a journal, as text.
  static func lines(
    _ system: any JournalFileSystem, directory: String = directory, from: UInt64 = 1
  ) throws(JournalError) -> [String] {
    let reader = try JournalReader.open(directory: directory, fileSystem: system, from: from)
    var lines: [String] = []
    while let line = try reader.next() { lines.append(String(decoding: line.bytes, as: UTF8.self)) }
    return lines
  }

  /// The files of a journal on a simulated file system, by path.
  static func files(_ system: SimulatedFileSystem) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try system.names(in: directory) {
      let path = "\(directory)/\(name)"
      if try system.status(of: path)?.kind == .directory {
        for inner in try system.names(in: path) { files["\(path)/\(inner)"] = system.contents(of: "\(path)/\(inner)") }
      } else {
        files[path] = system.contents(of: path)
      }
    }
    return files
  }
}

/// The first segment's name.
let firstSegment = "00000000000000000001.jsonl"
