import ActionLog
import JournalStorage
import RecordFormat
import Replay
import SystemCalls

/// The state of a journal, folded from its records: all of them at start-up, or those that come after a fold.
struct JournalReplay<D: Domain> {
  /// Everything as of the last record folded.
  private(set) var fold: JournalFold<D>
  /// Traces of the requests whose effects and timers are outstanding.
  private(set) var traces: [EffectID: String]
  /// An older version of the domain after which no `log.domainChanged` has been found yet.
  private var unnoted: Int?
  private var bytes = 0
  private var nanoseconds: UInt64 = 0

  /// Folds the records of the journal that `configuration` names, from its start up to `last`.
  ///
  /// - Throws: damage is exit 4; what this version does not read, or reads differently, is exit 5.
  init(_ configuration: DaemonConfiguration, through last: UInt64) throws(StartFailure) {
    let window = IdempotencyWindow(capacity: configuration.limits[.idempotencyWindow])
    try self.init(JournalSource(configuration), fold: JournalFold(window: window), traces: [:], through: last)
  }

  /// Goes on from `fold` with the records after it, up to `last`.
  init(
    _ source: JournalSource, fold: JournalFold<D>, traces: [EffectID: String], through last: UInt64
  ) throws(StartFailure) {
    self.fold = fold
    self.traces = traces
    let begin = Clock.monotonicNanoseconds()
    let reader = try source.open(from: fold.lastSeq + 1, domain: D.name, version: D.version)
    while self.fold.lastSeq < last, let line = try source.next(reader) {
      if let version = reader.header?.domainVersion, version != self.fold.report.journalVersion { enter(version) }
      do throws(ReplayFailure) {
        TrapNote.begin(.replaying, line.record.typeText.spelled, seq: line.record.seq)
        defer { TrapNote.end() }
        try self.fold.fold(line.record, check: .trust)
      } catch {
        let place = "\(source.directory)/\(reader.file):\(line.line):\(line.offset)"
        let remedy = error.remedy.map { "; \($0)" } ?? ""
        let command = "\(source.client) replay --check \(StartText.quoted(source.directory))"
        throw StartFailure(
          .replayDiffers, "\(place): replay differs: \(error)\(remedy); `\(command)` shows both sides")
      }
      note(line.record)
    }
    enter(D.version)
    prune()
    bytes = reader.bytesRead
    nanoseconds = Clock.monotonicNanoseconds() - begin
  }

  /// What `log.domainChanged` is to tell; nil where none is due.
  var domainChange: OwnRecord? {
    unnoted.map {
      .domainChanged(
        from: $0, to: D.version, digest: fold.reduction.root.digest, differences: Int(fold.report.differingOutcomes))
    }
  }

  /// What was replayed and how fast, in one line.
  var summary: String {
    if fold.report.records == 0 { return "a journal without records: nothing to replay" }
    let rate = Int(Double(fold.report.records) / (Double(max(1, nanoseconds)) / 1e9))
    return "replayed \(fold.report.records) records (\(bytes) bytes) in \((nanoseconds + 500_000) / 1_000_000) ms, "
      + "\(rate) records/s; state \(fold.reduction.root.digest.hex16)"
  }

  private mutating func enter(_ version: Int) {
    if let before = fold.report.journalVersion, before != version { unnoted = unnoted ?? before }
    fold.begin(domainVersion: version)
  }

  private mutating func note(_ line: RecordLine) {
    if line.typeText == "log.domainChanged" { unnoted = nil }
    guard line.hasEffects, let trace = line.trace, let effects = try? line.effects else { return }
    for effect in effects {
      if let id = EffectID(effect.id) { traces[id] = trace }
    }
    // Those that have settled are dropped now and then, so that a long journal needs no more memory than its outbox.
    if traces.count > 1_024 + 2 * fold.reduction.outbox.count { prune() }
  }

  private mutating func prune() {
    traces = traces.filter { fold.reduction.outbox.isOutstanding($0.key) }
  }
}
