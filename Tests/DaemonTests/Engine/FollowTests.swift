import CanonicalJSON
import JournalStorage
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
    #expect(lines.compactMap { recordType(of: $0) } == ["log.opened", "noteWritten", "noteWritten", "noteWritten"])
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
}
