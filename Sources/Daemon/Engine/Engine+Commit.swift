import ActionLog
import JournalStorage
import WireProtocol

extension Engine {
  /// Has the next group committed, if nothing is in flight.
  func pump() {
    while phase != .ended, inFlight == nil {
      dispatchDeferred()
      var next = groups.next()
      if next == nil {
        closeGroup()
        next = groups.next()
      }
      guard let ready = next else { return }
      inFlight = ready
      if !loop.isMoreInputHeld, choice.isInline(bytes: ready.group.bytes.count, records: ready.group.count) {
        commitFinished(committer.commitHere(ready.group, keepsLines: keepsLines))
      } else {
        committer.start(ready.group, keepsLines: keepsLines)
      }
    }
  }

  /// The group in flight is on disk, or will never be.
  func commitFinished(_ result: CommitResult) {
    guard let ready = inFlight else { preconditionFailure("a result without a group") }
    inFlight = nil
    choice.took(nanoseconds: result.nanoseconds)
    switch result.outcome {
    case .success(let hash):
      room.update(room: committer.writer.roomBytes, committed: ready.group.lineBytes)
      durable = DurablePoint(seq: ready.group.lastSeq, hash: hash, digest: ready.digest)
      keepLive(ready.group, result.lines)
      durableSnapshot = ready.snapshot
      release()
      durableSnapshot = nil
      if readOnly != nil || !deferredReports.isEmpty { admitDeferredReports() }
    case .failure(let error):
      journalFailed(error)
    }
  }

  /// Holds what shows a record until the record is durable; at once where it is.
  func reply(_ item: Waiting, at seq: UInt64) {
    if seq <= durable.seq {
      show(item)
    } else {
      // A twin of one in flight comes late for its seq, and waits with what came before it.
      waiting.append(item, until: max(seq, waiting.lastSeq ?? seq))
    }
  }

  /// Holds a long read until what it is true at is durable.
  func reply(_ slot: ReplySlot, with read: LongRead<D>) {
    reply(.longRead(slot) { [unowned self] in start(read, slot: slot) }, at: read.seq)
  }

  /// Shows everything that has become durable.
  private func release() {
    while let item = waiting.next(durable: durable.seq) { show(item) }
  }

  private func show(_ item: Waiting) {
    switch item {
    case .dispatched(let slot, let result): loop.reply(slot, result: result.json)
    case .value(let slot, let value): answer(slot, value)
    case .refused(let slot, let error): refuse(slot, error)
    case .follow(let slot, let start): begin(start, slot: slot)
    case .longRead(_, let start): start()
    case .start(let effects): start(effects)
    case .observe(let show): show()
    case .subscribed(let slot, let value): answer(slot, value)
    case .wake(let touched): wake(touched)
    }
  }

  /// Rule 7: nothing is acknowledged any more. What is held is told so, and the process ends.
  func journalFailed(_ error: JournalError) {
    log.error("the journal failed: \(error)")
    end(.journalFailed)
  }

  /// Ends at once: what is held may or may not be durable, and what was not admitted was not done.
  func end(_ exit: DaemonExit) {
    guard phase != .ended else { return }
    self.exit = exit
    phase = .ended
    let unknown = WireError.unknownOutcome(durableSeq: durable.seq)
    for item in waiting.drain() {
      switch item {
      case .dispatched(let slot, _), .value(let slot, _), .longRead(let slot, _), .subscribed(let slot, _),
        .refused(let slot, _), .follow(let slot, _):
        refuse(slot, unknown)
      case .start, .observe, .wake: break
      }
    }
    for waiter in seqWaiters.drain() { refuse(waiter.slot, unknown) }
    for slot in reads.drain() { refuse(slot, unknown) }
    refuseDeferred()
    serveFollowers()
    loop.stopAccepting()
    performer.stop()
    loop.finish()
  }

  /// Answers the dispatches that were never admitted: nothing was done.
  func refuseDeferred() {
    for request in deferred { refuse(request.slot, .stopping()) }
    deferred = []
    deferredBytes = 0
  }
}
