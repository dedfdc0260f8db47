import SystemCalls
import TestSupport
import Testing

@testable import Daemon

@Suite("A client that takes nothing is closed, and leaves one line in the log", .timeLimit(.minutes(10)))
struct StalledClientTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test(
    "with values or without subscriptions, the line says whose it was, what waited and how many it had",
    arguments: [("subscribe", 8), ("get", 0)])
  func line(method: String, subscriptions: Int) throws {
    var configuration = DaemonConfiguration(in: scratch)
    try configuration.limits.set("queue-stall-seconds", to: "1")
    let daemon = try ToyDaemon(configuration)
    let watcher = try daemon.client()
    let text = String(repeating: "x", count: 200_000)
    try watcher.dispatch("noteWritten", #"{"id":"a","text":"\#(text)"}"#)
    let client = try daemon.client()
    for _ in 1...8 { _ = try client.send(method, #"{"pointer":"/notes/a/text"}"#) }
    var clients = 2
    while clients == 2 { clients = try watcher.call("status").result?["clients"]?.int ?? 0 }
    daemon.stop()
    let lines = daemon.log.all.filter { $0.contains("took nothing for 1 s and is closed") }
    #expect(lines.count == 1, "\(daemon.log.all)")
    let line = try #require(lines.first)
    #expect(line.contains("(uid \(CurrentProcess.user), pid \(CurrentProcess.id))"))
    #expect(line.hasSuffix("subscriptions: \(subscriptions), followers among them: 0"))
    let words = line.split(separator: " ")
    let waited = words.firstIndex(of: "bytes").flatMap { Int(words[$0 - 1]) }
    #expect(waited.map { (500_000..<2_000_000).contains($0) } == true, "\(line)")
  }
}
