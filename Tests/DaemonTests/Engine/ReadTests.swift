import CanonicalJSON
import Testing

@testable import Daemon

@Suite("Reading")
struct ReadTests {
  @Test("reads give values with the seq and digest they are true at: pointer, row, selector, the whole state")
  func reads() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    try client.dispatch("noteWritten", #"{"id":"a/b","text":"hello"}"#)
    let written = try client.dispatch("incremented", #"{"by":2}"#)
    let whole = try client.call("get")
    #expect(whole.seq == written.seq)
    #expect(whole.state == written.state)
    #expect(whole.result?["value"]?["count"]?.int == 2)
    #expect(try client.call("get", #"{"pointer":"/notes/a~1b/text"}"#).result?["value"]?.text == "hello")
    #expect(try client.call("get", #"{"pointer":"/lines"}"#).result?["value"]?.spelled == "[]")
    #expect(try client.call("get", #"{"select":"notes.count"}"#).result?["value"]?.int == 1)
    let note = try client.call("get", #"{"select":"notes.one","args":{"id":"a/b"}}"#)
    #expect(note.result?["value"]?["text"]?.text == "hello")
    #expect(note.result?["value"]?["writtenAt"] != nil)
    daemon.stop()
  }

  @Test("reads pipelined behind a dispatch see it, short and long ones")
  func pipelined() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    for round in 1...50 {
      let dispatched = try client.send("dispatch", #"{"type":"incremented","action":{"by":1}}"#)
      let short = try client.send("get", #"{"pointer":"/count"}"#)
      let long = try client.send("get", #"{"pointer":""}"#)
      let seq = try client.answer(to: dispatched).seq
      let (count, whole) = (try client.answer(to: short), try client.answer(to: long))
      #expect(count.seq == seq)
      #expect(whole.seq == seq)
      #expect(count.result?["value"]?.int == round)
      #expect(whole.result?["value"]?["count"]?.int == round)
    }
    daemon.stop()
  }

  @Test("minSeq waits for its seq, and gives up after its time with the seq that was reached")
  func minSeq() throws {
    let scratch = try Scratch()
    var configuration = DaemonConfiguration(in: scratch)
    let daemon = try ToyDaemon(configuration)
    let reader = try daemon.client()
    let writer = try daemon.client()
    let waiting = try reader.send("get", #"{"pointer":"/count","minSeq":3}"#)
    // The read is at the daemon, and waits there, once something behind it was answered.
    try reader.call("status")
    try writer.dispatch("incremented", #"{"by":1}"#)
    try writer.dispatch("incremented", #"{"by":1}"#)
    let answer = try reader.answer(to: waiting)
    #expect(answer.seq == 3)
    #expect(answer.result?["value"]?.int == 2)
    daemon.stop()

    try configuration.limits.set("min-seq-wait-seconds", to: "0")
    let hasty = try ToyDaemon(configuration)
    let late = try hasty.client().call("get", #"{"pointer":"/count","minSeq":99}"#)
    #expect(late.error == "timedOut")
    #expect(late.data?["seq"]?.int == 5)
    hasty.stop()
  }

  @Test("a value over the limit of a reply is tooLong, with both numbers")
  func tooLong() throws {
    let scratch = try Scratch()
    var configuration = DaemonConfiguration(in: scratch)
    try configuration.limits.set("reply-bytes", to: "4096")
    let daemon = try ToyDaemon(configuration)
    let client = try daemon.client()
    let text = String(repeating: "x", count: 5_000)
    try client.dispatch("noteWritten", #"{"id":"a","text":"\#(text)"}"#)
    for params in [#"{"pointer":"/notes/a"}"#, "{}"] {
      let answer = try client.call("get", params)
      #expect(answer.error == "tooLong")
      #expect(answer.data?["limit"]?.int == 4_096)
      #expect((answer.data?["length"]?.int ?? 0) > 5_000)
    }
    #expect(try client.call("get", #"{"pointer":"/count"}"#).result?["value"]?.int == 0)
    daemon.stop()
  }

  @Test("status tells how the daemon and its journal are")
  func status() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let last = try client.dispatch("incremented", #"{"by":2}"#)
    let status = try #require(try client.call("status").result)
    #expect(status["seq"]?.int == last.seq)
    #expect(status["state"]?.text == last.state)
    #expect(status["domain"]?.text == "toy")
    #expect(status["version"]?.int == 1)
    #expect(status["readOnly"] == .null)
    #expect(status["clients"]?.int == 1)
    #expect(status["journal"]?["directory"]?.text == daemon.configuration.journal)
    #expect(status["journal"]?["segments"]?.int == 1)
    #expect(status["limits"]?["line-bytes"]?.int == 4 << 20)
    #expect(status["uptime"]?.int == 0)
    #expect(status["effects"]?["outstanding"]?.int == 0)
    daemon.stop()
    let records = try journalRecords(daemon.configuration.journal)
    #expect(records[1]["hash"] == status["hash"])
  }

  @Test("describe lists methods, actions with examples, selectors, machines and errors")
  func describe() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let description = try #require(try client.call("describe").result)
    #expect(description["methods"]?.spelled.contains("dispatch") == true)
    #expect(description["machines"]?.spelled == "[]")
    #expect(description["errors"]?.spelled.contains("idempotencyConflict") == true)
    #expect(description["selectors"]?.spelled.contains("notes.one") == true)
    guard case .array(let actions)? = description["actions"] else {
      Issue.record("no list of actions")
      return
    }
    #expect(actions.count == Toy.actions.entries.count)
    // Each example of a client's action can be dispatched as it stands.
    for action in actions where action["origin"]?.text == "client" && action["type"]?.text != "exploded" {
      let answer = try client.dispatch(action["type"]?.text ?? "", action["example"]?.spelled ?? "")
      #expect(answer.error == nil, "\(action.spelled)")
    }
    daemon.stop()
  }
}
