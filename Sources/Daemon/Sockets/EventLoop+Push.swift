extension EventLoop {
  /// Queues one line that answers no request, and sends it at the end of the round. `write` appends it, without a line
  /// feed; it counts to what is queued like any answer.
  ///
  /// - Returns: false, with nothing queued, where nobody is left to take it: the connection is gone, or its peer has
  ///   ended its input (what it is owed is then answered, and no more).
  @discardableResult
  func push(to connection: ConnectionID, _ write: (inout [UInt8]) -> Void) -> Bool {
    guard drainDeadline == nil, let connection = connections[connection], connection.flow.takesPushes else {
      return false
    }
    connection.push(write)
    markDirty(connection)
    return true
  }

  /// Like `push`, for any number of lines: `write` appends each with its line feed.
  func pushLines(to connection: ConnectionID, _ write: (inout [UInt8]) -> Void) -> Bool {
    guard drainDeadline == nil, let connection = connections[connection], connection.flow.takesPushes else {
      return false
    }
    connection.pushLines(write)
    markDirty(connection)
    return true
  }

  /// Bytes that wait to be sent to the connection; 0 for one that is gone.
  func queuedBytes(_ connection: ConnectionID) -> Int { connections[connection]?.flow.queued ?? 0 }

  /// Calls `LineService.drained` once, in a later round, when fewer than `bytes` wait to be sent to the connection.
  /// Never called for one that is gone. Of several that are asked for before that, the most bytes stand.
  func notifyWhenBelow(_ bytes: Int, _ connection: ConnectionID) {
    guard let connection = connections[connection] else { return }
    connection.drainMark = max(bytes, connection.drainMark ?? bytes)
    // It may be below already, and then nothing else would make the loop look.
    markDirty(connection)
  }

  /// Puts a connection that has room again on the list for the next round.
  func noteRoom(_ connection: Connection) {
    guard let mark = connection.drainMark, connection.flow.queued < mark else { return }
    connection.drainMark = nil
    roomy.append(connection)
  }

  /// Tells the service of the connections that have room again.
  func tellRoom() {
    guard !roomy.isEmpty else { return }
    let told = roomy
    roomy = []
    for connection in told where connections[connection.id] != nil { service?.drained(connection.id) }
  }
}
