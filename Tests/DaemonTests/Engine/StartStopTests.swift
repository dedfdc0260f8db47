import CanonicalJSON
import Foundation
import JournalStorage
import SystemCalls
import Testing

@testable import Daemon

@Suite("Starting and stopping")
struct StartStopTests {
  @Test("after a restart the state, its digest and the next seq are what they were")
  func restart() throws {
    let scratch = try Scratch()
    let first = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try first.client()
    for number in 0..<50 { try client.dispatch("noteWritten", #"{"id":"n\#(number % 7)","text":"t\#(number)"}"#) }
    let before = try client.call("get")
    #expect(first.stop() == .exit(.stopped))
    let second = try ToyDaemon(DaemonConfiguration(in: scratch))
    let after = try second.client().call("get")
    #expect(after.result?["value"] == before.result?["value"])
    #expect(after.state == before.state)
    #expect(after.seq == (before.seq ?? 0) + 2)
    second.stop()
    let records = try journalRecords(second.configuration.journal)
    let opened = try #require(records.last { $0["type"]?.text == "log.opened" })
    #expect(opened["action"]?["recovery"]?["cleanStop"]?.isTrue == true)
    #expect(opened["action"]?["domainVersion"]?.int == 1)
  }

  @Test("a stop commits what was admitted, answers it, takes nothing new, and removes the socket")
  func stop() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let ids = try (0..<200).map { _ in try client.send("dispatch", #"{"type":"incremented","action":{"by":1}}"#) }
    daemon.askToStop()
    var done = 0
    for id in ids {
      // The connection may end before what was never read.
      guard let answer = try? client.answer(to: id) else { break }
      if answer.error == nil { done += 1 } else { #expect(answer.error == "stopping") }
    }
    #expect(daemon.waitForEnd() == .exit(.stopped))
    #expect(!FileSystem.exists(daemon.configuration.socket))
    let records = try journalRecords(daemon.configuration.journal)
    #expect(types(records).last == "log.closed")
    #expect(types(records).filter { $0 == "incremented" }.count == done)
  }

  @Test("a stop takes less than two seconds, with a client that does not read and a performer that does not end")
  func slow() throws {
    let scratch = try Scratch()
    let gate = ConditionLock(false)
    let middleware = ToyMiddleware { _, _ in
      gate.wait { $0 ? () : nil }
      return nil
    }
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [middleware])
    let client = try daemon.client()
    try client.dispatch("jobAsked", #"{"name":"sum","policy":"latest"}"#)
    _ = middleware.waitForStarts(1)
    let text = String(repeating: "x", count: 1 << 20)
    try client.dispatch("noteWritten", #"{"id":"a","text":"\#(text)"}"#)
    // Answers of many megabytes that nobody reads.
    for _ in 0..<12 { _ = try client.send("get", #"{"pointer":"/notes/a"}"#) }
    let other = try daemon.client()
    _ = try other.send("get", #"{"minSeq":1000}"#)
    let begin = Clock.monotonicNanoseconds()
    #expect(daemon.stop() == .exit(.stopped))
    #expect(Clock.monotonicNanoseconds() - begin < 2_000_000_000)
    gate.change { $0 = true }
  }

  @Test("reads that wait for a seq are told when the daemon stops")
  func waiting() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let id = try client.send("get", #"{"minSeq":1000}"#)
    try client.call("status")
    daemon.askToStop()
    #expect(try client.answer(to: id).error == "stopping")
    #expect(daemon.waitForEnd() == .exit(.stopped))
  }

  @Test("a second daemon on the journal, or at the socket, is refused with exit 2, and the first goes on")
  func second() throws {
    let scratch = try Scratch()
    let first = try ToyDaemon(DaemonConfiguration(in: scratch))
    var other = DaemonConfiguration(in: scratch)
    other.socket += "2"
    let onJournal = try failure(of: other)
    #expect(onJournal.exit == .configuration)
    #expect(onJournal.message.contains("another process"))
    #expect(!FileSystem.exists(other.socket))
    var another = DaemonConfiguration(in: scratch)
    another.journal += "2"
    let atSocket = try failure(of: another)
    #expect(atSocket.exit == .configuration)
    #expect(atSocket.message.contains("another daemon"))
    #expect(try first.client().dispatch("incremented", #"{"by":1}"#).outcome == "applied")
    first.stop()
  }

  @Test("a foreign file at the socket's path, and a path that is too long, are refused and left alone")
  func socketPath() throws {
    let scratch = try Scratch()
    var configuration = DaemonConfiguration(in: scratch)
    try Data("mine".utf8).write(to: URL(filePath: configuration.socket))
    #expect(try failure(of: configuration).exit == .configuration)
    #expect(try Data(contentsOf: URL(filePath: configuration.socket)) == Data("mine".utf8))
    configuration.socket = scratch.path + "/" + String(repeating: "s", count: 107)
    let long = try failure(of: configuration)
    #expect(long.exit == .configuration)
    #expect(long.message.contains("107"))
    configuration.socket = scratch.path + "/nowhere/d.sock"
    let homeless = try failure(of: configuration)
    #expect(homeless.exit == .configuration)
    #expect(homeless.message.contains(scratch.path + "/nowhere"))
    #expect(!FileSystem.exists(configuration.journal), "a start that the socket's path forbids leaves no journal")
  }

  @Test("a journal whose directory has no place is exit 2, and says what to make")
  func misplacedJournal() throws {
    let scratch = try Scratch()
    var configuration = DaemonConfiguration(in: scratch)
    let inside = configuration.journal + "/inside"
    configuration.journal = inside
    let missing = try failure(of: configuration)
    #expect(missing.exit == .configuration)
    #expect(missing.message.contains("\(inside): the directory that is to hold the journal is not there"))
    #expect(!FileSystem.exists(configuration.socket))
    try Data("mine".utf8).write(to: URL(filePath: DaemonConfiguration(in: scratch).journal))
    #expect(try failure(of: configuration).exit == .configuration, "its parent is a file")
  }

  @Test("a journal of another domain is exit 2, one with a changed bit is exit 4, and no byte is changed")
  func foreignJournals() throws {
    let scratch = try Scratch()
    let configuration = DaemonConfiguration(in: scratch)
    let daemon = try ToyDaemon(configuration)
    for _ in 0..<3 { try daemon.client().dispatch("incremented", #"{"by":1}"#) }
    daemon.stop()
    let segment = URL(filePath: configuration.journal + "/00000000000000000001.jsonl")
    let whole = try Data(contentsOf: segment)
    var bytes = whole
    let place = try #require(bytes.range(of: Data(#""by":1"#.utf8))).lowerBound + 5
    bytes[place] ^= 2
    try bytes.write(to: segment)
    let damaged = try failure(of: configuration)
    #expect(damaged.exit == .damaged)
    #expect(damaged.message.contains("00000000000000000001.jsonl:3:"))
    #expect(try Data(contentsOf: segment) == bytes)
    try whole.write(to: segment)
    do throws(StartFailure) {
      _ = try ClaimedJournal(configuration, domain: "other", version: 1)
      Issue.record("a journal of another domain was taken")
    } catch {
      #expect(error.exit == .configuration)
      #expect(error.message.contains("toy"))
    }
  }

  @Test("a domain that asks for too much stops the daemon before anything of the action is written")
  func domainFault() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let first = try client.send("dispatch", #"{"type":"incremented","action":{"by":1}}"#)
    let bad = try client.send("dispatch", #"{"type":"exploded","action":{}}"#)
    #expect(try client.answer(to: first).outcome == "applied")
    let told = try client.answer(to: bad)
    #expect(told.error == "internalError", "sending it again does not help, so it is not told to")
    #expect(told.message?.contains("Nothing was written") == true)
    #expect(daemon.waitForEnd() == .exit(.domainFault))
    #expect(daemon.log.contains("exploded"))
    #expect(try types(journalRecords(daemon.configuration.journal)) == ["log.opened", "incremented"])
    let again = try ToyDaemon(DaemonConfiguration(in: scratch))
    #expect(try again.client().call("get", #"{"pointer":"/count"}"#).result?["value"]?.int == 1)
    again.stop()
  }

  @Test("a number that is not finite in the state is a fault of the domain that names action and place")
  func noJSON() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    #expect(try client.dispatch("noteWritten", #"{"id":"a","text":"nothing"}"#).error == "internalError")
    #expect(daemon.waitForEnd() == .exit(.domainFault))
    let log = daemon.log
    #expect(log.contains("noteWritten"), "\(log)")
    #expect(log.contains("the state has no JSON at /notes/a/weight: JSON has no spelling for nan"), "\(log)")
    #expect(try types(journalRecords(daemon.configuration.journal)) == ["log.opened"])
  }

  @Test("the service manager hears READY=1 once the daemon serves, and STOPPING=1")
  func notify() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/notify"
    let manager = try UnixSocket.receiveDatagrams(at: UnixAddress(path: path))
    var configuration = DaemonConfiguration(in: scratch)
    configuration.notifier = ServiceNotifier(notifySocket: path)
    let daemon = try ToyDaemon(configuration)
    daemon.stop()
    var heard: [String] = []
    while try Poll.wait(manager.rawValue, for: .readable, timeoutMilliseconds: 0) {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      guard case .bytes(let count) = try bytes.withUnsafeMutableBytes({ try manager.receive(into: $0) }) else { break }
      heard.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
    #expect(heard.first?.hasPrefix("READY=1\nSTATUS=") == true)
    #expect(heard.contains { $0.hasPrefix("STOPPING=1") })
  }

  private func failure(of configuration: DaemonConfiguration) throws -> StartFailure {
    let daemon = try ToyDaemon(configuration)
    guard case .failed(let failure) = daemon.waitForEnd() else {
      throw ToyClient.Failure(description: "the daemon started")
    }
    return failure
  }
}
