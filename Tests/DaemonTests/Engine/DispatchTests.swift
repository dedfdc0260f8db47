import CanonicalJSON
import Testing

@testable import Daemon

@Suite("Dispatching")
struct DispatchTests {
  @Test("an action is journaled, reduced and answered; the record says who, what and with what outcome")
  func dispatch() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let answer = try client.dispatch("incremented", #"{ "by" : 4 }"#, #","client":"me","trace":"\#(trace)""#)
    #expect(answer.outcome == "applied")
    #expect(answer.seq == 2)
    #expect(try client.call("get", #"{"pointer":"/count"}"#).result?["value"]?.int == 4)
    #expect(daemon.stop() == .exit(.stopped))

    let records = try journalRecords(daemon.configuration.journal)
    #expect(types(records) == ["log.opened", "incremented", "log.closed"])
    let record = records[1]
    #expect(record["action"]?.spelled == #"{"by":4}"#)
    #expect(record["by"]?["client"]?.text == "me")
    #expect(record["by"]?["uid"]?.int == Int(CurrentUser.uid))
    #expect(record["by"]?["pid"]?.int == CurrentUser.pid)
    #expect(record["trace"]?.text == trace)
    #expect(record["state"]?.text == answer.state)
    #expect(record["at"] == answer.result?["at"])
    // The close stands in a group of its own.
    #expect(records[2]["batch"]?.int == 3)
  }

  @Test("ignored and illegal are results with a reason, and leave the state as it was")
  func outcomes() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let before = try client.dispatch("incremented", #"{"by":1}"#).state
    let ignored = try client.dispatch("ignored", #"{"text":"too late"}"#)
    #expect(ignored.outcome == "ignored")
    #expect(ignored.result?["why"]?.spelled == #"{"code":"late","text":"too late"}"#)
    let illegal = try client.dispatch("refused", #"{"text":"never"}"#)
    #expect(illegal.outcome == "illegal")
    #expect(ignored.state == before)
    #expect(illegal.state == before)
    daemon.stop()
  }

  @Test("a reason's text is cut at its limit, at a character")
  func cutReason() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let text = String(repeating: "é", count: 600)
    let answer = try daemon.client().dispatch("ignored", #"{"text":"\#(text)"}"#)
    #expect(answer.result?["why"]?["text"]?.text == String(repeating: "é", count: 512))
    daemon.stop()
  }

  @Test("a reducer that says ignored and changes the state is journaled as it happened, and flagged")
  func brokenPromise() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    #expect(try client.dispatch("lied").outcome == "ignored")
    #expect(try client.call("status").result?["reducerFaults"]?.int == 1)
    daemon.stop()
    let again = try ToyDaemon(DaemonConfiguration(in: scratch))
    #expect(try again.client().call("get", #"{"pointer":"/count"}"#).result?["value"]?.int == 1)
    #expect(try again.client().call("status").result?["reducerFaults"]?.int == 1, "counted from the journal")
    again.stop()
  }

  @Test("expectedSeq is judged at admission, in order, also under pipelining")
  func expectedSeq() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let ids = try [1, 2, 2, 3].map {
      try client.send("dispatch", #"{"type":"incremented","action":{"by":1},"expectedSeq":\#($0)}"#)
    }
    #expect(try client.answer(to: ids[0]).seq == 2)
    #expect(try client.answer(to: ids[1]).seq == 3)
    let refused = try client.answer(to: ids[2])
    #expect(refused.error == "expectedSeqMismatch")
    #expect(refused.data?["expected"]?.int == 2)
    #expect(refused.data?["actual"]?.int == 3)
    #expect(try client.answer(to: ids[3]).seq == 4)
    daemon.stop()
  }

  @Test("pipelined dispatches of many clients are all answered, with seqs in each client's order")
  func pipelined() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let clients = try (0..<8).map { _ in try daemon.client() }
    var last = [Int](repeating: 0, count: clients.count)
    for _ in 0..<100 { for client in clients { _ = try client.send("dispatch", one) } }
    for _ in 0..<100 {
      for (index, client) in clients.enumerated() {
        let seq = try client.nextAnswer().seq ?? 0
        #expect(seq > last[index])
        last[index] = seq
      }
    }
    #expect(try clients[0].call("get", #"{"pointer":"/count"}"#).result?["value"]?.int == 800)
    daemon.stop()
    let batches = Set(try journalRecords(daemon.configuration.journal).compactMap { $0["batch"]?.int })
    // Group commit: far fewer syncs than records.
    #expect(batches.count < 800)
  }

  @Test("refused requests get the designed error, and leave no trace in state or journal", arguments: Refusal.all)
  func refusal(refusal: Refusal) throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let before = try client.dispatch("incremented", #"{"by":7}"#).state
    let answer = try client.call(refusal.method, refusal.params)
    #expect(answer.error == refusal.error)
    for (key, value) in refusal.data { #expect(answer.data?[key]?.spelled == value, "\(key)") }
    let status = try client.call("status").result
    #expect(status?["seq"]?.int == 2)
    #expect(status?["state"]?.text == before)
    daemon.stop()
    #expect(try types(journalRecords(daemon.configuration.journal)) == ["log.opened", "incremented", "log.closed"])
  }

  @Test("a member that is missing is told to be missing")
  func missingMember() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let answer = try client.dispatch("noteWritten", #"{"id":"a"}"#)
    #expect(answer.error == "invalidPayload")
    #expect(answer.message == "`/text` is missing from the payload: expected a string.")
    #expect(answer.data?["path"]?.text == "/text")
    let wrong = try client.dispatch("noteWritten", #"{"id":"a","text":1}"#)
    #expect(wrong.message == "The payload at `/text` does not fit: expected a string.")
    daemon.stop()
  }

  @Test("what is refused is not remembered under its key")
  func refusedKey() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    #expect(try client.dispatch("incremented", #"{"by":"x"}"#, #","id":"k""#).error == "invalidPayload")
    #expect(try client.dispatch("incremented", #"{"by":1}"#, #","id":"k","expectedSeq":9"#).error != nil)
    let answer = try client.dispatch("incremented", #"{"by":1}"#, #","id":"k""#)
    #expect(answer.seq == 2)
    #expect(answer.result?["duplicate"] == nil)
    daemon.stop()
  }

  private let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
  private let one = #"{"type":"incremented","action":{"by":1}}"#
}

/// A request that is refused, and how.
struct Refusal: Sendable, CustomTestStringConvertible {
  var method = "dispatch"
  var params: String
  var error: String
  var data: [String: String] = [:]

  var testDescription: String { "\(method) \(params) → \(error)" }

  static let all: [Refusal] = [
    Refusal(
      params: #"{"type":"incremnted","action":{"by":1}}"#, error: "unknownType",
      data: ["nearest": #""incremented""#]),
    Refusal(params: #"{"type":"log.opened","action":{}}"#, error: "unknownType"),
    Refusal(
      params: #"{"type":"incremented","action":{"by":"x"}}"#, error: "invalidPayload", data: ["path": #""/by""#]),
    Refusal(params: #"{"type":"incremented","action":{}}"#, error: "invalidPayload"),
    Refusal(
      params: #"{"type":"incremented","action":{"by":1,"bye":2}}"#, error: "invalidPayload",
      data: ["path": #""/bye""#, "nearest": #""by""#]),
    Refusal(params: #"{"type":"incremented","action":{"by":9223372036854775808}}"#, error: "invalidPayload"),
    Refusal(params: #"{"type":"incremented","v":2,"action":{"by":1}}"#, error: "invalidParams"),
    Refusal(params: #"{"type":"incremented"}"#, error: "invalidParams"),
    Refusal(params: #"{"type":"incremented","action":[1]}"#, error: "invalidParams"),
    Refusal(
      params: #"{"type":"incremented","action":{"by":1},"expectSeq":1}"#, error: "invalidParams",
      data: ["nearest": #""expectedSeq""#]),
    Refusal(
      params: #"{"type":"jobDone","action":{"name":"a","result":1}}"#, error: "forbidden",
      data: ["rule": #""origin""#]),
    Refusal(params: #"{"type":"rang","action":{"by":1}}"#, error: "forbidden"),
    Refusal(params: #"{"type":"jobDone","action":{"name":"a","result":1},"effect":"1.0"}"#, error: "effectNotHeld"),
    Refusal(params: #"{"type":"incremented","action":{"by":1},"effect":"2.0"}"#, error: "effectNotHeld"),
    Refusal(params: #"{"type":"incremented","action":{"by":1},"effect":"two"}"#, error: "invalidParams"),
    Refusal(
      params: #"{"type":"incremented","action":{"by":1},"expectedSeq":9}"#, error: "expectedSeqMismatch",
      data: ["expected": "9", "actual": "2"]),
    Refusal(
      method: "get", params: #"{"pointer":"/cuont"}"#, error: "notFound", data: ["nearest": #""/count""#]),
    Refusal(method: "dispach", params: "{}", error: "methodNotFound", data: ["nearest": #""dispatch""#]),
    Refusal(method: "get", params: #"{"pointer":"/nothing"}"#, error: "notFound", data: ["pointer": #""/nothing""#]),
    Refusal(method: "get", params: #"{"pointer":"/notes/none"}"#, error: "notFound"),
    Refusal(method: "get", params: #"{"pointer":"count"}"#, error: "invalidParams"),
    Refusal(
      method: "get", params: #"{"select":"note.count"}"#, error: "invalidParams",
      data: ["nearest": #""notes.count""#]),
    Refusal(method: "get", params: #"{"select":"notes.one"}"#, error: "invalidParams"),
    Refusal(method: "get", params: #"{"select":"notes.one","args":{"id":1}}"#, error: "invalidParams"),
  ]
}
