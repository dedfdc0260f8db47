import SystemCalls
import WireProtocol

extension EventLoop {
  /// Answers `slot` with a result, which is JSON. It is sent at the end of the round.
  func reply(_ slot: ReplySlot, result: UnsafeBufferPointer<UInt8>) {
    guard let connection = answer(slot) else { return }
    connection.queue(result: result, for: slot, replyLimit: limits[.replyBytes])
  }

  /// Answers `slot` with a result, which is JSON. It is sent at the end of the round.
  func reply(_ slot: ReplySlot, result: [UInt8]) {
    result.withUnsafeBufferPointer { reply(slot, result: $0) }
  }

  /// Answers `slot` with an error. It is sent at the end of the round.
  func reply(_ slot: ReplySlot, error: WireError) {
    guard let connection = answer(slot) else { return }
    connection.queue(error: error, for: slot)
  }

  /// Whether the connection that asked is still open.
  func isOpen(_ connection: ConnectionID) -> Bool { connections[connection] != nil }

  /// Sets `bytes` aside for the answer of `slot`, which count to what is queued until the answer is: so what is
  /// computed or waits for its seq is bounded like what waits to be sent. Answer the slot that comes back.
  func setAside(_ bytes: Int, for slot: ReplySlot) -> ReplySlot {
    guard let connection = connections[slot.connection] else { return slot }
    connection.flow.owes(bytes)
    var slot = slot
    slot.owe(bytes)
    return slot
  }

  /// Whether the connection has as many bytes coming as it may have.
  func isFull(_ connection: ConnectionID) -> Bool { connections[connection]?.flow.isFull ?? false }

  private func answer(_ slot: ReplySlot) -> Connection? {
    guard let connection = connections[slot.connection] else { return nil }
    connection.flow.answered()
    connection.flow.owes(-slot.owed)
    markDirty(connection)
    return connection
  }

  /// Sends, watches or closes each connection of which something changed.
  func settleAll() {
    var index = 0
    // The service may answer others while it is told that one is gone.
    while index < dirty.count {
      let connection = dirty[index]
      connection.isDirty = false
      if connections[connection.id] != nil { settle(connection) }
      index += 1
    }
    dirty.removeAll(keepingCapacity: true)
  }

  private func settle(_ connection: Connection) {
    send(connection)
    noteRoom(connection)
    if connection.hasLinesHeld, connection.flow.mayTake { resume(connection) }
    switch connection.flow.verdict {
    case .watch(let reading, let writing):
      var events: EpollEvents = []
      if reading, drainDeadline == nil { events.insert(.readable) }
      if writing { events.insert(.writable) }
      watch(connection, events)
      if writing { scheduleCheck() }
    case .drive:
      unwatch(connection)
      if connection.flow.mayTake { resume(connection) }
    case .close(let reason):
      close(connection, reason)
    }
  }

  /// Sends what waits, with one call.
  private func send(_ connection: Connection) {
    guard connection.out.count > 0 else { return }
    let outcome: SendOutcome
    do throws(SystemError) {
      outcome = try connection.out.withWaiting { (bytes) throws(SystemError) in try connection.descriptor.send(bytes) }
    } catch {
      outcome = .peerGone
    }
    switch outcome {
    case .bytes(let count):
      counters.sentBytes += count
      connection.out.drop(count)
      let left = connection.out.count
      connection.flow.moved(left: left, now: left > 0 ? now() : 0)
    case .wouldBlock:
      connection.flow.blocked(now: now())
    case .peerGone:
      connection.out.clear()
      connection.flow.loseOutput()
    }
  }

  private func watch(_ connection: Connection, _ events: EpollEvents) {
    guard connection.watched != events else { return }
    do throws(SystemError) {
      try epoll.modify(connection.descriptor, events, token: connection.id.token)
      connection.watched = events
    } catch {
      close(connection, .failed)
    }
  }

  private func unwatch(_ connection: Connection) {
    guard connection.watched != nil else { return }
    connection.watched = nil
    // It leaves the set at the latest when it is closed.
    try? epoll.remove(connection.descriptor)
  }

  private func close(_ connection: Connection, _ reason: CloseReason) {
    if case .stalled = reason { counters.stalled += 1 }
    unwatch(connection)
    connections.close(connection)
    // Its descriptor closes with its last reference; the next check finds it free.
    if isAcceptPaused { scheduleCheck() }
    service?.connectionClosed(connection.peer, reason)
  }

  func closeAll() {
    for connection in connections.all { close(connection, .stopping) }
    dirty.removeAll()
    resumed.removeAll()
    readable.removeAll()
    roomy.removeAll()
  }

  /// Makes sure that the loop looks again within a second at what would not be reported.
  func scheduleCheck() {
    if nextCheck == nil { nextCheck = now() + Self.checkNanoseconds }
  }

  /// Closes connections whose queues do not move, and tries the listener again.
  func checkIfDue() {
    guard let due = nextCheck else { return }
    let now = now()
    guard now >= due else { return }
    nextCheck = nil
    resumeAcceptingIfPossible()
    for connection in connections.all where connection.flow.isBlocked {
      if isStalled(connection, now: now) {
        close(connection, .stalled(bytes: connection.out.count))
      } else {
        scheduleCheck()
      }
    }
  }

  private func isStalled(_ connection: Connection, now: UInt64) -> Bool {
    do throws(SystemError) {
      let held = try connection.descriptor.sendQueueBytes()
      return connection.flow.isStalled(kernelHolds: held, now: now)
    } catch {
      // A kernel that does not say leaves what it takes.
      return connection.flow.isStalled(now: now)
    }
  }
}
