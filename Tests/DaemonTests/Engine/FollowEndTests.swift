import CanonicalJSON
import Foundation
import JournalStorage
import SystemCalls
import Testing

@testable import Daemon

@Suite("How following the journal ends")
struct FollowEndTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func daemon(_ change: (inout DaemonConfiguration) throws -> Void = { _ in }) throws -> ToyDaemon {
    var configuration = DaemonConfiguration(in: scratch)
    try change(&configuration)
    return try ToyDaemon(configuration)
  }

  /// The journal's record lines, as they are stored.
  private func storedLines() throws -> [String] { try storedRecordLines("\(scratch.path)/journal") }

  @Test("after the peer's end of input it is answered, and the connection ends however much history there is")
  func halfClose() throws {
    let daemon = try daemon()
    let writer = try daemon.client()
    let text = String(repeating: "x", count: 100_000)
    for number in 1...20 { try writer.dispatch("noteWritten", #"{"id":"\#(number)","text":"\#(text)"}"#) }
    let socket = try UnixSocket.connect(to: UnixAddress(path: daemon.configuration.socket))
    let request = #"{"jsonrpc":"2.0","id":1,"method":"follow","params":{"from":0}}"# + "\n"
    try Array(request.utf8).withUnsafeBytes { try socket.sendAll($0) }
    try socket.shutDown(.writing)
    let lines = try socket.readToEnd().split(separator: 0x0A)
    #expect(try JSONValue.parse(Array(try #require(lines.first)))["result"]?["seq"]?.int == 21)
    #expect(lines.count < 22)
    daemon.stop()
  }

  @Test("a clean stop sends everything, log.closed last, and then the connection ends")
  func cleanStop() throws {
    let daemon = try daemon()
    let writer = try daemon.client()
    for number in 1...200 { _ = try writer.send("dispatch", #"{"type":"incremented","action":{"by":\#(number)}}"#) }
    try writer.dispatch("incremented", #"{"by":0}"#)
    let clients = try (0..<5).map { _ in try FollowClient(daemon) }
    for (number, client) in clients.enumerated() { try client.follow(#"{"from":\#(number * 40)}"#) }
    daemon.askToStop()
    for (number, client) in clients.enumerated() {
      var records: [String] = []
      while let line = try client.nextRecord() { records.append(line) }
      #expect(recordType(of: records.last ?? "") == "log.closed")
      #expect(records.count == 203 - max(0, number * 40 - 1))
    }
    #expect(daemon.waitForEnd() == .exit(.stopped))
  }

  @Test("a changed byte in a sealed segment ends who is served from it, told where; the daemon goes on")
  func damage() throws {
    let daemon = try daemon { try $0.limits.set("segment-bytes", to: "1MiB") }
    let writer = try daemon.client()
    let text = String(repeating: "x", count: 300_000)
    for number in 1...8 { try writer.dispatch("noteWritten", #"{"id":"\#(number)","text":"\#(text)"}"#) }
    let (file, offset) = try flipByte(ofSeq: 3)
    let client = try FollowClient(daemon)
    try client.follow(#"{"from":0}"#)
    let lines = try client.lines { $0.contains { $0["method"]?.text == "ended" } }
    #expect(lines.compactMap { $0["params"]?["record"]?["seq"]?.int } == [1, 2])
    let ended = try #require(lines.last?["params"])
    #expect(ended["subscription"]?.int == 1 && ended["next"]?.int == 3 && ended["seq"]?.int == 9)
    let error = try #require(ended["error"]?["data"])
    #expect(error["name"]?.text == "unreadable" && error["file"]?.text == file)
    #expect(error["offset"]?.int == offset && error["line"]?.int == 4)
    #expect(daemon.log.contains("\(file):4:\(offset)"))
    // Behind it all is well, on the same connection too.
    let behind = try client.follow(#"{"from":6}"#)
    let number = try #require(behind.result?["subscription"]?.int)
    try writer.dispatch("incremented", #"{"by":1}"#)
    #expect(try client.records(5, of: number).count == 5)
    #expect(daemon.stop() == .exit(.stopped))
  }

  @Test("a pipe in the place of a sealed segment keeps nobody waiting: who is served from it is told, others are not")
  func pipe() throws {
    let daemon = try daemon { try $0.limits.set("segment-bytes", to: "1MiB") }
    let writer = try daemon.client()
    let text = String(repeating: "x", count: 300_000)
    for number in 1...8 { try writer.dispatch("noteWritten", #"{"id":"\#(number)","text":"\#(text)"}"#) }
    let names = try FileSystem.names(in: daemon.configuration.journal).sorted().filter { $0.hasSuffix(".jsonl") }
    let path = "\(daemon.configuration.journal)/\(names[1])"
    try FileSystem.remove(path)
    #expect(mkfifo(path, 0o600) == 0)
    let client = try FollowClient(daemon)
    try client.follow(#"{"from":0}"#)
    let lines = try client.lines { $0.contains { $0["method"]?.text == "ended" } }
    #expect(lines.last?["params"]?["error"]?["data"]?["name"]?.text == "unreadable")
    let number = try #require(try client.follow(#"{"from":9}"#).result?["subscription"]?.int)
    #expect(try client.records(1, of: number).count == 1)
    #expect(daemon.stop() == .exit(.stopped))
  }

  @Test("a follower that takes nothing is closed at the stall limit, and resumes after the last whole record it read")
  func stalled() throws {
    let daemon = try daemon { try $0.limits.set("queue-stall-seconds", to: "1") }
    let writer = try daemon.client()
    let text = String(repeating: "x", count: 200_000)
    for number in 1...10 { try writer.dispatch("noteWritten", #"{"id":"\#(number)","text":"\#(text)"}"#) }
    let client = try FollowClient(daemon)
    try client.follow(#"{"from":0}"#)
    // It reads nothing until the daemon has given it up.
    let watcher = try daemon.client()
    var clients = 3
    while clients == 3 { clients = try watcher.call("status").result?["clients"]?.int ?? 0 }
    #expect(daemon.log.contains("subscriptions: 1, followers among them: 1; each resumes after the last whole record"))
    var read: [String] = []
    while let line = try? client.nextRecord() { read.append(line) }
    #expect(read.count < 11)
    let again = try FollowClient(daemon)
    let number = try #require(try again.follow(#"{"from":\#(read.count + 1)}"#).result?["subscription"]?.int)
    #expect(read + (try again.records(11 - read.count, of: number)) == Array(try storedLines()[..<11]))
    daemon.stop()
  }

  @Test("when the journal fails, followers have what was durable, and the connection ends")
  func journalFails() throws {
    let disk = SimulatedFileSystem(seed: 3)
    let daemon = try daemon {
      $0.fileSystem = disk
      $0.journal = "/journal"
    }
    let client = try FollowClient(daemon)
    try client.follow(#"{"from":0}"#)
    // History is read from the disk. With it served, what follows comes from the live ring, and is sent at once.
    var records = [try #require(try client.nextRecord())]
    let writer = try daemon.client()
    for _ in 1...5 { try writer.dispatch("incremented", #"{"by":1}"#) }
    disk.kill()
    let last = try writer.send("dispatch", #"{"type":"incremented","action":{"by":1}}"#)
    #expect(try writer.answer(to: last).error == "unknownOutcome")
    while let line = try client.nextRecord() { records.append(line) }
    #expect(records.count == 6)
    #expect(daemon.waitForEnd() == .exit(.journalFailed))
  }

  /// Changes a byte in the middle of a record; its file, and where its line begins.
  private func flipByte(ofSeq seq: Int) throws -> (file: String, offset: Int) {
    let directory = "\(scratch.path)/journal"
    for name in try FileSystem.names(in: directory).sorted() where name.hasSuffix(".jsonl") {
      let path = "\(directory)/\(name)"
      let bytes = try FileDescriptor.open(path, .readOnly).readToEnd()
      var offset = 0
      for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        if line.starts(with: Array(#"{"seq":\#(seq),"#.utf8)) {
          try FileSystem.setPermissions(path, 0o600)
          let file = try FileDescriptor.open(path, .readWrite)
          try [bytes[offset + line.count / 2] ^ 1].withUnsafeBytes { try file.write($0, at: offset + line.count / 2) }
          try FileSystem.setPermissions(path, 0o400)
          return (name, offset)
        }
        offset += line.count + 1
      }
    }
    throw ToyClient.Failure(description: "no record \(seq)")
  }
}
