extension Subscriptions {
  /// The subscriber is sent a value of its query, the last one evaluated, which is true at `seq`.
  ///
  /// - Returns: how many values of the query it was not sent since the one before; never more than groups ended behind
  ///   that one and before `seq`.
  mutating func send(_ number: UInt64, _ digest: ValueDigest, seq: UInt64) -> Int {
    guard var subscriber = subscribers[number], let query = queries[subscriber.query] else { return 0 }
    let touches = query.evaluated.count - subscriber.countedAt
    subscriber.sent = digest
    subscriber.seq = seq
    subscriber.countedAt = query.evaluated.count
    subscribers[number] = subscriber
    return max(0, touches - 1)
  }

  /// The subscriber's connection has no room: it is brought up when it has.
  mutating func fallBehind(_ number: UInt64) {
    guard let subscriber = subscribers[number] else { return }
    if queries[subscriber.query]?.ready.remove(number) == nil { return }
    behind[subscriber.connection, default: []].append(number)
  }

  /// A connection has room again.
  mutating func hasRoom(_ connection: ConnectionID) {
    if behind[connection] != nil { roomy.append(connection) }
  }

  /// The connections that have room for those of theirs who fell behind, taken out.
  mutating func takeRoomy() -> [ConnectionID] {
    defer { roomy = [] }
    return roomy
  }

  /// The first of a connection's subscribers that fell behind, ready again.
  ///
  /// - Returns: the subscriber, and its query where that is to be evaluated at once; a long one stands in line for it.
  mutating func catchUp(on connection: ConnectionID) -> (number: UInt64, query: QueryID?)? {
    guard var waiting = behind[connection], !waiting.isEmpty else { return nil }
    let number = waiting.removeFirst()
    behind[connection] = waiting.isEmpty ? nil : waiting
    guard let subscriber = subscribers[number], let query = queries[subscriber.query] else { return (number, nil) }
    let id = subscriber.query
    queries[id]?.ready.insert(number)
    guard query.isLong else { return (number, id) }
    if query.latest?.digest != subscriber.sent { queries[id]?.isDue = true }
    enqueueIfDue(id)
    return (number, nil)
  }
}
