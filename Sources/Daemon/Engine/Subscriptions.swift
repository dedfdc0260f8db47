import ActionLog

/// The values that connections watch: queries, each evaluated once for all who asked it, and their subscribers.
///
/// A value is sent to a subscriber where it differs from what that subscriber last got. What is sent is not kept:
/// digests tell values apart, and one who had no room is brought up from the state as it is when there is room again.
///
/// `skipped` is counted in values of the query: each that differs from the one before it, at the end of a commit group,
/// counts one. Long queries are evaluated as often as the reader thread manages while somebody has room for the result;
/// of those, a group that touched what is read and was passed over counts one too.
///
/// A pure value; the engine evaluates, sends and knows who has room.
struct Subscriptions<State: StateTree> {
  /// A query with all who watch it.
  struct Watched {
    let query: Query<State>
    let reads: [Read]
    /// Evaluated on the reader thread.
    let isLong: Bool
    /// Everybody who watches it.
    var count = 0
    /// Those who have everything up to the last value, and can be sent the next.
    var ready: Set<UInt64> = []
    /// The last value that was evaluated, and the seq that it was true at.
    var latest: (digest: ValueDigest, seq: UInt64)?
    /// How many values it has had.
    var changes: UInt64 = 0
    /// Of a long one: what it reads was touched, and it was not evaluated since.
    var isDue = false
    /// Of a long one: groups before the one it is due for, that touched what it reads and were passed over.
    var passedOver: UInt64 = 0
    /// Of a long one: it is in line to be evaluated.
    var isQueued = false
  }

  /// One who watches.
  struct Subscriber {
    let connection: ConnectionID
    let query: QueryID
    /// What it last got; nil before its first value is on its way.
    var sent: ValueDigest?
    /// What that was true at.
    var seq: UInt64 = 0
    /// The query's `changes` when it got that.
    var countedAt: UInt64 = 0
    /// It may have got a value that the query has not come to yet: read within a group, before its end, or before the
    /// reader thread came to it.
    var isAhead = false
  }

  var queries: [QueryID: Watched] = [:]
  var subscribers: [UInt64: Subscriber] = [:]
  var index = ReadIndex()
  /// Queries that the open group has touched.
  var touched: Set<QueryID> = []
  /// Long queries to be evaluated, in order.
  var line: [QueryID] = []
  /// What the reader thread is at.
  var evaluating: [QueryID] = []
  /// Those who had no room, by connection, in the order in which they fell behind.
  var behind: [ConnectionID: [UInt64]] = [:]
  /// Connections of such that have room again.
  var roomy: [ConnectionID] = []

  private var numbers: [QueryKey: QueryID] = [:]
  private var keys: [QueryID: QueryKey] = [:]
  private var lastQuery: QueryID = 0

  /// Whether nobody watches anything.
  var isEmpty: Bool { subscribers.isEmpty }

  /// Whether something could be done with the state as of the last durable seq.
  var wantsState: Bool { !roomy.isEmpty || (evaluating.isEmpty && !line.isEmpty) }

  /// Takes in a new subscriber, whose first value is on its way.
  mutating func open(_ number: UInt64, on connection: ConnectionID, _ query: Query<State>, reads: [Read], isLong: Bool)
  {
    let key = QueryKey(query)
    let id: QueryID
    if let known = numbers[key] {
      id = known
    } else {
      lastQuery += 1
      id = lastQuery
      numbers[key] = id
      keys[id] = key
      queries[id] = Watched(query: query, reads: reads, isLong: isLong)
      index.insert(id, reads: reads)
    }
    queries[id]?.count += 1
    subscribers[number] = Subscriber(connection: connection, query: id)
  }

  /// The subscriber was told its first value, true at `seq`; from now on it is told what becomes of it.
  mutating func opened(_ number: UInt64, _ digest: ValueDigest, seq: UInt64) {
    guard var subscriber = subscribers[number], var query = queries[subscriber.query] else { return }
    subscriber.sent = digest
    subscriber.seq = seq
    // What the query is due for is counted when it comes to that; this subscriber has it.
    subscriber.countedAt = query.changes + query.passedOver + (query.isDue ? 1 : 0)
    subscriber.isAhead = query.isDue
    if let latest = query.latest {
      if latest.digest != digest {
        // Otherwise the query went on while the first value was under way.
        if seq >= latest.seq { subscriber.isAhead = true } else { query.isDue = true }
      }
    } else {
      query.latest = (digest, seq)
    }
    query.ready.insert(number)
    subscribers[number] = subscriber
    queries[subscriber.query] = query
    enqueueIfDue(subscriber.query)
  }

  /// Forgets a subscriber, and its query with the last one.
  mutating func close(_ number: UInt64) {
    guard let subscriber = subscribers.removeValue(forKey: number) else { return }
    let id = subscriber.query
    queries[id]?.count -= 1
    queries[id]?.ready.remove(number)
    if var waiting = behind[subscriber.connection] {
      waiting.removeAll { $0 == number }
      behind[subscriber.connection] = waiting.isEmpty ? nil : waiting
    }
    guard let query = queries[id], query.count == 0 else { return }
    queries[id] = nil
    index.remove(id, reads: query.reads)
    touched.remove(id)
    if let key = keys.removeValue(forKey: id) { numbers[key] = nil }
  }
}
