import ActionLog

extension Subscriptions {
  /// An action of the open group changed this.
  mutating func touch(_ changes: ChangeSet) {
    index.add(affectedBy: changes, to: &touched)
  }

  /// The queries that the group at its end has touched, taken out, in order.
  mutating func takeTouched() -> [QueryID] {
    guard !touched.isEmpty else { return [] }
    defer { touched.removeAll(keepingCapacity: true) }
    return touched.sorted()
  }

  /// A group that touched these queries, and ends at `seq`, is durable.
  ///
  /// - Returns: those to be evaluated at once, on its state; the long ones stand in line.
  mutating func wake(_ touched: [QueryID], seq: UInt64) -> [QueryID] {
    touched.filter { id in
      guard let query = queries[id] else { return false }
      if seq > query.touches.seq { count(touch: seq, of: id) }
      guard query.isLong else { return true }
      queries[id]?.isDue = true
      enqueueIfDue(id)
      return false
    }
  }

  private mutating func count(touch seq: UInt64, of id: QueryID) {
    guard let query = queries[id] else { return }
    queries[id]?.touches = Touches(count: query.touches.count + 1, seq: seq)
    // They were admitted behind what this group did, so their first value has it.
    for number in query.ahead where subscribers[number].map({ $0.seq >= seq }) == true {
      subscribers[number]?.countedAt += 1
    }
  }

  /// All queries: the state came from elsewhere.
  var all: [QueryID] { queries.keys.sorted() }

  /// A query was evaluated on the state as of `seq`.
  ///
  /// - Returns: who is ready and has something else than this, oldest first.
  mutating func evaluated(_ id: QueryID, _ digest: ValueDigest, seq: UInt64) -> [UInt64] {
    guard var query = queries.removeValue(forKey: id) else { return [] }
    if !query.isLong { query.evaluated = query.touches }
    if let latest = query.latest, latest.digest == digest, query.evaluated.seq > latest.seq {
      // The last group that touched it left it as it was.
      query.touches.count -= 1
      query.evaluated.count -= 1
      for number in query.ahead where subscribers[number].map({ $0.seq >= query.evaluated.seq }) == true {
        subscribers[number]?.countedAt -= 1
      }
    }
    query.latest = (digest, seq)
    query.ahead = query.ahead.filter { number in
      guard let subscriber = subscribers[number] else { return false }
      if subscriber.seq > seq { return true }
      // The one group since then left what it has as it was, or had made it before its first value was read.
      if subscriber.sent == digest, subscriber.countedAt + 1 == query.evaluated.count {
        subscribers[number]?.countedAt += 1
      }
      return false
    }
    queries[id] = query
    return query.ready.filter { number in
      // One that began with a newer value while this one was under way is not sent it.
      subscribers[number].map { $0.sent != digest && $0.seq <= seq } == true
    }.sorted()
  }

  // MARK: - Long queries

  /// Puts a long query in line, where it is due and somebody could be sent its value.
  mutating func enqueueIfDue(_ id: QueryID) {
    guard let query = queries[id], query.isDue, !query.isQueued, !query.ready.isEmpty else { return }
    queries[id]?.isQueued = true
    line.append(id)
  }

  /// The next long queries to be evaluated, `most` at most; none while others are under way.
  ///
  /// Only for those who could be sent the result is anything evaluated; the others fall behind.
  mutating func beginEvaluation(
    most: Int, hasRoom: (ConnectionID) -> Bool
  ) -> [(id: QueryID, query: Query<State>)] {
    guard evaluating.isEmpty, !line.isEmpty else { return [] }
    var batch: [(id: QueryID, query: Query<State>)] = []
    var taken = 0
    while taken < line.count, batch.count < most {
      let id = line[taken]
      taken += 1
      guard let query = queries[id] else { continue }
      queries[id]?.isQueued = false
      for number in query.ready.sorted() {
        if let subscriber = subscribers[number], !hasRoom(subscriber.connection) { fallBehind(number) }
      }
      // It stays due for when somebody has room.
      if queries[id]?.ready.isEmpty != false { continue }
      queries[id]?.isDue = false
      queries[id]?.evaluated = query.touches
      batch.append((id, query.query))
    }
    line.removeFirst(taken)
    evaluating = batch.map(\.id)
    return batch
  }

  /// The reader thread is done with these; what else it was given comes first in line again.
  mutating func endEvaluation(of done: [QueryID]) {
    let missing = evaluating.filter { !done.contains($0) && queries[$0] != nil }
    evaluating = []
    for id in missing {
      // Touched meanwhile, it may stand in line already.
      queries[id]?.isDue = true
      queries[id]?.isQueued = true
    }
    line = missing.filter { !line.contains($0) } + line
  }
}
