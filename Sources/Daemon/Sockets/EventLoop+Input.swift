import SystemCalls
import WireProtocol

extension EventLoop {
  /// The least room that is offered to one receive, in bytes.
  private static let receiveBytes = 16 << 10

  /// Reads what is ready and what could not be taken in an earlier round.
  func readAll() {
    let earlier = resumed
    resumed.removeAll(keepingCapacity: true)
    for connection in earlier { connection.isResumed = false }
    guard drainDeadline == nil else { return readable.removeAll(keepingCapacity: true) }
    for connection in earlier { read(connection) }
    for connection in readable { read(connection) }
    readable.removeAll(keepingCapacity: true)
  }

  /// Takes the lines that are buffered, receives once, and takes lines again.
  private func read(_ connection: Connection) {
    guard connections[connection.id] != nil else { return }
    markDirty(connection)
    takeLines(connection)
    guard connection.flow.mayReceive, receive(connection) else { return }
    takeLines(connection)
  }

  /// Receives once; whether anything changed.
  private func receive(_ connection: Connection) -> Bool {
    do throws(SystemError) {
      switch try connection.descriptor.receive(into: connection.framer.space(atLeast: Self.receiveBytes)) {
      case .bytes(let count):
        connection.framer.filled(count)
        if connection.flow.hungUp { resume(connection) }
        return true
      case .wouldBlock:
        // A peer that is gone sends no more; waiting for it would never end.
        if connection.flow.hungUp { connection.flow.endInput() }
        return connection.flow.inputEnded
      case .ended:
        connection.flow.endInput()
        return true
      case .reset:
        connection.flow.loseOutput()
        connection.flow.endInput()
        return true
      }
    } catch {
      connection.flow.loseOutput()
      connection.flow.endInput()
      return true
    }
  }

  private func takeLines(_ connection: Connection) {
    while connection.flow.mayTake {
      switch connection.framer.next() {
      case .line(let line):
        take(line, connection)
      case .overlong(let length):
        refuseOverlong(length, connection)
      case .needMore:
        connection.hasLinesHeld = false
        if connection.flow.inputEnded { takeLastLine(connection) }
        return
      }
    }
    connection.hasLinesHeld = !connection.flow.inputExhausted
  }

  /// The last line needs no line feed: a request that was cut is not whole JSON, and does nothing.
  private func takeLastLine(_ connection: Connection) {
    switch connection.framer.finish() {
    case .line(let line): take(line, connection)
    case .overlong(let length): refuseOverlong(length, connection)
    case .needMore: break
    }
    connection.flow.exhaustInput()
  }

  private func refuseOverlong(_ length: Int, _ connection: Connection) {
    counters.refused += 1
    connection.queue(error: .tooLongLine(limit: limits[.lineBytes], length: length), id: .null)
  }

  private func take(_ line: UnsafeBufferPointer<UInt8>, _ connection: Connection) {
    switch parser.parse(line) {
    case .single(let member):
      take(member, connection, batch: 0)
    case .batch(let members):
      let batch = connection.open(BatchCollector(count: members.count, limit: limits[.replyBytes]))
      for member in members { take(member, connection, batch: batch) }
    case .refused(let error):
      counters.refused += 1
      connection.queue(error: error, id: .null)
    }
  }

  private func take(_ member: ParsedMember<RPCCall>, _ connection: Connection, batch: UInt32) {
    let slot = ReplySlot(connection: connection.id, id: member.id, batch: batch)
    switch member.call {
    case .success(let call):
      counters.requests += 1
      connection.flow.began()
      service?.receive(RPCRequest(id: member.id, call: call), from: connection.peer, slot: slot)
    case .failure(let error):
      counters.refused += 1
      connection.queue(error: error, for: slot)
    }
  }
}
