import ActionLog
import CanonicalJSON
import RecordFormat

@testable import Replay

/// Records as a live engine of one domain writes them, without any daemon.
struct JournalScript<D: Domain> {
  var reduction = Reduction<D>()
  var window = IdempotencyWindow()
  /// The lines without their line ends.
  var lines: [[UInt8]] = []
  var seq: UInt64 = 0
  private var previous = RecordHash()

  /// Dispatches an action as the client of uid 1000, or as the report on an effect.
  mutating func dispatch(
    _ action: D.Action, id: String? = nil, uid: UInt32 = 1000, effect: String? = nil, payload: String? = nil
  ) throws {
    seq += 1
    let at = Timestamp(microseconds: 1_700_000_000_000_000 + Int64(seq) * 1000)
    let encoded = try reduction.coding.encode(action)
    let reduced = try reduction.reduce(
      action, Moment(seq: seq, at: at, effect: effect.flatMap { EffectID($0) }))
    var draft = RecordDraft(
      seq: seq, batch: seq, at: at, type: encoded.type, v: encoded.v,
      action: payload.map { Array($0.utf8) } ?? encoded.payload,
      by: effect.map { .effect($0, uid: nil) } ?? .client(uid: uid, gid: 1000, pid: 7, label: nil),
      state: reduced.digest.value)
    draft.id = id
    draft.effect = effect
    draft.outcome = RecordOutcome(reduced.outcome)
    draft.why = reduced.reason.map { ($0.code, $0.text) }
    draft.effects = reduced.effects.map(RecordEffect.init)
    seal(draft)
    guard let id else { return }
    window.append(
      IdempotencyWindow.Row(
        key: WindowDigest(uid: uid, id: id),
        content: try encoded.payload.withUnsafeBufferPointer { bytes in
          try WindowDigest(type: encoded.type, v: encoded.v, action: bytes)
        },
        seq: seq, at: at, outcome: reduced.outcome, state: reduced.digest.value, why: reduced.reason))
  }

  /// A record of the daemon itself.
  mutating func daemon(_ type: String, effect: String? = nil) throws {
    seq += 1
    let at = Timestamp(microseconds: 1_700_000_000_000_000 + Int64(seq) * 1000)
    var draft = RecordDraft(
      seq: seq, batch: seq, at: at, type: type, action: Array("{}".utf8), by: .system("actionlogd"),
      state: reduction.root.digest.value)
    draft.effect = effect
    try reduction.fold(Moment(seq: seq, at: at, effect: effect.flatMap { EffectID($0) }), effects: [])
    seal(draft)
  }

  private mutating func seal(_ draft: RecordDraft) {
    var line: [UInt8] = []
    draft.encodeBody(into: &line)
    previous = HashChain.seal(into: &line, bodyStart: 0, previous: previous)
    while line.last == 0x0A { line.removeLast() }
    lines.append(line)
  }

  /// Changes the text of a record, as a hand or another version would have.
  mutating func edit(_ seq: Int, _ old: String, _ new: String) {
    let text = String(decoding: lines[seq - 1], as: UTF8.self)
    precondition(text.contains(old), "\(old) is not in \(text)")
    lines[seq - 1] = Array(text.split(separator: old, omittingEmptySubsequences: false).joined(separator: new).utf8)
  }
}

extension JournalFold {
  /// Folds lines one after another.
  mutating func fold(_ lines: [[UInt8]], check: ReplayCheck = .trust) throws {
    for line in lines {
      try line.withUnsafeBufferPointer { bytes in try fold(try RecordLine(parsing: bytes), check: check) }
    }
  }
}

/// The failure with which lines fold, if any.
func failure<D: Domain>(
  of lines: [[UInt8]], as domain: D.Type, check: ReplayCheck = .full(invariants: true)
) throws -> ReplayFailure? {
  var fold = JournalFold<D>()
  fold.begin(domainVersion: D.version)
  do {
    try fold.fold(lines, check: check)
    return nil
  } catch let failure as ReplayFailure {
    return failure
  }
}
