import CanonicalJSON
import JournalStorage
import SystemCalls
import Testing

@testable import Daemon

@Suite("Nothing is visible before it is durable")
struct DurabilityTests {
  @Test("while a sync is held up no reply, refusal, read or effect shows its record; status goes on at the seq before")
  func heldUp() throws {
    let stage = try Stage()
    try stage.client.dispatch("incremented", #"{"by":1}"#)
    stage.disk.shut()
    let dispatched = try stage.client.send("dispatch", #"{"type":"incremented","action":{"by":1},"id":"k"}"#)
    #expect(stage.disk.waitUntilHeld())
    let twin = try stage.other.send("dispatch", #"{"type":"incremented","action":{"by":1},"id":"k"}"#)
    let conflict = try stage.other.send("dispatch", #"{"type":"incremented","action":{"by":2},"id":"k"}"#)
    let mismatch = try stage.other.send("dispatch", #"{"type":"incremented","action":{"by":1},"expectedSeq":2}"#)
    let job = try stage.other.send("dispatch", #"{"type":"jobAsked","action":{"name":"a","policy":"latest"}}"#)
    let short = try stage.other.send("get", #"{"pointer":"/count"}"#)
    let long = try stage.other.send("get")
    let status = try stage.other.send("status")
    // What comes first is the answer to what was asked last: everything before it is held.
    let first = try stage.other.nextAnswer()
    #expect(first.id == status)
    #expect(first.seq == 2)
    #expect(first.result?["effects"]?["held"]?.int == 0)
    #expect(stage.middleware.startCount == 0)

    stage.disk.open()
    #expect(try stage.client.answer(to: dispatched).seq == 3)
    let second = try stage.other.answer(to: twin)
    #expect(second.seq == 3)
    #expect(second.result?["duplicate"]?.isTrue == true)
    #expect(try stage.other.answer(to: conflict).data?["seq"]?.int == 3)
    #expect(try stage.other.answer(to: mismatch).data?["actual"]?.int == 3)
    #expect(try stage.other.answer(to: job).seq == 4)
    #expect(try stage.other.answer(to: short).seq == 4)
    #expect(try stage.other.answer(to: long).result?["value"]?["count"]?.int == 2)
    #expect(stage.middleware.waitForStarts(1).count == 1)
    #expect(stage.daemon.stop() == .exit(.stopped))
  }

  @Test("what arrives during one sync becomes one group, up to the limit of records")
  func groups() throws {
    let stage = try Stage { try $0.limits.set("group-records", to: "10") }
    stage.disk.shut()
    let one = #"{"type":"incremented","action":{"by":1}}"#
    var ids = [try stage.client.send("dispatch", one)]
    #expect(stage.disk.waitUntilHeld())
    for _ in 0..<25 { ids.append(try stage.client.send("dispatch", one)) }
    // Behind all of them on the same connection, so they are admitted when it is answered.
    _ = try stage.client.call("status")
    stage.disk.open()
    for id in ids { #expect(try stage.client.answer(to: id).error == nil) }
    stage.daemon.stop()
    let batches = try stage.records().map { $0["batch"]?.int ?? 0 }
    // Opened; the first alone; then 10, 10 and 5; and the close.
    #expect(Set(batches) == [1, 2, 3, 13, 23, 28])
    #expect(batches.filter { $0 == 3 }.count == 10)
  }

  @Test("a stop while a sync is held up waits for it, refuses new actions, and closes after it")
  func stop() throws {
    let stage = try Stage()
    stage.disk.shut()
    let admitted = try stage.client.send("dispatch", #"{"type":"incremented","action":{"by":1}}"#)
    #expect(stage.disk.waitUntilHeld())
    let waiting = try stage.other.send("get", #"{"minSeq":99}"#)
    _ = try stage.other.call("status")
    stage.daemon.askToStop()
    #expect(try stage.other.answer(to: waiting).error == "stopping")
    #expect(try stage.other.dispatch("incremented", #"{"by":1}"#).error == "stopping")
    stage.disk.open()
    #expect(try stage.client.answer(to: admitted).seq == 2)
    #expect(stage.daemon.waitForEnd() == .exit(.stopped))
    #expect(types(try stage.records()) == ["log.opened", "incremented", "log.closed"])
  }

  @Test("dispatches that find no room while the writer is busy wait for it, and beyond their limit are told busy")
  func busy() throws {
    let stage = try Stage { try $0.limits.set("group-bytes", to: "64KiB") }
    stage.disk.shut()
    let text = String(repeating: "x", count: 1 << 20)
    let note = #"{"type":"noteWritten","action":{"id":"a","text":"\#(text)"}}"#
    var ids = [try stage.client.send("dispatch", note)]
    #expect(stage.disk.waitUntilHeld())
    // More than what is reserved ahead of need, and then some.
    for _ in 0..<60 { ids.append(try stage.client.send("dispatch", note)) }
    let refused = try stage.client.nextAnswer()
    #expect(refused.error == "busy")
    #expect(refused.data?["limit"]?.text == "group-bytes")
    stage.disk.open()
    var done = 0
    for id in ids where id != refused.id {
      let answer = try stage.client.answer(to: id)
      if answer.error == nil { done += 1 } else { #expect(answer.error == "busy") }
    }
    #expect(done > 9)
    #expect(stage.daemon.stop() == .exit(.stopped))
    #expect(types(try stage.records()).filter { $0 == "noteWritten" }.count == done)
  }

  /// A daemon on a disk whose syncs the test holds up, with two clients.
  private final class Stage {
    let scratch: Scratch
    let disk: GatedFileSystem
    let middleware = ToyMiddleware()
    let daemon: ToyDaemon
    let client: ToyClient
    let other: ToyClient

    init(_ change: (inout DaemonConfiguration) throws -> Void = { _ in }) throws {
      scratch = try Scratch()
      disk = GatedFileSystem(RealFileSystem())
      var configuration = DaemonConfiguration(in: scratch, on: disk)
      try change(&configuration)
      daemon = try ToyDaemon(configuration, middleware: [middleware])
      client = try daemon.client()
      other = try daemon.client()
    }

    func records() throws -> [JSONValue] { try journalRecords(daemon.configuration.journal) }
  }
}
