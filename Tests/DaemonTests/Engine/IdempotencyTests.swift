import CanonicalJSON
import Testing

@testable import Daemon

@Suite("Idempotency")
struct IdempotencyTests {
  @Test("a retry gets the first result, marked as a duplicate, and nothing more happens")
  func retry() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let first = try client.dispatch("incremented", #"{"by":1}"#, #","id":"k1""#)
    try client.dispatch("incremented", #"{"by":5}"#)
    // Spelled otherwise, but the same content; its expectedSeq is long past.
    let second = try client.dispatch("incremented", #"{ "by" : 1 }"#, #","id":"k1","expectedSeq":1"#)
    #expect(second.result?["duplicate"]?.isTrue == true)
    for key in ["seq", "at", "outcome", "state"] { #expect(second.result?[key] == first.result?[key]) }
    #expect(try client.call("get", #"{"pointer":"/count"}"#).result?["value"]?.int == 6)
    daemon.stop()
  }

  @Test("other content under a used id is a conflict that names the first")
  func conflict() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    let first = try client.dispatch("incremented", #"{"by":1}"#, #","id":"k1""#)
    let answer = try client.dispatch("incremented", #"{"by":2}"#, #","id":"k1""#)
    #expect(answer.error == "idempotencyConflict")
    #expect(answer.data?["seq"]?.int == first.seq)
    #expect(try client.dispatch("ignored", #"{"text":"a"}"#, #","id":"k1""#).error == "idempotencyConflict")
    daemon.stop()
  }

  @Test("twins in flight become one record, and both are answered when it is durable")
  func twins() throws {
    let scratch = try Scratch()
    var configuration = DaemonConfiguration(in: scratch)
    configuration.commitsInline = false
    let daemon = try ToyDaemon(configuration)
    let client = try daemon.client()
    let other = try daemon.client()
    let params = #"{"type":"incremented","action":{"by":1},"id":"twin"}"#
    let (one, two) = (try client.send("dispatch", params), try client.send("dispatch", params))
    let three = try other.send("dispatch", params)
    let answers = [try client.answer(to: one), try client.answer(to: two), try other.answer(to: three)]
    #expect(Set(answers.map(\.seq)).count == 1)
    #expect(answers.filter { $0.result?["duplicate"] == nil }.count == 1)
    #expect(try client.call("get", #"{"pointer":"/count"}"#).result?["value"]?.int == 1)
    daemon.stop()
  }

  @Test("the window survives a restart, with outcome and reason")
  func restart() throws {
    let scratch = try Scratch()
    let first = try ToyDaemon(DaemonConfiguration(in: scratch))
    let answer = try first.client().dispatch("ignored", #"{"text":"late"}"#, #","id":"k1""#)
    first.stop()
    let second = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try second.client()
    let again = try client.dispatch("ignored", #"{"text":"late"}"#, #","id":"k1""#)
    #expect(again.result?["duplicate"]?.isTrue == true)
    for key in ["seq", "at", "outcome", "why", "state"] { #expect(again.result?[key] == answer.result?[key]) }
    #expect(try client.dispatch("ignored", #"{"text":"l"}"#, #","id":"k1""#).error == "idempotencyConflict")
    second.stop()
  }

  @Test("ids older than the window are new again")
  func window() throws {
    let scratch = try Scratch()
    var configuration = DaemonConfiguration(in: scratch)
    try configuration.limits.set("idempotency-window", to: "2")
    let daemon = try ToyDaemon(configuration)
    let client = try daemon.client()
    for id in ["a", "b", "c"] { try client.dispatch("incremented", #"{"by":1}"#, #","id":"\#(id)""#) }
    #expect(try client.dispatch("incremented", #"{"by":1}"#, #","id":"b""#).result?["duplicate"]?.isTrue == true)
    #expect(try client.dispatch("incremented", #"{"by":1}"#, #","id":"a""#).result?["duplicate"] == nil)
    daemon.stop()
  }
}
