import CanonicalJSON
import JournalStorage
import Testing

@testable import Daemon

@Suite("Watching values over the socket", .timeLimit(.minutes(10)))
struct SubscribeTests {
  /// A daemon with one who acts and one who watches.
  private struct Stage {
    let scratch: Scratch
    let daemon: ToyDaemon
    let actor: ToyClient
    let watcher: ToyClient

    init(_ change: (inout DaemonConfiguration) throws -> Void = { _ in }) throws {
      scratch = try Scratch()
      var configuration = DaemonConfiguration(in: scratch)
      try change(&configuration)
      daemon = try ToyDaemon(configuration)
      actor = try daemon.client()
      watcher = try daemon.client()
    }

    func subscribe(_ params: String) throws -> Answer { try watcher.call("subscribe", params) }

    func increment() throws -> Int? { try actor.dispatch("incremented", #"{"by":1}"#).seq }

    func write(_ id: String, _ text: String) throws -> Int? {
      try actor.dispatch("noteWritten", #"{"id":"\#(id)","text":"\#(text)"}"#).seq
    }
  }

  @Test("subscribe gives the value, and each change gives it again with the seq that it is true at")
  func changes() throws {
    let stage = try Stage()
    let before = try stage.increment()
    let first = try stage.subscribe(#"{"pointer":"/count"}"#)
    #expect(first.result?["subscription"]?.int == 1)
    #expect(first.seq == before)
    #expect(first.result?["value"]?.int == 1)
    for count in 2...4 {
      let seq = try stage.increment()
      let told = try stage.watcher.nextNotification()
      #expect(told.method == "changed")
      #expect(told.params.spelled == #"{"seq":\#(seq ?? 0),"skipped":0,"subscription":1,"value":\#(count)}"#)
    }
    stage.daemon.stop()
  }

  @Test("only those are told who read what changed, and only what differs from what they last got")
  func narrow() throws {
    let stage = try Stage()
    let count = try stage.subscribe(#"{"select":"count"}"#).result?["subscription"]?.int
    let one = try stage.subscribe(#"{"select":"notes.one","args":{"id":"a"}}"#).result?["subscription"]?.int
    let other = try stage.subscribe(#"{"pointer":"/notes/b/text"}"#).result?["subscription"]?.int
    #expect(Set([count, one, other]).count == 3)
    _ = try stage.write("a", "x")
    #expect(try stage.watcher.notificationsSoFar().map(\.subscription) == [one])
    _ = try stage.write("b", "x")
    #expect(try stage.watcher.notificationsSoFar().map(\.subscription) == [other])
    // The row changes, its text does not.
    _ = try stage.write("b", "x")
    try stage.actor.dispatch("ignored", #"{"text":"x"}"#)
    #expect(try stage.watcher.notificationsSoFar().isEmpty)
    _ = try stage.increment()
    #expect(try stage.watcher.notificationsSoFar().map(\.subscription) == [count])
    stage.daemon.stop()
  }

  @Test("a row that is not there is gone: at first, when it comes, when it goes")
  func gone() throws {
    let stage = try Stage()
    let first = try stage.subscribe(#"{"pointer":"/notes/a/text"}"#)
    #expect(first.result?["gone"]?.isTrue == true)
    #expect(first.result?["value"] == nil)
    _ = try stage.write("a", "x")
    let came = try stage.watcher.nextNotification()
    #expect(came.value?.text == "x" && !came.isGone)
    try stage.actor.dispatch("noteRemoved", #"{"id":"a"}"#)
    let went = try stage.watcher.nextNotification()
    #expect(went.isGone && went.value == nil)
    try stage.actor.dispatch("noteRemoved", #"{"id":"a"}"#)
    #expect(try stage.watcher.notificationsSoFar().isEmpty)
    stage.daemon.stop()
  }

  @Test(
    "what cannot be watched is refused with the place and the nearest name",
    arguments: [
      (#"{"pointer":"/nots"}"#, "notFound", nil, "/notes"),
      (#"{"pointer":"/lines/first"}"#, "notFound", nil, nil),
      (#"{"pointer":"count"}"#, "invalidParams", "/pointer", nil),
      (#"{"select":"notes.on"}"#, "invalidParams", "/select", "notes.one"),
      (#"{"select":"notes.one"}"#, "invalidParams", "/args/id", nil),
      (#"{"select":"notes.one","args":{"id":"a","idd":1}}"#, "invalidParams", "/args/idd", "id"),
      (#"{"select":"notes.one","args":{"id":5}}"#, "invalidParams", "/args/id", nil),
      (#"{"pointer":"/count","minSeq":1}"#, "invalidParams", "/minSeq", nil),
    ] as [(String, String, String?, String?)])
  func refused(params: String, name: String, path: String?, nearest: String?) throws {
    let stage = try Stage()
    let answer = try stage.subscribe(params)
    #expect(answer.error == name)
    #expect(answer.data?["path"]?.text == path)
    #expect(answer.data?["nearest"]?.text == nearest)
    #expect(try stage.watcher.call("status").result?["subscriptions"]?.int == 0)
    stage.daemon.stop()
  }

  @Test("a pointer or arguments that are too long to be kept are refused with the limit")
  func longTarget() throws {
    let stage = try Stage()
    let long = String(repeating: "a", count: 20_000)
    for params in [#"{"pointer":"/notes/\#(long)"}"#, #"{"select":"notes.one","args":{"id":"\#(long)"}}"#] {
      let answer = try stage.subscribe(params)
      #expect(answer.error == "tooLong")
      #expect(answer.data?["limit"]?.int == 16 << 10)
    }
    stage.daemon.stop()
  }

  @Test("over the limit a subscription is told busy; one that ends makes room")
  func limit() throws {
    let stage = try Stage { try $0.limits.set(.subscriptions, to: 2) }
    let first = try stage.subscribe(#"{"pointer":"/count"}"#).result?["subscription"]?.int ?? 0
    #expect(try stage.subscribe("{}").error == nil)
    let refused = try stage.subscribe(#"{"pointer":"/count"}"#)
    #expect(refused.error == "busy")
    #expect(refused.data?["limit"]?.text == "subscriptions")
    #expect(try stage.actor.call("subscribe").error == nil)
    #expect(try stage.watcher.call("unsubscribe", #"{"subscription":\#(first)}"#).result?.isTrue == true)
    #expect(try stage.subscribe(#"{"pointer":"/count"}"#).error == nil)
    stage.daemon.stop()
  }

  @Test("after the answer to unsubscribe nothing comes; what is not one's own cannot be ended")
  func unsubscribe() throws {
    let stage = try Stage()
    let number = try stage.subscribe(#"{"pointer":"/count"}"#).result?["subscription"]?.int ?? 0
    let end = #"{"subscription":\#(number)}"#
    let foreign = try stage.actor.call("unsubscribe", end)
    #expect(foreign.error == "notFound")
    #expect(foreign.data?["subscription"]?.int == number)
    _ = try stage.increment()
    #expect(try stage.watcher.notificationsSoFar().count == 1)
    #expect(try stage.watcher.call("unsubscribe", end).result?.isTrue == true)
    _ = try stage.increment()
    #expect(try stage.watcher.notificationsSoFar().isEmpty)
    #expect(try stage.watcher.call("unsubscribe", end).error == "notFound")
    stage.daemon.stop()
  }

  @Test("without an id, and in a batch, nothing is subscribed; a batch may end subscriptions")
  func withoutAnswer() throws {
    let stage = try Stage()
    let call = #""jsonrpc":"2.0","method":"subscribe","params":{"pointer":"/count"}"#
    try stage.watcher.sendLine("{\(call)}")
    #expect(try stage.watcher.call("status").result?["subscriptions"]?.int == 0)
    try stage.watcher.sendLine("[{\(call),\"id\":77}]")
    let batch = try JSONValue.parse(try #require(try stage.watcher.nextLine()))
    #expect(batch[0]?["error"]?["data"]?["name"]?.text == "invalidRequest")
    let number = try stage.subscribe(#"{"pointer":"/count"}"#).result?["subscription"]?.int ?? 0
    try stage.watcher.sendLine(
      #"[{"jsonrpc":"2.0","method":"unsubscribe","params":{"subscription":\#(number)},"id":78}]"#)
    #expect(try JSONValue.parse(try #require(try stage.watcher.nextLine()))[0]?["result"]?.isTrue == true)
    _ = try stage.increment()
    #expect(try stage.watcher.notificationsSoFar().isEmpty)
    stage.daemon.stop()
  }

  @Test("a connection that goes takes its subscriptions with it")
  func connectionGoes() throws {
    let stage = try Stage()
    for _ in 0..<3 { _ = try stage.subscribe(#"{"pointer":"/count"}"#) }
    var left: ToyClient? = try stage.daemon.client()
    for target in [#"{"pointer":"/count"}"#, "{}", #"{"select":"notes.count"}"#] {
      #expect(try left?.call("subscribe", target).error == nil)
    }
    #expect(try stage.actor.call("status").result?["subscriptions"]?.int == 6)
    left = nil
    var count: Int?
    for _ in 0..<10_000 where count != 3 {
      _ = try stage.increment()
      count = try stage.actor.call("status").result?["subscriptions"]?.int
    }
    #expect(count == 3)
    stage.daemon.stop()
  }

  @Test("long values are told too, from the reader thread, and the last one told is the last there is")
  func longValues() throws {
    let stage = try Stage()
    let targets = ["{}", #"{"pointer":"/notes"}"#, #"{"select":"notes.count"}"#]
    var numbers: [Int: String] = [:]
    for target in targets {
      numbers[try stage.subscribe(target).result?["subscription"]?.int ?? 0] = target
    }
    var last: Int?
    for count in 1...30 { last = try stage.write("n\(count)", "x") }
    var latest: [Int: Told] = [:]
    while latest.count < 3 || latest.values.contains(where: { $0.seq != last }) {
      let told = try stage.watcher.nextNotification()
      let number = told.subscription ?? 0
      #expect((latest[number]?.seq ?? 0) < told.seq ?? 0)
      latest[number] = told
    }
    for (number, target) in numbers {
      #expect(try stage.actor.call("get", target).result?["value"] == latest[number]?.value, "\(target)")
    }
    stage.daemon.stop()
  }

  @Test("a first value over the limit is refused; one that gets too long is told once, and goes on when it fits")
  func tooLong() throws {
    let stage = try Stage { try $0.limits.set(.replyBytes, to: 4_096) }
    let long = String(repeating: "x", count: 5_000)
    _ = try stage.write("long", long)
    for target in [#"{"pointer":"/notes/long"}"#, "{}"] {
      let refused = try stage.subscribe(target)
      #expect(refused.error == "tooLong")
      #expect(refused.data?["limit"]?.int == 4_096)
    }
    #expect(try stage.watcher.call("status").result?["subscriptions"]?.int == 0)
    #expect(try stage.subscribe(#"{"pointer":"/notes/a/text"}"#).error == nil)
    _ = try stage.write("a", long)
    let told = try stage.watcher.nextNotification()
    #expect(told.error == "tooLong" && told.value == nil && told.skipped == 0)
    _ = try stage.write("a", long + "y")
    #expect(try stage.watcher.notificationsSoFar().isEmpty)
    _ = try stage.write("a", "short")
    #expect(try stage.watcher.nextNotification().value?.text == "short")
    stage.daemon.stop()
  }

  @Test("a slow reader gets the newest value, and how many it was not sent", arguments: ["/notes/a/text", "/notes"])
  func slow(pointer: String) throws {
    let stage = try Stage { try $0.limits.set(.queuedBytes, to: 64 << 10) }
    let number = try stage.subscribe(#"{"pointer":"\#(pointer)"}"#).result?["subscription"]?.int ?? 0
    let text = String(repeating: "x", count: 20_000)
    let rounds = 200
    var last: Int?
    for round in 1...rounds { last = try stage.write("a", "\(round) \(text)") }
    var told: [Told] = []
    while told.last?.seq != last { told.append(try stage.watcher.nextNotification()) }
    #expect(told.allSatisfy { $0.subscription == number })
    #expect(told.count < rounds / 2)
    let values = told.compactMap { $0.value?.text ?? $0.value?["a"]?["text"]?.text }
    #expect(values.last?.hasPrefix("\(rounds) ") == true)
    // Each value was sent or skipped, and none counted twice.
    var count = 0
    for (told, value) in zip(told, values) {
      count += 1 + (told.skipped ?? 0)
      #expect(value.hasPrefix("\(count) "))
    }
    #expect(count == rounds)
    stage.daemon.stop()
  }

  @Test("a subscription asked for behind a dispatch sees it, and is told what comes behind that")
  func pipelined() throws {
    let stage = try Stage()
    let one = #"{"type":"incremented","action":{"by":1}}"#
    for round in 0..<20 {
      let before = try stage.watcher.send("dispatch", one)
      let first = try stage.watcher.send("subscribe", #"{"pointer":"/count"}"#)
      let after = try stage.watcher.send("dispatch", one)
      #expect(try stage.watcher.answer(to: before).seq == (try stage.watcher.answer(to: first)).seq)
      let answer = try stage.watcher.answer(to: after)
      let end = try stage.watcher.nextNotification()
      #expect(end.seq == answer.seq)
      #expect(end.value?.int == 2 * round + 2)
      #expect(end.skipped == 0)
      _ = try stage.watcher.call("unsubscribe", #"{"subscription":\#(round + 1)}"#)
    }
    stage.daemon.stop()
  }
}
