import CanonicalJSON
import JournalStorage
import SystemCalls
import TestSupport
import Testing

@testable import Daemon

@Suite("Following the journal over the socket")
struct FollowTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func daemon(_ change: (inout DaemonConfiguration) throws -> Void = { _ in }) throws -> ToyDaemon {
    var configuration = DaemonConfiguration(in: scratch)
    try change(&configuration)
    return try ToyDaemon(configuration)
  }

  /// The journal's record lines, as they are stored.
  private func storedLines() throws -> [String] { try storedRecordLines("\(scratch.path)/journal") }

  @Test("history comes first, then what becomes durable, each line as it is stored", arguments: [0, 1])
  func historyThenLive(from: Int) throws {
    let daemon = try daemon()
    let writer = try daemon.client()
    for number in 1...50 { try writer.dispatch("incremented", #"{"by":\#(number)}"#) }
    let client = try FollowClient(daemon)
    let reply = try client.follow(#"{"from":\#(from)}"#)
    #expect(reply.seq == 51 && reply.result?["subscription"]?.int == 1)
    for number in 1...50 { try writer.dispatch("incremented", #"{"by":\#(number)}"#) }
    let lines = try client.records(101, of: 1)
    daemon.stop()
    #expect(lines == Array(try storedLines()[..<101]))
  }

  @Test("without `from` it begins with the next record: of dispatches on the same line, the one behind it")
  func next() throws {
    let daemon = try daemon()
    let client = try FollowClient(daemon)
    let ids = try [
      client.wire.send("dispatch", #"{"type":"incremented","action":{"by":1}}"#), client.wire.send("follow"),
      client.wire.send("dispatch", #"{"type":"incremented","action":{"by":2}}"#),
    ]
    let lines = try client.lines { $0.filter { $0["result"] != nil }.count == 3 && $0.contains { $0["method"] != nil } }
    #expect(lines.first { $0["id"]?.int == ids[1] }?["result"]?["seq"]?.int == 2)
    let records = lines.compactMap { $0["params"]?["record"]?["seq"]?.int }
    #expect(records == [3])
    daemon.stop()
  }

  @Test("the seq behind the last is taken, one beyond it is outside the journal")
  func beyondTheEnd() throws {
    let daemon = try daemon()
    let client = try FollowClient(daemon)
    try client.wire.dispatch("incremented", #"{"by":1}"#)
    for from in ["4", "18446744073709551615"] {
      let refused = try client.follow(#"{"from":\#(from)}"#)
      #expect(refused.error == "notFound")
      #expect(refused.data?["first"]?.int == 1 && refused.data?["last"]?.int == 2)
    }
    let taken = try client.follow(#"{"from":3}"#)
    #expect(taken.seq == 2)
    let number = try #require(taken.result?["subscription"]?.int)
    try client.wire.dispatch("incremented", #"{"by":1}"#)
    #expect(try client.records(1, of: number) == [try storedLines()[2]])
    daemon.stop()
  }

  @Test("only the types that some glob matches come, from history and live")
  func types() throws {
    let daemon = try daemon()
    let writer = try daemon.client()
    func write() throws {
      try writer.dispatch("incremented", #"{"by":1}"#)
      try writer.dispatch("noteWritten", #"{"id":"a","text":"x"}"#)
      try writer.dispatch("refused", #"{"text":"x"}"#)
    }
    try write()
    let client = try FollowClient(daemon)
    try client.follow(#"{"from":0,"types":["log.*","note*"]}"#)
    try write()
    try writer.dispatch("noteWritten", #"{"id":"end","text":"x"}"#)
    let lines = try client.records(4, of: 1)
    #expect(lines.compactMap { type(of: $0) } == ["log.opened", "noteWritten", "noteWritten", "noteWritten"])
    #expect(Set(lines).isSubset(of: try storedLines()))
    daemon.stop()
  }

  @Test("a pattern of an ended subscription, a wrong one, a wrong parameter: each is refused with what would be right")
  func badParams() throws {
    let daemon = try daemon()
    let client = try FollowClient(daemon)
    let unknown = try client.follow(#"{"form":1}"#)
    #expect(unknown.error == "invalidParams" && unknown.data?["nearest"]?.text == "from")
    for params in [#"{"from":-1}"#, #"{"from":"1"}"#, #"{"types":"log.*"}"#, #"{"types":[1]}"#] {
      #expect(try client.follow(params).error == "invalidParams", "\(params)")
    }
    daemon.stop()
  }

  @Test("no record comes before it is durable, and neither does the answer that tells its seq")
  func durability() throws {
    let disk = GatedFileSystem(RealFileSystem())
    let daemon = try daemon { $0.fileSystem = disk }
    let client = try FollowClient(daemon)
    try client.follow()
    disk.shut()
    let writer = try daemon.client()
    let dispatched = try writer.send("dispatch", #"{"type":"incremented","action":{"by":1}}"#)
    #expect(disk.waitUntilHeld())
    let second = try client.wire.send("follow", #"{"from":2}"#)
    let beyond = try client.wire.send("follow", #"{"from":9}"#)
    let status = try client.wire.send("status")
    // What comes first is the answer to what was asked last: everything before it is held.
    #expect(try client.next()["id"]?.int == status)
    disk.open()
    #expect(try writer.answer(to: dispatched).seq == 2)
    let rest = try client.lines { $0.count == 4 }
    #expect(rest.first { $0["id"]?.int == second }?["result"]?["seq"]?.int == 2)
    #expect(rest.first { $0["id"]?.int == beyond }?["error"]?["data"]?["last"]?.int == 2)
    let records = rest.filter { $0["method"]?.text == "record" }
    #expect(records.compactMap { $0["params"]?["record"]?["seq"]?.int } == [2, 2])
    daemon.stop()
  }

  @Test("after the answer to unsubscribe nothing of it comes, and others on the connection go on")
  func unsubscribed() throws {
    let daemon = try daemon()
    let writer = try daemon.client()
    for _ in 1...200 { _ = try writer.send("dispatch", #"{"type":"incremented","action":{"by":1}}"#) }
    let client = try FollowClient(daemon)
    try client.follow(#"{"from":0}"#)
    try client.follow(#"{"from":0}"#)
    let answer = try client.wire.send("unsubscribe", #"{"subscription":1}"#)
    _ = try client.lines { $0.contains { $0["id"]?.int == answer } }
    try writer.dispatch("noteWritten", #"{"id":"end","text":"x"}"#)
    let rest = try client.lines { $0.contains { $0["params"]?["record"]?["type"]?.text == "noteWritten" } }
    #expect(rest.allSatisfy { $0["params"]?["subscription"]?.int == 2 })
    daemon.stop()
  }

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

  @Test("many followers of one connection each see every record once, from the files and live")
  func manyOnOne() throws {
    let daemon = try daemon { try $0.limits.set("queued-bytes", to: "8KiB") }
    let writer = try daemon.client()
    for number in 1...120 { _ = try writer.send("dispatch", #"{"type":"incremented","action":{"by":\#(number)}}"#) }
    let client = try FollowClient(daemon)
    for number in 1...12 { _ = try client.wire.send("follow", #"{"from":\#(number)}"#) }
    for _ in 1...20 { try writer.dispatch("incremented", #"{"by":1}"#) }
    var next = [Int](1...12)
    var isOrdered = true
    while next.contains(where: { $0 <= 141 }) {
      let line = try client.next()
      guard let params = line["params"], let number = params["subscription"]?.int else { continue }
      isOrdered = isOrdered && params["record"]?["seq"]?.int == next[number - 1]
      next[number - 1] += 1
    }
    #expect(isOrdered && next == Array(repeating: 142, count: 12))
    daemon.stop()
  }

  @Test("nobody follows without an id, in a batch, or over the limit of subscriptions")
  func refusals() throws {
    let daemon = try daemon { try $0.limits.set("subscriptions", to: "2") }
    let client = try FollowClient(daemon)
    try client.wire.sendLine(#"{"jsonrpc":"2.0","method":"follow","params":{"from":0}}"#)
    try client.wire.sendLine(#"[{"jsonrpc":"2.0","id":7,"method":"follow","params":{"from":0}}]"#)
    let batch = String(decoding: try #require(try client.wire.nextLine()), as: UTF8.self)
    #expect(batch.contains(#""name":"invalidRequest""#))
    for _ in 1...2 { #expect(try client.follow().error == nil) }
    let over = try client.follow()
    #expect(over.error == "busy" && over.data?["limit"]?.text == "subscriptions")
    #expect(try client.wire.call("unsubscribe", #"{"subscription":1}"#).error == nil)
    #expect(try client.follow().error == nil)
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
      #expect(type(of: records.last ?? "") == "log.closed")
      #expect(records.count == 203 - max(0, number * 40 - 1))
    }
    #expect(daemon.waitForEnd() == .exit(.stopped))
  }

  @Test("segments that begin while a follower reads are picked up")
  func rolls() throws {
    let daemon = try daemon { try $0.limits.set("segment-bytes", to: "1MiB") }
    let writer = try daemon.client()
    let text = String(repeating: "x", count: 300_000)
    let client = try FollowClient(daemon)
    try client.follow(#"{"from":0}"#)
    for number in 1...12 { try writer.dispatch("noteWritten", #"{"id":"\#(number)","text":"\#(text)"}"#) }
    let late = try FollowClient(daemon)
    try late.follow(#"{"from":0}"#)
    for number in 13...20 { try writer.dispatch("noteWritten", #"{"id":"\#(number)","text":"\#(text)"}"#) }
    let all = try client.records(21, of: 1)
    #expect(try late.records(21, of: 2) == all)
    #expect(try writer.call("status").result?["journal"]?["segments"]?.int ?? 0 > 5)
    daemon.stop()
    #expect(all == Array(try storedLines()[..<21]))
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

  @Test("followers from random places, joining and leaving under load, each see every record once")
  func underLoad() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let daemon = try daemon {
      try $0.limits.set("live-ring-bytes", to: "1MiB")
      try $0.limits.set("segment-bytes", to: "1MiB")
    }
    let writer = try daemon.client()
    let text = String(repeating: "x", count: 2_000)
    var clients: [(client: FollowClient, from: Int)] = []
    for round in 1...12 {
      let ids = try (0..<100).map { _ in
        try writer.send("dispatch", #"{"type":"noteWritten","action":{"id":"\#(round)","text":"\#(text)"}}"#)
      }
      let from = Int.random(in: 1...(100 * (round - 1) + 1), using: &random)
      let client = try FollowClient(daemon)
      try client.follow(#"{"from":\#(from)}"#)
      clients.append((client, from))
      for id in ids { _ = try writer.answer(to: id) }
    }
    daemon.askToStop()
    let taken = try clients.map { client, _ in
      var records: [String] = []
      while let line = try client.nextRecord() { records.append(line) }
      return records
    }
    #expect(daemon.waitForEnd() == .exit(.stopped))
    let stored = try storedLines()
    #expect(stored.count == 1_202)
    for (index, records) in taken.enumerated() {
      // One that was slow may have been cut short by the stop; what it has is without a gap.
      let expected = stored[(clients[index].from - 1)...].prefix(records.count)
      #expect(records == Array(expected) && records.count > 0, "seed \(seed), follower \(index)")
    }
  }

  private func type(of line: String) -> String? { try? JSONValue.parse(Array(line.utf8))["type"]?.text }

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
