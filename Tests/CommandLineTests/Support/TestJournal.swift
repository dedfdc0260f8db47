import ActionLog
import CanonicalJSON
import Foundation
import JournalStorage
import RecordFormat
import Replay

@testable import CommandLine

/// A journal of the toy domain in a directory of its own, written as a daemon would.
final class TestJournal {
  let root: URL
  private let writer: JournalWriter
  private let reduce: (Toy.Action, Moment) throws -> Made
  private var seq: UInt64 = 0
  /// The time of the first record, 2026-11-30T08:00:00Z; each is a second after the one before.
  static let start = Timestamp(microseconds: 1_796_025_600_000_000)

  var directory: String { root.appending(path: "journal").path }
  /// The digest of the state after the last record.
  private(set) var digest: StateDigest

  /// What a reducer made of an action.
  private struct Made {
    let outcome: OutcomeKind
    let reason: Reason?
    let effects: [JournaledEffect]
    let digest: StateDigest
  }

  /// - Parameter domain: whose reducer makes the records.
  init<D: Domain>(segmentBytes: Int? = nil, domain: D.Type = Toy.self) throws where D.Action == Toy.Action {
    var reduction = Reduction<D>()
    digest = reduction.root.digest
    reduce = { action, now in
      let reduced = try reduction.reduce(action, now)
      return Made(
        outcome: reduced.outcome, reason: reduced.reason, effects: reduced.effects, digest: reduced.digest)
    }
    root = FileManager.default.temporaryDirectory.appending(path: "cli-journal-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    var limits = JournalLimits()
    if let segmentBytes { limits.segmentBytes = segmentBytes }
    limits.reserveStep = 64 << 10
    limits.freeFloor = 0
    (writer, _) = try JournalWriter.claim(
      directory: root.appending(path: "journal").path, domain: Toy.name, domainVersion: Toy.version, limits: limits,
      clock: { TestJournal.start })
  }

  deinit {
    writer.close()
    try? FileManager.default.removeItem(at: root)
  }

  /// Lets the lock go, as a daemon that stopped.
  func close() { writer.close() }

  /// Appends a group of one record of the daemon itself.
  func log(_ type: String) throws {
    try append([draft(type, Array("{}".utf8), by: .system("actionlogd"))])
  }

  /// Appends each action in a group of its own.
  func add(_ amounts: Int...) throws {
    for amount in amounts { try add([amount]) }
  }

  /// Appends actions of a client as one group.
  func add(_ amounts: [Int], uid: UInt32 = 1_000, label: String? = nil) throws {
    let batch = seq + 1
    var drafts: [RecordDraft] = []
    for amount in amounts {
      let next = draft(
        "added", Array("{\"by\":\(amount)}".utf8), by: .client(uid: uid, gid: uid, pid: 42, label: label), batch: batch)
      drafts.append(try reduced(next, .added(by: amount)))
    }
    try append(drafts)
  }

  private func draft(_ type: String, _ action: [UInt8], by: RecordOrigin, batch: UInt64? = nil) -> RecordDraft {
    seq += 1
    var at = Self.start
    at.microseconds += Int64(seq - 1) * 1_000_000
    return RecordDraft(
      seq: seq, batch: batch ?? seq, at: at, type: type, action: action, by: by, state: digest.value)
  }

  private func reduced(_ draft: RecordDraft, _ action: Toy.Action) throws -> RecordDraft {
    var draft = draft
    let result = try reduce(action, Moment(seq: draft.seq, at: draft.at))
    digest = result.digest
    draft.outcome = RecordOutcome(result.outcome)
    draft.why = result.reason.map { ($0.code, $0.text) }
    draft.effects = result.effects.map(RecordEffect.init)
    draft.state = result.digest.value
    return draft
  }

  private func append(_ drafts: [RecordDraft]) throws {
    var group = CommitGroup(firstSeq: drafts[0].seq)
    for draft in drafts {
      draft.encodeBody(into: &group.bytes)
      group.endRecord(at: draft.at)
    }
    guard writer.reserve(atLeast: group.lineBytes + 4_096) else { throw CocoaError(.fileWriteOutOfSpace) }
    try writer.commit(group)
  }

  /// The names of the segments, in order.
  var segments: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".jsonl") }.sorted()
    }
  }

  /// The lines of all segments without headers.
  var records: [String] {
    get throws {
      try segments.flatMap { name in
        try String(contentsOfFile: directory + "/" + name, encoding: .utf8).split(separator: "\n").dropFirst()
          .map { String($0) }
      }
    }
  }

  /// Changes the bytes of a segment, sealed or not.
  func edit(_ segment: String, _ change: (inout [UInt8]) -> Void) throws {
    let path = directory + "/" + segment
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    change(&bytes)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try Data(bytes).write(to: URL(filePath: path))
    if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path) }
  }
}
