import SystemCalls
import Testing
import WireProtocol

@testable import Daemon

@Suite("Lines that answer no request", .timeLimit(.minutes(10)))
struct PushTests {
  private func subscribe(_ count: Int, _ id: Int) -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"subscribe\",\"params\":{\"pointer\":\"/\(count)\"},\"id\":\(id)}\n"
  }

  private func whenBelow(_ count: Int, _ id: Int) -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"unsubscribe\",\"params\":{\"subscription\":\(count)},\"id\":\(id)}\n"
  }

  @Test("pushed lines go out whole, in order with the answers")
  func order() throws {
    let server = try TestServer()
    var client = try server.connect()
    try client.send(subscribe(3, 1) + Line.status(2))
    #expect(try client.line() == "aaa")
    #expect(try client.line() == "aaa")
    #expect(try client.reply().id == "1")
    #expect(try client.reply().id == "2")
    #expect(server.stop().pushes == [true, true])
  }

  @Test("what is pushed counts to what is queued: reading pauses, the service hears once when there is room again")
  func drained() throws {
    let server = try TestServer([(.queuedBytes, 128 << 10)])
    var client = try server.connect()
    let count = 1 << 20
    // The second line is taken only once most of the first was sent: reading pauses in between.
    try client.send(subscribe(count, 1) + whenBelow(1_000, 2))
    server.wait { $0.pushes.count == 2 }
    #expect(server.seen.withLock { $0.drained } == [])
    for _ in 0..<2 { #expect(try client.line()?.utf8.count == count) }
    #expect(try client.reply().id == "1")
    #expect(Int(try client.reply().result ?? "") ?? .max < 128 << 10)
    server.wait { $0.drained.count == 1 }
    #expect((server.seen.withLock { $0.drained.first } ?? .max) < 1_000)
    try client.send(Line.status(3))
    #expect(try client.reply().id == "3")
    #expect(server.stop().drained.count == 1)
  }

  @Test("one who asks with room left hears in the next round")
  func atOnce() throws {
    let server = try TestServer()
    var client = try server.connect()
    try client.send(whenBelow(1, 1))
    #expect(try client.reply().result == "0")
    server.wait { $0.drained == [0] }
    server.stop()
  }

  @Test("of two marks the higher one stands: who waits for less room does not keep the other from hearing")
  func marks() throws {
    let server = try TestServer()
    var client = try server.connect()
    let count = 1 << 20
    try client.send(subscribe(count, 1) + whenBelow(500_000, 2) + whenBelow(1_000, 3))
    for _ in 0..<2 { #expect(try client.line()?.utf8.count == count) }
    server.wait { $0.drained.count == 1 }
    // One send takes less than what is left at the higher mark.
    #expect((1_000..<500_000).contains(server.seen.withLock { $0.drained.first } ?? 0))
    server.stop()
  }
}
