import Foundation
import SystemCalls
import Testing
import WireProtocol

@testable import Daemon

@Suite("Limits of connections", .timeLimit(.minutes(10)))
struct ConnectionLimitTests {
  @Test("a connection over the limit is accepted, told busy and the limit, and closed; one that ends makes room")
  func total() throws {
    let server = try TestServer([(.connections, 2)])
    var first = try server.connect()
    do {
      var second = try server.connect()
      try first.send(Line.status(1))
      try second.send(Line.status(2))
      #expect(try first.reply().id == "1")
      #expect(try second.reply().id == "2")
      var third = try server.connect()
      let told = try third.reply()
      #expect(told.error == "busy")
      #expect(told.data["limit"] == "connections")
      #expect(try third.line() == nil)
    }
    server.wait { $0.closed == 1 }
    var fourth = try server.connect()
    try fourth.send(Line.status(4))
    #expect(try fourth.reply().id == "4")
    #expect(server.stop().counters.turnedAway == 1)
  }

  @Test("a limit per uid names itself")
  func perUID() throws {
    let server = try TestServer([(.connectionsPerUID, 1)])
    var first = try server.connect()
    try first.send(Line.status(1))
    #expect(try first.reply().id == "1")
    var second = try server.connect()
    #expect(try second.reply().data["limit"] == "connections-per-uid")
    server.stop()
  }

  @Test("reading pauses at the limit of requests in flight, and every request is answered in the end")
  func inFlight() throws {
    let server = try TestServer([(.inFlight, 10)], isHolding: true)
    var client = try server.connect()
    try client.send((1...1_000).map { (id: Int) in Line.dispatch("t\(id)", id) }.joined())
    server.wait { $0.received.count == 10 }
    // The loop goes round for another connection, and takes nothing more of this one.
    var other = try server.connect()
    try other.send(Line.status(1))
    #expect(try other.reply().id == "1")
    #expect(server.seen.withLock { $0.received.count } == 10)
    server.release()
    var ids: Set<String> = []
    for _ in 1...1_000 { ids.insert(try client.reply().id) }
    #expect(ids.count == 1_000)
    server.stop()
  }

  @Test("a reader that does not read gets no more than its queue holds; when it reads on, nothing is missing")
  func slowReader() throws {
    let server = try TestServer([(.queuedBytes, 100_000)])
    var slow = try server.connect()
    // 6 MB of answers are asked for.
    let requests = (1...60).map { Line.get(100_000, $0) }.joined()
    try slow.send(requests)
    var other = try server.connect()
    try other.send(Line.status(1))
    #expect(try other.reply().id == "1")
    server.wait { $0.counters.requests > 1 }
    // What the kernel keeps (about 0.2 MB), the queue and one answer over it.
    #expect(server.seen.withLock { $0.counters.requests } < 10)
    for id in 1...60 { #expect(try slow.reply().id == "\(id)") }
    server.stop()
  }

  @Test("a queue that does not move is closed after its time, by a clock driven by hand")
  func stalled() throws {
    let clock = ConditionLock(UInt64(1))
    let server = try TestServer([(.queueStallSeconds, 60)]) { clock.withLock { $0 } }
    let slow = try server.connect()
    try slow.send(Line.get(5_000_000, 1))
    var other = try server.connect()
    server.wait { $0.counters.requests == 1 }
    func turn(_ id: Int) throws {
      try other.send(Line.status(id))
      #expect(try other.reply().id == "\(id)")
    }
    try turn(1)
    clock.change { $0 += 59_000_000_000 }
    try turn(2)
    #expect(server.seen.withLock { $0.closed } == 0)
    clock.change { $0 += 1_000_000_001 }
    try turn(3)
    server.wait { $0.closed == 1 }
    try turn(4)
    let seen = server.stop()
    #expect(seen.counters.stalled == 1)
    // All but what the kernel took waited.
    guard case .stalled(let waiting) = seen.reasons.first else {
      Issue.record("closed for \(seen.reasons)")
      return
    }
    #expect(waiting > 1_000_000 && waiting < 5_000_000)
  }

  @Test("a reader that takes one small piece per check is not closed, though the kernel takes nothing more for it")
  func slowButSteady() throws {
    let clock = ConditionLock(UInt64(1))
    let server = try TestServer([(.queueStallSeconds, 60)]) { clock.withLock { $0 } }
    let slow = try server.connect()
    try slow.send(Line.get(5_000_000, 1))
    var other = try server.connect()
    server.wait { $0.counters.requests == 1 }
    var id = 0
    // The second answer comes after the check of the first one's round.
    func check(after seconds: UInt64) throws {
      clock.change { $0 += seconds * 1_000_000_000 }
      for _ in 0..<2 {
        id += 1
        try other.send(Line.status(id))
        #expect(try other.reply().id == "\(id)")
      }
    }
    try check(after: 2)
    let sent = server.seen.withLock { $0.counters.sentBytes }
    // 120 kB in 150 s: less than makes the socket writable again, more than one of the kernel's pieces in 60 s.
    for _ in 0..<15 {
      try slow.take(8_000)
      try check(after: 10)
    }
    let seen = server.seen.withLock { $0 }
    #expect(seen.closed == 0 && seen.counters.sentBytes - sent < 10_000)
    try check(after: 61)
    server.wait { $0.closed == 1 }
    #expect(server.stop().counters.stalled == 1)
  }

  @Test("a reply over the limit is refused with its length")
  func longReply() throws {
    let server = try TestServer([(.replyBytes, 4_096)])
    var client = try server.connect()
    try client.send(Line.get(4_094, 1) + Line.get(4_095, 2))
    #expect(try client.reply().result?.count == 4_094)
    let refused = try client.reply()
    #expect(refused.error == "tooLong")
    #expect(refused.data["limit"] == "4096" && refused.data["length"] == "4097")
    server.stop()
  }

  @Test("SIGTERM asks the service to stop")
  func signal() throws {
    let server = try TestServer(signals: [.terminate])
    server.seen.withLock { seen in
      seen.raises = true
      seen.waker?.wake()
    }
    server.wait { $0.hasReturned }
    #expect(server.stop().stopRequests == 1)
  }

  @Test("when descriptors run out, who comes is told busy, those who are there are served, and the loop does not spin")
  func descriptors() async throws {
    await #expect(processExitsWith: .success) {
      let server = try TestServer()
      var first = try server.connect()
      try first.send(Line.status(1))
      #expect(try first.reply().id == "1")
      // A few descriptors more, and clients take them; then there is none for the loop to accept with.
      let next = try FileDescriptor.open("/dev/null", .readOnly)
      let highest = next.rawValue
      var limit = rlimit(rlim_cur: UInt(highest) + 6, rlim_max: UInt(highest) + 6)
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      var held: [OpenClient] = []
      while let client = OpenClient(server.path) { held.append(client) }
      #expect(held.count > 1)
      server.wait { $0.counters.outOfDescriptors > 0 }
      try first.send(Line.status(2))
      #expect(try first.reply().id == "2")
      let before = server.seen.withLock { $0.ticks }
      var turns = 0
      for id in 3..<103 {
        try first.send(Line.status(id))
        #expect(try first.reply().id == "\(id)")
        turns += 1
      }
      // Each answer takes a round or two; a loop that spins makes thousands more.
      #expect(server.seen.withLock { $0.ticks } - before < turns * 4 + 10)
      held = []
      server.wait { $0.connections == 1 }
      var later = try server.connect()
      try later.send(Line.status(200))
      #expect(try later.reply().id == "200")
      server.stop()
    }
  }
}

/// A client that only holds a connection.
private final class OpenClient {
  private let socket: FileDescriptor

  init?(_ path: String) {
    guard let socket = try? UnixSocket.connect(to: UnixAddress(path: path)) else { return nil }
    self.socket = socket
  }
}
