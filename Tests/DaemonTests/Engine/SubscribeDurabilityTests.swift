import CanonicalJSON
import JournalStorage
import Testing

@testable import Daemon

@Suite("Nothing is told to those who watch before it is durable", .timeLimit(.minutes(10)))
struct SubscribeDurabilityTests {
  private let increment = #"{"type":"incremented","action":{"by":1}}"#

  @Test("while a sync is held up no answer to subscribe and no change comes; then the answer first, changes by group")
  func heldUp() throws {
    let scratch = try Scratch()
    let disk = GatedFileSystem(RealFileSystem())
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch, on: disk))
    let (actor, watcher) = (try daemon.client(), try daemon.client())
    #expect(try watcher.call("subscribe", #"{"pointer":"/count"}"#).result?["value"]?.int == 0)
    disk.shut()
    let first = try actor.send("dispatch", increment)
    #expect(disk.waitUntilHeld())
    let second = try actor.send("dispatch", increment)
    _ = try actor.call("status")
    let short = try watcher.send("subscribe", #"{"select":"count"}"#)
    let long = try watcher.send("subscribe", "{}")
    // Nothing came before the answer to what was asked last.
    let status = try watcher.send("status")
    let answer = try watcher.nextAnswer()
    #expect(answer.id == status)
    #expect(answer.result?["subscriptions"]?.int == 3)
    let third = try actor.send("dispatch", increment)
    _ = try actor.call("status")

    disk.open()
    let seqs = try [first, second, third].map { try actor.answer(to: $0).seq ?? 0 }
    #expect(try watcher.answer(to: short).result?["value"]?.int == 2)
    #expect(try watcher.answer(to: long).result?["value"]?["count"]?.int == 2)
    var told: [Told] = []
    while told.count < 4 { told.append(try watcher.nextNotification()) }
    #expect(told.filter { $0.subscription == 1 }.map(\.seq) == [seqs[0], seqs[2]])
    #expect(told.filter { $0.subscription == 1 }.map(\.skipped) == [0, 0])
    #expect(told.filter { $0.subscription == 2 }.map(\.seq) == [seqs[2]])
    #expect(told.filter { $0.subscription == 3 }.map(\.value?["count"]?.int) == [3])
    #expect(daemon.stop() == .exit(.stopped))
  }

  @Test("one who fell behind is brought up while a sync is held up with what is durable, not with what is not")
  func behind() throws {
    let scratch = try Scratch()
    let disk = GatedFileSystem(RealFileSystem())
    var configuration = DaemonConfiguration(in: scratch, on: disk)
    try configuration.limits.set(.queuedBytes, to: 64 << 10)
    let daemon = try ToyDaemon(configuration)
    let (actor, watcher) = (try daemon.client(), try daemon.client())
    #expect(try watcher.call("subscribe", #"{"pointer":"/notes/a/text"}"#).error == nil)
    let text = String(repeating: "x", count: 20_000)
    func note(_ round: Int) -> String { #"{"id":"a","text":"\#(round) \#(text)"}"# }
    for round in 1...100 { try actor.dispatch("noteWritten", note(round)) }
    disk.shut()
    let held = try actor.send("dispatch", #"{"type":"noteWritten","action":\#(note(101))}"#)
    #expect(disk.waitUntilHeld())
    // All that was queued, and no more: what would be newer is not durable.
    let early = try watcher.notificationsSoFar()
    #expect(early.allSatisfy { $0.value?.text?.hasPrefix("101 ") == false })
    disk.open()
    #expect(try actor.answer(to: held).error == nil)
    var last = early.last
    while last?.value?.text?.hasPrefix("101 ") != true { last = try watcher.nextNotification() }
    #expect(daemon.stop() == .exit(.stopped))
  }

  @Test(
    "when a commit fails nothing of it is told, and the connection ends", arguments: [#"{"pointer":"/count"}"#, "{}"])
  func commitFails(target: String) throws {
    let scratch = try Scratch()
    let disk = SimulatedFileSystem(seed: 5)
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch, on: disk))
    let (actor, watcher) = (try daemon.client(), try daemon.client())
    #expect(try watcher.call("subscribe", target).error == nil)
    disk.arm((0..<50).map { SimulatedFault(call: $0, .fail(5)) })
    let dispatched = try actor.send("dispatch", increment)
    #expect(try actor.answer(to: dispatched).error == "unknownOutcome")
    #expect(try watcher.nextLine() == nil)
    #expect(daemon.waitForEnd() == .exit(.journalFailed))
  }

  @Test("nothing of an action that the domain broke on is told")
  func domainBreaks() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let (actor, watcher) = (try daemon.client(), try daemon.client())
    for target in [#"{"pointer":"/count"}"#, "{}"] { #expect(try watcher.call("subscribe", target).error == nil) }
    let before = try actor.send("dispatch", increment)
    #expect(try actor.dispatch("exploded").error == "internalError")
    #expect(try actor.answer(to: before).outcome == "applied")
    #expect(daemon.waitForEnd() == .exit(.domainFault))
    // What was durable before may have been told.
    while let line = try watcher.nextLine() {
      let value = Told(try JSONValue.parse(line))?.value
      #expect((value?["count"] ?? value)?.int == 1)
    }
  }

  @Test("records that come to light when a journal can be claimed at last are told")
  func reclaimed() throws {
    let scratch = try Scratch()
    let disk = SimulatedFileSystem(seed: 6)
    let daemon = try DaemonBehindBreak(scratch, disk).daemon
    let watcher = try daemon.client()
    #expect(try watcher.call("subscribe", #"{"pointer":"/count"}"#).result?["value"]?.int == 2)
    #expect(try watcher.call("subscribe", "{}").result?["value"]?["count"]?.int == 2)
    disk.setReadOnly(false)
    let told = [try watcher.nextNotification(), try watcher.nextNotification()]
    #expect(told.map(\.subscription) == [1, 2])
    #expect(told.map { ($0.value?["count"] ?? $0.value)?.int } == [3, 3])
    #expect(daemon.stop() == .exit(.stopped))
  }

  @Test("a clean stop tells what it still commits, and ends with long values under way")
  func stop() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let (actor, watcher) = (try daemon.client(), try daemon.client())
    for target in [#"{"pointer":"/count"}"#, "{}"] { #expect(try watcher.call("subscribe", target).error == nil) }
    let sent = try (0..<100).map { _ in try actor.send("dispatch", increment) }
    #expect(try actor.answer(to: sent[99]).error == nil)
    daemon.askToStop()
    #expect(daemon.waitForEnd() == .exit(.stopped))
    var last: Told?
    while let line = try watcher.nextLine() {
      if let told = Told(try JSONValue.parse(line)), told.subscription == 1 { last = told }
    }
    #expect(last?.value?.int == 100)
  }
}
