import ActionLog
import WireProtocol

extension Engine {
  /// Begins a clean stop: nothing new is admitted, what was admitted is committed.
  func stopRequested() {
    guard phase == .running else { return }
    phase = .stopping(until: settings.clock.boottime() + settings.stopReadNanoseconds)
    settings.notifier.stopping(status: "committing what was admitted")
    loop.stopAccepting()
    performer.stop()
    refuseDeferred()
    for waiter in seqWaiters.drain() { refuse(waiter.slot, .stopping()) }
  }

  /// Goes on with a stop as far as it can: `log.closed` once all is durable and read, the end once that is durable.
  func advanceStop() {
    guard inFlight == nil, groups.isEmpty else { return }
    switch phase {
    case .running, .ended: break
    case .stopping(let until):
      guard reads.count == 0 else { return }
      phase = .closing(until: until)
      // A journal that can only be read takes no record, and had none since it was opened.
      if committer.writer.status.isReadOnly { return advanceStop() }
      appendOwn(.closed(why: "asked to stop"))
      pump()
      advanceStop()
    case .closing(let until):
      serveFollowers()
      if hasFollowersBehind, settings.clock.boottime() < until { return }
      phase = .ended
      loop.finish()
    case .faulted:
      serveFollowers()
      phase = .ended
      loop.finish()
    }
  }

  /// Gives up long reads that would hold up a stop.
  func endLateReads() {
    guard let deadline = phase.readDeadline, settings.clock.boottime() >= deadline else { return }
    for slot in reads.drain() { refuse(slot, .stopping()) }
  }

  /// The domain asked for what no domain may: nothing of the action is written, and the process ends.
  func domainBroke(_ fault: DomainFault, on type: String) {
    log.error(
      "a fault in the domain: \(type) (it would have been seq \(fault.seq)): \(fault); nothing of it was written")
    exit = .domainFault
    self.fault = fault
    phase = .faulted
    loop.stopAccepting()
    performer.stop()
    for waiter in seqWaiters.drain() { refuse(waiter.slot, .stopping()) }
  }
}
