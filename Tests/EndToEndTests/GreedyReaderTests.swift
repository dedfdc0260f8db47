import Foundation
import ProgramSupport
import Testing

@Suite("A client that asks for much and reads nothing", .serialized)
struct GreedyReaderTests {
  private static let valueBytes = 1 << 20

  /// A daemon whose state holds one long value, at `/feed/query/text`.
  private func daemon(_ path: String) throws -> DaemonProcess {
    let daemon = try DaemonProcess(in: path)
    let text = String(repeating: "x", count: Self.valueBytes)
    try WireClient(daemon.socketPath).dispatch("feed.queryChanged", "{\"query\":{\"text\":\"\(text)\"}}")
    return daemon
  }

  @Test(
    "a thousand reads of a long value are computed as they are taken: memory stays bounded, others are answered",
    arguments: ["/feed/query", "/feed", ""])
  func thousandReads(pointer: String) throws {
    let scratch = try Scratch()
    let daemon = try daemon(scratch.path)
    let before = daemon.residentBytes
    let greedy = try WireClient(daemon.socketPath)
    // In one piece, which the kernel keeps: the daemon soon stops reading it.
    let lines = (1...900).map {
      "{\"jsonrpc\":\"2.0\",\"id\":\($0),\"method\":\"get\",\"params\":{\"pointer\":\"\(pointer)\"}}\n"
    }
    try greedy.send(bytes: Array(lines.joined().utf8))
    let other = try WireClient(daemon.socketPath)
    let start = Date()
    for count in 1...50 { try other.dispatch("sync.requested", "{\"pending\":\(count)}") }
    let seconds = Date().timeIntervalSince(start)
    let grown = daemon.residentBytes - before
    print("50 dispatches beside a greedy reader of \"\(pointer)\": \(seconds) s; memory grew by \(grown >> 20) MiB")
    #expect(grown < 256 << 20)
    #expect(seconds < 10)
    #expect(try greedy.receiveObject()["result"] != nil)
    let (status, stopSeconds) = daemon.stop()
    #expect(status == 0)
    #expect(stopSeconds < 2)
  }

  @Test("a batch that asks for more than a connection may have coming gets busy for the rest")
  func batch() throws {
    let scratch = try Scratch()
    let daemon = try daemon(scratch.path)
    let client = try WireClient(daemon.socketPath)
    let calls = (1...40).map {
      "{\"jsonrpc\":\"2.0\",\"id\":\($0),\"method\":\"get\",\"params\":{\"pointer\":\"/feed/query\"}}"
    }
    try client.send("[\(calls.joined(separator: ","))]")
    let line = try #require(try client.receive())
    let answers = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [[String: Any]])
    #expect(answers.count == 40)
    let names = answers.compactMap { (($0["error"] as? [String: Any])?["data"] as? [String: Any])?["name"] as? String }
    #expect(names.allSatisfy { $0 == "busy" })
    #expect(names.count > 28 && names.count < 40)
  }
}
