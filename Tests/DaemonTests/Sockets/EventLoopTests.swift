import SystemCalls
import Testing
import WireProtocol

@testable import Daemon

@Suite("The event loop over real sockets", .timeLimit(.minutes(10)))
struct EventLoopTests {
  @Test("a request is answered, on the connection that asked, with its peer from the kernel")
  func answer() throws {
    let server = try TestServer()
    var one = try server.connect()
    var other = try server.connect()
    try one.send(Line.dispatch("a", 1))
    #expect(try one.line() == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")
    try other.send(Line.status(2))
    #expect(try other.reply().id == "2")
    let seen = server.stop()
    #expect(seen.peers.map(\.credentials.uid) == [CurrentProcess.user])
    #expect(seen.peers.map(\.credentials.pid) == [CurrentProcess.id])
    #expect(seen.counters.accepted == 2)
  }

  @Test("requests split at every byte, and glued, are answered alike")
  func splitAndGlued() throws {
    let server = try TestServer()
    var client = try server.connect()
    for byte in Line.status(1).utf8 { try client.send([byte]) }
    #expect(try client.reply().id == "1")
    try client.send((2...50).map { Line.status($0) }.joined())
    for id in 2...50 { #expect(try client.reply().id == "\(id)") }
    server.stop()
  }

  @Test("answers still owed are written after the client has ended its input, and then the connection ends")
  func halfClose() throws {
    let server = try TestServer(isHolding: true)
    var client = try server.connect()
    try client.send(Line.dispatch("a", 1) + Line.dispatch("b", 2) + Line.status(3))
    try client.endInput()
    #expect(try client.reply().id == "3")
    server.wait { $0.received.count == 2 }
    server.release()
    #expect(try client.lines().map { try Reply($0).id } == ["2", "1"])
    server.wait { $0.closed == 1 }
    server.stop()
  }

  @Test("the last line needs no line feed when the input ends")
  func lastLine() throws {
    let server = try TestServer()
    var client = try server.connect()
    try client.send(String(Line.status(7).dropLast()))
    try client.endInput()
    #expect(try client.lines().map { try Reply($0).id } == ["7"])
    var cut = try server.connect()
    try cut.send(String(Line.dispatch("x", 1).dropLast(2)))
    try cut.endInput()
    #expect(try cut.lines().map { try Reply($0).error } == ["parseError"])
    #expect(server.stop().received == [])
  }

  @Test("a thousand pipelined requests are all answered, in the order in which they are done")
  func pipelined() throws {
    let server = try TestServer()
    var client = try server.connect()
    try client.send((1...1_000).map { (id: Int) in Line.dispatch("t\(id)", id) }.joined())
    for id in 1...1_000 { #expect(try client.reply().id == "\(id)") }
    let seen = server.stop()
    #expect(seen.received == (1...1_000).map { "t\($0)" })
  }

  @Test("an over-long line is told limit and length, and the good one after it is answered")
  func overlong() throws {
    let server = try TestServer([(.lineBytes, 1_024)])
    var client = try server.connect()
    try client.send(String(repeating: "x", count: 200_000))
    try client.send("\n" + Line.status(2))
    let refused = try client.reply()
    #expect(refused.error == "tooLong")
    #expect(refused.data["limit"] == "1024")
    #expect(refused.data["length"] == "200000")
    #expect(try client.reply().id == "2")
    server.stop()
  }

  @Test("what is not a request is refused on its own, and the connection goes on")
  func refusals() throws {
    let server = try TestServer()
    var client = try server.connect()
    try client.send([0, 0x0A, 0xFF, 0x0A] + Array("\n \r\n[]\n{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n".utf8))
    try client.send(Line.status(5))
    #expect(try client.reply().error == "parseError")
    #expect(try client.reply().error == "parseError")
    #expect(try client.reply().error == "invalidRequest")
    #expect(try client.reply().id == "5")
    #expect(server.stop().counters.refused == 4)
  }

  @Test("a batch is answered in one line once all of it is done, and a batch of notifications not at all")
  func batch() throws {
    let server = try TestServer(isHolding: true)
    var client = try server.connect()
    let members = [Line.dispatch("a", 1), Line.dispatch("n", nil), "7", Line.status(2), Line.dispatch("b", 3)]
    try client.send("[" + members.map { $0.filter { $0 != "\n" } }.joined(separator: ",") + "]\n")
    try client.send("[" + Line.dispatch("m", nil).filter { $0 != "\n" } + "]\n" + Line.status(9))
    #expect(try client.reply().id == "9")
    server.wait { $0.received.count == 4 }
    server.release()
    let line = try #require(try client.line())
    #expect(line.hasPrefix("[{") && line.hasSuffix("}]"))
    let places = ["\"id\":null", "\"id\":2", "\"id\":3", "\"id\":1"].map { line.firstRange(of: $0)?.lowerBound }
    #expect(places == places.compactMap { $0 }.sorted())
    try client.endInput()
    #expect(try client.lines() == [])
    server.stop()
  }

  @Test("a notification is done and not answered")
  func notification() throws {
    let server = try TestServer()
    var client = try server.connect()
    try client.send(Line.dispatch("n", nil) + Line.status(1))
    #expect(try client.reply().id == "1")
    #expect(server.stop().received == ["n"])
  }

  @Test("a client that is gone is read to its end: what it asked for is still done")
  func goneClient() throws {
    let server = try TestServer([(.inFlight, 4)], isHolding: true)
    do {
      let client = try server.connect()
      try client.send((1...10).map { (id: Int) in Line.dispatch("t\(id)", id) }.joined())
    }
    server.wait { $0.received.count == 4 }
    server.release()
    server.wait { $0.received.count == 10 && $0.closed == 1 }
    server.stop()
  }

  @Test("the waker, the deadline and the end of a round reach the service")
  func moments() throws {
    let server = try TestServer()
    server.seen.withLock { seen in
      seen.deadline = Clock.boottimeNanoseconds() + 1_000_000
      seen.waker?.wake()
    }
    server.wait { $0.deadlines == 1 }
    #expect(server.stop().ticks > 0)
  }

  @Test("at its end the loop sends what is owed, takes no connection any more, and removes its socket")
  func finish() throws {
    let server = try TestServer(isHolding: true)
    var client = try server.connect()
    try client.send(Line.dispatch("a", 1))
    server.wait { $0.received.count == 1 }
    server.seen.withLock { $0.isHolding = false }
    #expect(server.stop().hasReturned)
    #expect(try client.lines().map { try Reply($0).id } == ["1"])
    #expect(!FileSystem.exists(server.path))
    #expect(throws: SystemError.self) { _ = try server.connect() }
  }
}
