import ActionLog

/// The values that connections watch: queries, each evaluated once for all who asked it, and their subscribers.
///
/// A value is sent to a subscriber where it differs from what that subscriber last got. What is sent is not kept:
/// digests tell values apart, and one who had no room is brought up from the state as it is when there is room again.
///
/// `skipped` is counted in groups that touched what a query reads, at the seqs of their ends: of those that lie behind
/// what a subscriber has and up to what it is sent, all but the one it is sent. A group that left the value as it was
/// does not count; long queries are evaluated as often as the reader thread manages while somebody has room for the
/// result, and of groups that were passed over each counts.
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
    /// How many groups touched what it reads, up to the last that is durable; those that are known to have left the
    /// value as it was do not count.
    var touches = Touches()
    /// The same, up to the state that is under evaluation or was evaluated last.
    var evaluated = Touches()
    /// Those whose first value may be of a later seq than the last evaluation, so that what they have counted may yet
    /// change.
    var ahead: Set<UInt64> = []
    /// Of a long one: it is to be evaluated again.
    var isDue = false
    /// Of a long one: it is in line to be evaluated.
    var isQueued = false
  }

  /// Groups that count.
  struct Touches {
    var count = 0
    /// The end of the last of them.
    var seq: UInt64 = 0
  }

  /// One who watches.
  struct Subscriber {
    let connection: ConnectionID
    let query: QueryID
    /// What it last got; nil before its first value is on its way.
    var sent: ValueDigest?
    /// What that is true at.
    var seq: UInt64
    /// The query's touches up to that seq.
    var countedAt: Int
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

  /// Takes in a new subscriber, whose first value is on its way and will be that of `seq`, the last admitted one.
  mutating func open(
    _ number: UInt64, on connection: ConnectionID, _ query: Query<State>, reads: [Read], isLong: Bool, seq: UInt64
  ) {
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
    queries[id]?.ahead.insert(number)
    let counted = queries[id]?.touches.count ?? 0
    subscribers[number] = Subscriber(connection: connection, query: id, seq: seq, countedAt: counted)
  }

  /// The subscriber was told its first value; from now on it is told what becomes of it.
  mutating func opened(_ number: UInt64, _ digest: ValueDigest) {
    guard let subscriber = subscribers[number], var query = queries[subscriber.query] else { return }
    subscribers[number]?.sent = digest
    if let latest = query.latest {
      // Otherwise the query went on while the first value was under way.
      if latest.digest != digest, subscriber.seq < latest.seq { query.isDue = true }
    } else {
      query.latest = (digest, subscriber.seq)
    }
    query.ready.insert(number)
    queries[subscriber.query] = query
    enqueueIfDue(subscriber.query)
  }

  /// Forgets a subscriber, and its query with the last one.
  mutating func close(_ number: UInt64) {
    guard let subscriber = subscribers.removeValue(forKey: number) else { return }
    let id = subscriber.query
    queries[id]?.count -= 1
    queries[id]?.ready.remove(number)
    queries[id]?.ahead.remove(number)
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
