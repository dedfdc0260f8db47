import ActionLog
import CanonicalJSON
import Foundation
import JournalStorage
import RecordFormat
import Replay
import SystemCalls

/// One run of a daemon that wrote into the golden journal, with the real writer and reduction, by a clock of its own.
struct GoldenScript<D: Domain> {
  private let writer: JournalWriter
  private var fold: JournalFold<D>
  private var seq: UInt64
  private var drafts: [RecordDraft] = []

  /// 2026-01-02T03:04:05Z.
  private static var start: Int64 { 1_767_323_045_000_000 }

  private static func at(_ seq: UInt64) -> Timestamp {
    Timestamp(microseconds: start + Int64(seq) * 61_000_001)
  }

  /// Claims the journal, and folds what is there.
  init(_ directory: String, segmentBytes: Int) throws {
    var limits = JournalLimits()
    limits.segmentBytes = segmentBytes
    limits.reserveStep = 64 << 10
    limits.freeFloor = 0
    var fold = JournalFold<D>()
    if FileManager.default.fileExists(atPath: directory) {
      let reader = try JournalReader.open(directory: directory)
      while let line = try reader.next() {
        if line.isFirstOfSegment, let header = reader.header { fold.begin(domainVersion: header.domainVersion) }
        try fold.fold(line.record, check: .trust)
      }
    }
    fold.begin(domainVersion: D.version)
    seq = fold.lastSeq
    self.fold = fold
    let next = seq + 1
    (writer, _) = try JournalWriter.claim(
      directory: directory, fileSystem: FixedUUIDFileSystem(), domain: D.name, domainVersion: D.version,
      limits: limits, clock: { Self.at(next) })
  }

  /// The digest of the state so far.
  var digest: StateDigest { fold.reduction.root.digest }

  /// An action, its payload as it is to stand in the record.
  mutating func action(
    _ type: String, v: Int = 1, _ payload: String, by: RecordOrigin, id: String? = nil, trace: String? = nil,
    cause: UInt64? = nil, effect: String? = nil
  ) throws {
    let bytes = Array(payload.utf8)
    let action = try bytes.withUnsafeBufferPointer {
      try fold.reduction.coding.decode(type: type, v: v, payload: $0, strict: true)
    }
    seq += 1
    let moment = Moment(seq: seq, at: Self.at(seq), effect: effect.flatMap { EffectID($0) })
    let reduced = try fold.reduction.reduce(action, moment)
    var draft = RecordDraft(
      seq: seq, batch: drafts.first?.seq ?? seq, at: moment.at, type: type, v: v, action: bytes, by: by,
      state: reduced.digest.value)
    draft.id = id
    draft.trace = trace
    draft.cause = cause
    draft.effect = effect
    draft.outcome = RecordOutcome(reduced.outcome)
    draft.why = reduced.reason.map { ($0.code, $0.text) }
    draft.effects = reduced.effects.map(RecordEffect.init)
    drafts.append(draft)
  }

  /// A record of the daemon itself.
  mutating func own(_ type: String, _ payload: String, effect: String? = nil) throws {
    seq += 1
    let moment = Moment(seq: seq, at: Self.at(seq), effect: effect.flatMap { EffectID($0) })
    try fold.reduction.fold(moment, effects: [])
    var draft = RecordDraft(
      seq: seq, batch: drafts.first?.seq ?? seq, at: moment.at, type: type, action: Array(payload.utf8),
      by: .system("actionlogd"), state: digest.value)
    draft.effect = effect
    drafts.append(draft)
  }

  /// Commits what was added since the last time as one group.
  mutating func commit() throws {
    guard let first = drafts.first else { return }
    var group = CommitGroup(firstSeq: first.seq)
    for draft in drafts {
      draft.encodeBody(into: &group.bytes)
      group.endRecord(at: draft.at)
    }
    drafts = []
    guard writer.reserve(atLeast: group.lineBytes + 4_096) else { throw CocoaError(.fileWriteOutOfSpace) }
    try writer.commit(group)
  }

  func close() { writer.close() }
}

/// The real file system, whose only uuid is that of the golden journal.
private struct FixedUUIDFileSystem: JournalFileSystem {
  private let base = RealFileSystem()

  func makeUUID() -> String { "0f1e2d3c-4b5a-4697-8877-665544332211" }
  func open(_ path: String, _ mode: JournalOpenMode) throws(SystemError) -> any JournalFile {
    try base.open(path, mode)
  }
  func status(of path: String) throws(SystemError) -> JournalFileStatus? { try base.status(of: path) }
  func names(in path: String) throws(SystemError) -> [String] { try base.names(in: path) }
  func makeDirectory(_ path: String) throws(SystemError) { try base.makeDirectory(path) }
  func rename(_ path: String, to new: String) throws(SystemError) { try base.rename(path, to: new) }
  func remove(_ path: String) throws(SystemError) { try base.remove(path) }
  func freeBytes(at path: String) throws(SystemError) -> Int { try base.freeBytes(at: path) }
  func pause(milliseconds: Int) { base.pause(milliseconds: milliseconds) }
}
