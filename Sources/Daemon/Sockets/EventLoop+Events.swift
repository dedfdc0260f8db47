import SystemCalls

extension EventLoop {
  /// What stands for the loop's own descriptors; connections have tokens below these, as no place has this index.
  enum Token {
    static let listener = UInt64.max
    static let waker = UInt64.max - 1
    static let timer = UInt64.max - 2
    static let signals = UInt64.max - 3
  }

  struct Events: OptionSet {
    let rawValue: UInt8
    static let stop = Events(rawValue: 1)
    static let wake = Events(rawValue: 2)
    static let deadline = Events(rawValue: 4)
    static let listener = Events(rawValue: 8)
  }

  /// Sorts the events of this round.
  func collect() -> Events {
    var events: Events = []
    for index in 0..<ready.count {
      let (what, token) = ready[index]
      switch token {
      case Token.listener: events.insert(.listener)
      case Token.waker: if waker.event.drain() { events.insert(.wake) }
      case Token.timer: if timer.drain() { events.insert(.deadline) }
      case Token.signals: if drainSignals() { events.insert(.stop) }
      default: note(what, of: ConnectionID(token: token))
      }
    }
    return events
  }

  private func note(_ what: EpollEvents, of id: ConnectionID) {
    guard let connection = connections[id] else { return }
    if !what.isDisjoint(with: [.hangUp, .failed]) {
      connection.flow.hangUp()
      connection.out.clear()
      resume(connection)
    } else if what.contains(.readable) {
      readable.append(connection)
    }
    markDirty(connection)
  }

  private func drainSignals() -> Bool {
    // A signal that cannot be read stays readable: it is seen again in the next round.
    (try? signals?.drain()) ?? false
  }

  /// Puts `connection` on the list for the end of the round.
  func markDirty(_ connection: Connection) {
    guard !connection.isDirty else { return }
    connection.isDirty = true
    dirty.append(connection)
  }

  /// Puts `connection` on the list of those that are read in the next round without being asked.
  func resume(_ connection: Connection) {
    guard !connection.isResumed else { return }
    connection.isResumed = true
    resumed.append(connection)
  }
}
