import ActionLog
import CanonicalJSON
import JournalStorage
import RecordFormat
import Replay

extension Engine {
  /// Notes `log.opened` (and `log.domainChanged` where it is due), and once that is durable starts what was
  /// outstanding when the process before ended.
  ///
  /// Where the journal's file system can only be read, nothing is written or started until it can be claimed.
  /// - Throws: when the records cannot be written; the process is to end then.
  func open(_ report: RecoveryReport) throws(JournalError) {
    // What is due may be due before anyone connects.
    defer { setDeadline() }
    if report.isReadOnly {
      becomeReadOnly()
      return
    }
    let note = OwnRecord.RecoveryNote(report)
    appendOwn(.opened(program: settings.version, domainVersion: D.version, recovery: note))
    if let domainChange { appendOwn(domainChange) }
    domainChange = nil
    closeGroup()
    ring.clear()
    while let ready = groups.next() {
      let result = committer.commitHere(ready.group)
      choice.took(nanoseconds: result.nanoseconds)
      let hash = try result.outcome.get()
      room.update(room: committer.writer.roomBytes, committed: ready.group.lineBytes)
      durable = DurablePoint(seq: ready.group.lastSeq, hash: hash, digest: ready.digest)
    }
    startOutstanding()
  }

  private func startOutstanding() {
    let wall = settings.clock.wall()
    let boottime = settings.clock.boottime()
    for timer in reduction.outbox.timers { timers.restore(timer, wall: wall, boottime: boottime) }
    // What is in a performer's hands already is not started twice.
    start(reduction.outbox.startable.filter { !held.isHeld($0.id) })
  }

  /// Claims a journal whose file system can be written again, and takes in what recovery has brought to light.
  ///
  /// - Returns: false while it can still only be read.
  func reclaim() -> Bool {
    do throws(JournalError) {
      guard let report = try committer.writer.claimAgain() else { return false }
      do throws(StartFailure) {
        try catchUp(through: report.servesThrough)
      } catch {
        log.error(error.message)
        end(error.exit)
        return false
      }
      room.update(room: committer.writer.roomBytes)
      try open(report)
      wakeAll()
      return true
    } catch {
      journalFailed(error)
      return false
    }
  }

  /// Folds records that could not be served before.
  private func catchUp(through last: UInt64) throws(StartFailure) {
    guard last > lastSeq else { return }
    let at = clock.last.map { Timestamp(microseconds: $0) }
    let fold = JournalFold(reduction: reduction, window: window, lastSeq: lastSeq, lastAt: at)
    let replay = try JournalReplay<D>(settings.source, fold: fold, traces: traces, through: last)
    reduction = replay.fold.reduction
    window = replay.fold.window
    traces = replay.traces
    domainChange = domainChange ?? replay.domainChange
    reducerFaults += Int(replay.fold.report.brokenPromises)
    lastSeq = replay.fold.lastSeq
    clock = RecordClock(last: replay.fold.lastAt?.microseconds, boottime: settings.clock.boottime())
    durable = DurablePoint(seq: lastSeq, hash: committer.writer.head.hash, digest: reduction.root.digest)
  }
}
