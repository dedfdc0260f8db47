import CanonicalJSON
import TestSupport

@testable import Daemon

/// Plays the engine around `Subscriptions` in a random order: groups of several records that are durable later, first
/// values and evaluations on the reader thread, slow connections. Beside it each told value is judged by the log of
/// what has been.
struct SubscriptionsPlay {
  /// What waits for a seq to be durable, in order.
  enum Held {
    case first(UInt64)
    case wake([QueryID])
  }

  /// What the reader thread has to do, in order.
  enum Job {
    case first(UInt64)
    case evaluation([QueryID], seq: Int)
  }

  /// One who watches, as the model sees it.
  struct Watcher {
    let target: Int
    /// What it was last told, and the seq of that.
    var value: Int?
    var seq: Int
    /// It has its first value, whose seq need not end a group.
    var isNew = true
  }

  /// The groups that touched a query, at the seqs of their ends.
  struct Log {
    let target: Int
    var all: [Int] = []
    /// Without those that an evaluation has shown to have left the value as it was.
    var counting: [Int] = []
    var latest: (value: Int, seq: Int)?
  }

  static let targets = 4
  static let connections = (0..<3).map { ConnectionID(index: $0, generation: 0) }

  var random: SplitMix64
  var subscriptions = Subscriptions<Toy.State>()
  /// The values of the targets after each seq.
  var history = [[0, 0, 0, 0]]
  /// The seqs at which groups end.
  var ends: Set<Int> = [0]
  var durable = 0
  var touched: Set<QueryID> = []
  var held: [(seq: Int, item: Held)] = []
  var jobs: [Job] = []
  var watchers: [UInt64: Watcher] = [:]
  var logs: [QueryID: Log] = [:]
  var full: Set<ConnectionID> = []
  var told = 0
  var skipped = 0
  var faults: [String] = []
  private var lastNumber: UInt64 = 0
  private let endsAlways: Bool

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    // With groups of one record every first value is of the end of a group, and short values are counted exactly.
    endsAlways = seed % 2 == 0
  }

  var lastSeq: Int { history.count - 1 }

  /// The first two targets are short.
  func isLong(_ target: Int) -> Bool { target >= 2 }

  mutating func chance(_ part: Int, of whole: Int) -> Bool { Int.random(in: 0..<whole, using: &random) < part }

  mutating func run(steps: Int) {
    for _ in 0..<steps {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<7: act()
      case 7: open()
      case 8: if let number = watchers.keys.sorted().randomElement(using: &random), chance(1, of: 3) { close(number) }
      case 9..<13: becomeDurable()
      case 13..<16: readerWorks()
      case 16: toggleRoom()
      default: endOfTick()
      }
    }
  }

  /// Room for all, until nothing is left to do: then each has the newest.
  mutating func settle() {
    for connection in full { subscriptions.hasRoom(connection) }
    full = []
    endGroup()
    for _ in 0..<1_000 where durable < lastSeq || !jobs.isEmpty || subscriptions.wantsState {
      becomeDurable()
      endOfTick()
      readerWorks()
    }
    for (number, watcher) in watchers where watcher.value != history[lastSeq][watcher.target] {
      faults.append("\(number) has \(watcher.value ?? -1) of \(watcher.seq), not the newest")
    }
    if !subscriptions.behind.isEmpty || !jobs.isEmpty { faults.append("something is left to do") }
  }

  private mutating func act() {
    var values = history[lastSeq]
    let target = Int.random(in: 0..<Self.targets, using: &random)
    // Written and yet the same, or what it was before: all of that happens.
    values[target] = Int.random(in: 0..<3, using: &random)
    history.append(values)
    for (id, log) in logs where log.target == target && subscriptions.queries[id] != nil { touched.insert(id) }
    if endsAlways || chance(1, of: 3) { endGroup() }
  }

  private mutating func endGroup() {
    guard !ends.contains(lastSeq) else { return }
    ends.insert(lastSeq)
    held.append((lastSeq, .wake(touched.sorted())))
    touched = []
  }

  private mutating func open() {
    lastNumber += 1
    let target = Int.random(in: 0..<Self.targets, using: &random)
    let connection = Self.connections.randomElement(using: &random) ?? Self.connections[0]
    watchers[lastNumber] = Watcher(target: target, seq: lastSeq)
    subscriptions.open(
      lastNumber, on: connection, .pointer(JSONPointer(tokens: ["q\(target)"])), reads: [.value("q\(target)")],
      isLong: isLong(target), seq: UInt64(lastSeq))
    if let id = subscriptions.subscribers[lastNumber]?.query, logs[id] == nil { logs[id] = Log(target: target) }
    if lastSeq <= durable { show(.first(lastNumber)) } else { held.append((lastSeq, .first(lastNumber))) }
  }

  private mutating func close(_ number: UInt64) {
    subscriptions.close(number)
    watchers[number] = nil
  }

  /// The next group is durable, and what it held back is shown.
  private mutating func becomeDurable() {
    guard let end = ends.filter({ $0 > durable }).min() else { return }
    durable = end
    while let first = held.first, first.seq <= durable {
      held.removeFirst()
      show(first.item)
    }
  }

  private mutating func show(_ item: Held) {
    switch item {
    case .first(let number):
      guard let watcher = watchers[number] else { return }
      if isLong(watcher.target) { jobs.append(.first(number)) } else { opened(number) }
    case .wake(let ids):
      for id in ids where subscriptions.queries[id] != nil {
        logs[id]?.all.append(durable)
        logs[id]?.counting.append(durable)
      }
      for id in subscriptions.wake(ids, seq: UInt64(durable)) { evaluated(id, seq: durable) }
      serve()
    }
  }

  private mutating func opened(_ number: UInt64) {
    guard let watcher = watchers[number], let id = subscriptions.subscribers[number]?.query else { return }
    let value = history[watcher.seq][watcher.target]
    watchers[number]?.value = value
    if logs[id]?.latest == nil { logs[id]?.latest = (value, watcher.seq) }
    subscriptions.opened(number, digest(value))
  }

  private mutating func readerWorks() {
    guard !jobs.isEmpty else { return }
    switch jobs.removeFirst() {
    case .first(let number): opened(number)
    case .evaluation(let ids, let seq):
      let done = Array(ids.prefix(Int.random(in: 1...ids.count, using: &random)))
      subscriptions.endEvaluation(of: done)
      for id in done { evaluated(id, seq: seq) }
    }
  }

  private mutating func evaluated(_ id: QueryID, seq: Int) {
    guard var log = logs[id], subscriptions.queries[id] != nil else { return }
    let value = history[seq][log.target]
    if let latest = log.latest, latest.value == value,
      let last = log.counting.lastIndex(where: { $0 > latest.seq && $0 <= seq })
    {
      log.counting.remove(at: last)
    }
    log.latest = (value, seq)
    logs[id] = log
    for number in subscriptions.evaluated(id, digest(value), seq: UInt64(seq)) { tell(number, value, seq: seq) }
  }

  private mutating func endOfTick() { if durable == lastSeq, subscriptions.wantsState { serve() } }

  private mutating func serve() {
    for connection in subscriptions.takeRoomy() {
      while !full.contains(connection), let next = subscriptions.catchUp(on: connection) {
        guard next.query != nil, let target = watchers[next.number]?.target else { continue }
        let value = history[durable][target]
        if subscriptions.subscribers[next.number]?.sent != digest(value) { tell(next.number, value, seq: durable) }
      }
    }
    let full = full
    let batch = subscriptions.beginEvaluation(most: Int.random(in: 1...3, using: &random)) { !full.contains($0) }
    if !batch.isEmpty { jobs.append(.evaluation(batch.map(\.id), seq: durable)) }
  }

  private mutating func toggleRoom() {
    let connection = Self.connections.randomElement(using: &random) ?? Self.connections[0]
    if full.remove(connection) != nil { subscriptions.hasRoom(connection) } else { full.insert(connection) }
  }

  private func digest(_ value: Int) -> ValueDigest { ValueDigest(kind: 0, [UInt8(value)]) }

  private mutating func tell(_ number: UInt64, _ value: Int, seq: Int) {
    guard let subscriber = subscriptions.subscribers[number], var watcher = watchers[number] else { return }
    guard !full.contains(subscriber.connection) else { return subscriptions.fallBehind(number) }
    let count = subscriptions.send(number, digest(value), seq: UInt64(seq))
    judge(number, watcher, value, seq: seq, skipped: Int(count), logs[subscriber.query] ?? Log(target: 0))
    (watcher.value, watcher.seq, watcher.isNew) = (value, seq, false)
    watchers[number] = watcher
    told += 1
    skipped += Int(count)
  }

  private mutating func judge(
    _ number: UInt64, _ watcher: Watcher, _ value: Int, seq: Int, skipped: Int, _ log: Log
  ) {
    let before = "before \(watcher.value ?? -1) at \(watcher.seq)"
    let place = "\(number) of \(watcher.target), told \(value) at \(seq), \(before)"
    if seq <= watcher.seq || value == watcher.value { faults.append("\(place): again") }
    let between = watcher.seq + 1..<seq + 1
    let counting = log.counting.count { between.contains($0) }
    // What the group after its first value made of the value, it may have had: that one does not count then.
    let least = watcher.isNew ? counting - 1 : counting
    if skipped > max(0, counting - 1) || skipped < least - 1 {
      faults.append("\(place): \(skipped) skipped where \(counting) groups count")
    }
    let all = log.all.count { between.contains($0) }
    if skipped > max(0, all - 1) { faults.append("\(place): \(skipped) skipped of \(all) groups") }
    guard endsAlways, !isLong(watcher.target) else { return }
    let changes = between.count { history[$0][watcher.target] != history[$0 - 1][watcher.target] }
    if skipped != changes - 1 { faults.append("\(place): \(skipped) skipped of \(changes) changes") }
  }
}
