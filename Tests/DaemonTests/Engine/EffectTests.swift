import CanonicalJSON
import TestSupport
import Testing

@testable import Daemon

@Suite("Effects")
struct EffectTests {
  @Test("an effect starts once its record is durable, and its result is an action that carries it, cause and trace")
  func result() throws {
    let scratch = try Scratch()
    let middleware = ToyMiddleware()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [middleware])
    let client = try daemon.client()
    let asked = try client.dispatch(
      "jobAsked", #"{"name":"sum","policy":"latest"}"#, #","trace":"\#(trace)""#)
    let start = try #require(middleware.waitForStarts(1).first)
    #expect(start.effect == .job(name: "sum"))
    #expect(start.context.id.text == "\(asked.seq ?? 0).0")
    #expect(try client.call("status").result?["effects"]?["outstanding"]?.int == 1)
    start.context.report(.action(.jobDone(name: "sum", result: 3)))
    let read = try client.call("get", #"{"pointer":"/count","minSeq":3}"#)
    #expect(read.result?["value"]?.int == 3)
    #expect(try client.call("status").result?["effects"]?["outstanding"]?.int == 0)
    daemon.stop()

    let record = try journalRecords(daemon.configuration.journal)[2]
    #expect(record["type"]?.text == "jobDone")
    #expect(record["by"]?.spelled == #"{"effect":"2.0"}"#)
    #expect(record["effect"]?.text == "2.0")
    #expect(record["cause"]?.int == 2)
    #expect(record["trace"]?.text == trace)
  }

  @Test("an effect without a result is settled by a record of the daemon's own")
  func settled() throws {
    let scratch = try Scratch()
    let middleware = ToyMiddleware { _, _ in .settled(why: "nothing there") }
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [middleware])
    let client = try daemon.client()
    let before = try client.dispatch("jobAsked", #"{"name":"sum","policy":"latest"}"#).state
    let read = try client.call("get", #"{"pointer":"/count","minSeq":3}"#)
    #expect(read.state == before)
    daemon.stop()
    let record = try journalRecords(daemon.configuration.journal)[2]
    #expect(record["type"]?.text == "log.effectSettled")
    #expect(record["action"]?["why"]?.text == "nothing there")
    #expect(record["effect"]?.text == "2.0")
    #expect(record["outcome"] == nil)
    #expect(record["by"]?.spelled == #"{"system":"actionlogd"}"#)
  }

  @Test("a performer may report once; what it says again is refused")
  func once() throws {
    let scratch = try Scratch()
    let middleware = ToyMiddleware()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [middleware])
    let client = try daemon.client()
    try client.dispatch("jobAsked", #"{"name":"sum","policy":"latest"}"#)
    let start = try #require(middleware.waitForStarts(1).first)
    start.context.report(.action(.jobDone(name: "sum", result: 3)))
    start.context.report(.action(.jobDone(name: "sum", result: 3)))
    #expect(try client.call("get", #"{"pointer":"/count","minSeq":3}"#).result?["value"]?.int == 3)
    try client.dispatch("incremented", #"{"by":1}"#)
    #expect(try client.call("get", #"{"pointer":"/count"}"#).result?["value"]?.int == 4)
    daemon.stop()
    #expect(daemon.log.contains("second report"))
  }

  @Test("a report on a superseded effect is admitted, and settles nothing more")
  func superseded() throws {
    let scratch = try Scratch()
    let middleware = ToyMiddleware()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [middleware])
    let client = try daemon.client()
    try client.dispatch("jobAsked", #"{"name":"sum","policy":"latest"}"#)
    let first = try #require(middleware.waitForStarts(1).first)
    try client.dispatch("jobAsked", #"{"name":"sum","policy":"latest"}"#)
    let second = try #require(middleware.waitForStarts(2).last)
    second.context.report(.action(.jobDone(name: "sum", result: 3)))
    try client.call("get", #"{"minSeq":4}"#)
    first.context.report(.action(.jobDone(name: "sum", result: -1)))
    let late = try client.call("get", #"{"pointer":"/count","minSeq":5}"#)
    #expect(late.result?["value"]?.int == 3)
    daemon.stop()
    let records = try journalRecords(daemon.configuration.journal)
    #expect(records[4]["outcome"]?.text == "ignored")
    #expect(records[4]["why"]?["code"]?.text == "stale")
    #expect(records[4]["effect"]?.text == "2.0")
  }

  @Test("effects of one queue start one after another, each when the one before has settled")
  func queue() throws {
    let scratch = try Scratch()
    let middleware = ToyMiddleware()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [middleware])
    let client = try daemon.client()
    for _ in 0..<3 {
      try client.dispatch("jobAsked", #"{"name":"sum","policy":"queue"}"#, #","trace":"\#(trace)""#)
    }
    for number in 1...3 {
      let starts = middleware.waitForStarts(number)
      #expect(starts.count == number)
      starts[number - 1].context.report(.action(.jobDone(name: "sum", result: 1)))
    }
    #expect(try client.call("get", #"{"pointer":"/count","minSeq":7}"#).result?["value"]?.int == 3)
    daemon.stop()
    let results = try journalRecords(daemon.configuration.journal).filter { $0["type"]?.text == "jobDone" }
    #expect(results.map { $0["trace"]?.text } == [trace, trace, trace])
  }

  @Test("an unsettled effect starts again after a restart, whole and with its trace; a settled one does not")
  func restart() throws {
    let scratch = try Scratch()
    let before = ToyMiddleware { effect, _ in
      effect == .job(name: "done") ? .action(.jobDone(name: "done", result: 1)) : nil
    }
    let first = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [before])
    let client = try first.client()
    try client.dispatch("jobAsked", #"{"name":"done","policy":"latest"}"#)
    try client.dispatch("jobAsked", #"{"name":"open","policy":"latest"}"#, #","trace":"\#(trace)""#)
    try client.call("get", #"{"minSeq":4}"#)
    _ = before.waitForStarts(2)
    #expect(first.stop() == .exit(.stopped))

    let after = ToyMiddleware { _, context in
      .action(.jobDone(name: "open", result: context.state.count + 10))
    }
    let second = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [after])
    let starts = after.waitForStarts(1)
    #expect(starts.map(\.effect) == [.job(name: "open")])
    let last = try second.client().call("status").result?["seq"]?.int ?? 0
    let read = try second.client().call("get", #"{"pointer":"/count","minSeq":\#(max(last, 7))}"#)
    #expect(read.result?["value"]?.int == 12)
    second.stop()
    let record = try journalRecords(second.configuration.journal).last { $0["type"]?.text == "jobDone" }
    #expect(record?["trace"]?.text == trace)
    #expect(after.startCount == 1)
  }

  @Test("an effect that nobody performs stays outstanding and is shown as parked, also after a restart")
  func parked() throws {
    let scratch = try Scratch()
    let middleware = ToyMiddleware()
    for round in 0..<2 {
      let daemon = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [middleware])
      let client = try daemon.client()
      if round == 0 { try client.dispatch("mysteryAsked", #"{"name":"x"}"#) }
      let effects = try client.call("status").result?["effects"]
      #expect(effects?["outstanding"]?.int == 1)
      #expect(effects?["parked"]?.int == 1)
      daemon.stop()
    }
    #expect(middleware.startCount == 0)
  }

  @Test("what is parked is shown with its key and how many wait behind it, the oldest first")
  func parkedLane() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    for _ in 0..<20 { try client.dispatch("jobAsked", #"{"name":"sum","policy":"queue"}"#) }
    try client.dispatch("mysteryAsked", #"{"name":"x"}"#)
    let effects = try client.call("status").result?["effects"]
    #expect(effects?["outstanding"]?.int == 21)
    #expect(effects?["parked"]?.int == 2)
    let shown = try #require(effects?["parkedFirst"]?.array)
    #expect(shown.map { $0["id"]?.text } == ["2.0", "22.0"])
    #expect(shown.map { $0["type"]?.text } == ["job", "mystery"])
    #expect(shown.map { $0["waiting"]?.int } == [19, 0])
    #expect(daemon.log.contains("(job) stays outstanding, and later ones of its key may wait for it"))
    daemon.stop()
  }

  @Test("a result that the catalogue does not list is told of, and its effect is parked for a mended domain")
  func unlisted() throws {
    let scratch = try Scratch()
    let wrong = ToyMiddleware { _, _ in .action(.unlisted) }
    let first = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [wrong])
    let client = try first.client()
    try client.dispatch("jobAsked", #"{"name":"sum","policy":"latest"}"#)
    let effects = try parkedEffects(client)
    #expect(effects?["parked"]?.int == 1)
    #expect(effects?["outstanding"]?.int == 1)
    first.stop()
    let line = try #require(first.log.all.first { $0.hasPrefix("3 ") })
    #expect(
      line == """
        3 the result of effect 2.0 (job) cannot be written: the action unlisted is not in the domain's catalogue; add it to \
        `actions`; the effect stays outstanding and is performed again by a daemon that is built with that and started
        """)
    #expect(try !journalRecords(first.configuration.journal).contains { $0["type"]?.text == "log.effectSettled" })

    let mended = ToyMiddleware { _, _ in .action(.jobDone(name: "sum", result: 3)) }
    let second = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [mended])
    #expect(try second.client().call("get", #"{"pointer":"/count","minSeq":5}"#).result?["value"]?.int == 3)
    second.stop()
  }

  /// The effects in `status`, once one is parked; asked again until then.
  private func parkedEffects(_ client: ToyClient) throws -> JSONValue? {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(Patience.seconds)
    while clock.now < deadline {
      let effects = try client.call("status").result?["effects"]
      if effects?["parked"]?.int == 1 { return effects }
    }
    return try client.call("status").result?["effects"]
  }

  @Test("an effect's performer sees a state that is durable")
  func durableState() throws {
    let scratch = try Scratch()
    var configuration = DaemonConfiguration(in: scratch)
    configuration.commitsInline = false
    let middleware = ToyMiddleware { effect, context in
      .action(.jobDone(name: "\(context.state.count)", result: 0))
    }
    let daemon = try ToyDaemon(configuration, middleware: [middleware])
    let client = try daemon.client()
    try client.dispatch("incremented", #"{"by":5}"#)
    try client.dispatch("jobAsked", #"{"name":"a","policy":"latest"}"#)
    #expect(try client.call("get", #"{"pointer":"/lastJob","minSeq":4}"#).result?["value"]?.text == "5")
    daemon.stop()
  }

  @Test("middleware sees every action once it is final, in order")
  func observe() throws {
    let scratch = try Scratch()
    let middleware = ToyMiddleware()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch), middleware: [middleware])
    let client = try daemon.client()
    for _ in 0..<5 { try client.dispatch("incremented", #"{"by":1}"#) }
    #expect(middleware.waitForSight(of: 6) == [2, 3, 4, 5, 6])
    daemon.stop()
  }

  private let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
}
