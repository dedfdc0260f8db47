import JournalStorage
import TestSupport
import Testing
import WireProtocol

@testable import Daemon

@Suite("A follower, from the files to the live ring and back")
struct FollowerTests {
  @Test("it rests at the head, reads history behind the ring, and is live within it")
  func steps() {
    let frame = RecordFrame(subscription: 7, types: nil)
    var atHead = Follower(from: 11, frame: frame)
    #expect(atHead.step(queued: 0, durable: 10, ring: nil) == .rest)
    #expect(atHead.step(queued: 0, durable: 11, ring: 11...11) == .live)
    atHead.sentLive(before: 12)
    #expect(atHead.step(queued: 0, durable: 11, ring: 11...11) == .rest)
    var behind = Follower(from: 0, frame: frame)
    #expect(behind.step(queued: behind.bounds.queueBytes, durable: 10, ring: 5...10) == .waitForRoom)
    #expect(behind.step(queued: 0, durable: 10, ring: 5...10, mayRead: false) == .rest)
    #expect(behind.step(queued: 0, durable: 10, ring: 5...10) == .history(HistoryPlace(from: 1)))
    #expect(behind.step(queued: 0, durable: 10, ring: 5...10) == .rest, "one piece at a time")
    behind.sentHistory(to: HistoryPlace(from: 5))
    #expect(behind.step(queued: 0, durable: 10, ring: 5...10) == .live)
    #expect(behind.step(queued: 0, durable: 10, ring: 7...10) == .history(HistoryPlace(from: 5)), "the ring moved on")
    var beyond = Follower(from: 11, frame: frame)
    #expect(beyond.step(queued: 0, durable: 12, ring: 5...10) == .history(HistoryPlace(from: 11)))
  }

  @Test("its notifications carry the stored line as it is")
  func frame() throws {
    var scene = try JournalScene(seed: 1)
    let group = try scene.commit([("feed.queryChanged", 4), ("log.opened", 0)])
    var ring = LiveRing(bytesMax: 1 << 20)
    ring.append(group)
    var bytes: [UInt8] = []
    #expect(RecordFrame(subscription: 12, types: nil).append(from: ring, next: 1, room: 1 << 20, to: &bytes) == 3)
    let expected = scene.lines.map {
      #"{"jsonrpc":"2.0","method":"record","params":{"subscription":12,"record":\#($0)}}"#
    }
    #expect(String(decoding: bytes, as: UTF8.self) == expected.map { $0 + "\n" }.joined())
    bytes = []
    let feeds = RecordFrame(subscription: 12, types: [Glob("feed.*"), Glob("sync.*")])
    #expect(feeds.append(from: ring, next: 1, room: 1 << 20, to: &bytes) == 3)
    #expect(String(decoding: bytes, as: UTF8.self) == expected[0] + "\n")
    bytes = []
    #expect(feeds.append(from: ring, next: 1, room: 1, to: &bytes) == 2, "a full connection gets the rest later")
  }

  @Test("whatever comes between, each follower gets each record that it wants once, in order, and its queue is bounded")
  func interleavings() throws {
    var (live, fromFiles) = (0, 0)
    for _ in 0..<30 {
      let seed = UInt64.random(in: 0 ... .max)
      var play = try FollowerPlay(seed: seed)
      try play.run(steps: 600)
      try play.settle()
      #expect(play.faults == [], "seed \(seed)")
      live += play.servedLive
      fromFiles += play.servedFromFiles
    }
    #expect(live > 30 && fromFiles > 300)
  }
}

/// Commits, reads, deliveries and slow clients in a random order, beside a model that is obviously right.
private struct FollowerPlay {
  struct Client {
    var follower: Follower
    var isLeft = false
    let from: UInt64
    let glob: String?
    /// The head that the piece at hand is read through, and from where.
    var reading: (head: JournalStatus.Head, place: HistoryPlace)?
    var queue: [UInt8] = []
    var received: [UInt8] = []

    mutating func letGo() { (queue, received) = ([], []) }
  }

  private var random: SplitMix64
  private var scene: JournalScene
  private var ring = LiveRing(bytesMax: 20_000)
  private var clients: [Client] = []
  private var types: [String] = []
  var faults: [String] = []
  var servedLive = 0
  var servedFromFiles = 0

  private static let bounds = Follower.Bounds(queueBytes: 4_500, pieceBytes: 4_500)
  /// The longest notification. The shortest line is longer than twice what a notification has around its line.
  private static let longest = 800
  /// Nothing is added at the bound; the last thing that was is a piece of lines in their notifications.
  private static let queueMax = bounds.queueBytes + bounds.pieceBytes * 3 / 2 + longest

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    scene = try JournalScene(seed: seed, segmentBytes: 20_000)
  }

  mutating func run(steps: Int) throws {
    for _ in 0..<steps {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<27: try commit()
      case 27..<30: join()
      case 30..<50: try each { try $0.read(&$1) }
      case 50..<75: try each { $0.serve(&$1) }
      case 75..<99: try each { $0.take(&$1, Int.random(in: 0...6_000, using: &$0.random)) }
      default: try each { $1.isLeft = true }
      }
    }
  }

  /// Goes on until nobody has anything coming, and compares.
  mutating func settle() throws {
    for index in clients.indices where !clients[index].isLeft {
      var client = clients[index]
      clients[index].letGo()
      while client.follower.next <= scene.head.seq || client.reading != nil || !client.queue.isEmpty {
        serve(&client)
        try read(&client)
        take(&client, .max)
      }
      let number = index + 1
      let wanted = (client.from..<scene.head.seq + 1).filter { seq in
        client.glob.map { Glob($0).matches(types[Int(seq - 1)]) } ?? true
      }
      let expected = wanted.map {
        #"{"jsonrpc":"2.0","method":"record","params":{"subscription":\#(number),"record":\#(scene.lines[Int($0 - 1)])}}"#
          + "\n"
      }.joined()
      if String(decoding: client.received, as: UTF8.self) != expected { faults.append("client \(number) differs") }
    }
  }

  private mutating func each(_ body: (inout Self, inout Client) throws -> Void) throws {
    guard let index = clients.indices.randomElement(using: &random), !clients[index].isLeft else { return }
    var client = clients[index]
    // What it has is long: moved, not copied.
    clients[index].letGo()
    try body(&self, &client)
    clients[index] = client
  }

  private mutating func commit() throws {
    let records = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      (["feed.a", "feed.b", "log.c"].randomElement(using: &random) ?? "", Int.random(in: 0...400, using: &random))
    }
    types += records.map(\.0)
    let group = try scene.commit(records.map { (type: $0.0, padding: $0.1) })
    // A group that was on its way when the first follower came is not kept.
    if Int.random(in: 0..<12, using: &random) == 0 { ring.clear() } else { ring.append(group) }
  }

  private mutating func join() {
    let from = UInt64.random(in: 1...scene.head.seq + 1, using: &random)
    let glob = [nil, nil, "feed.*", "*.c", "none"].randomElement(using: &random) ?? nil
    let frame = RecordFrame(subscription: UInt64(clients.count + 1), types: glob.map { [Glob($0)] })
    let follower = Follower(from: from, frame: frame, bounds: Self.bounds)
    clients.append(Client(follower: follower, from: from, glob: glob))
  }

  private mutating func serve(_ client: inout Client) {
    switch client.follower.step(queued: client.queue.count, durable: scene.head.seq, ring: ring.seqs) {
    case .rest, .waitForRoom: break
    case .live:
      servedLive += 1
      let next = client.follower.frame.append(
        from: ring, next: client.follower.next, room: Self.bounds.queueBytes - client.queue.count,
        to: &client.queue)
      client.follower.sentLive(before: next)
    case .history(let place): client.reading = (scene.head, place)
    }
    if client.queue.count > Self.queueMax {
      faults.append("a queue of \(client.queue.count) bytes")
    }
  }

  private mutating func read(_ client: inout Client) throws {
    guard let reading = client.reading else { return }
    client.reading = nil
    servedFromFiles += 1
    let piece = HistoryPiece(
      scene.reader, from: reading.place, through: reading.head, bytesMax: Self.bounds.pieceBytes,
      frame: client.follower.frame)
    if let failure = piece.failure { faults.append("\(failure)") }
    client.queue += piece.bytes
    client.follower.sentHistory(to: piece.place)
  }

  private mutating func take(_ client: inout Client, _ bytes: Int) {
    let count = min(bytes, client.queue.count)
    client.received += client.queue[..<count]
    client.queue.removeFirst(count)
  }
}
