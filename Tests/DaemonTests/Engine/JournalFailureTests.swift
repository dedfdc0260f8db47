import CanonicalJSON
import JournalStorage
import SystemCalls
import Testing

@testable import Daemon

@Suite("A journal that fails or is full")
struct JournalFailureTests {
  @Test("without room for one more record actions are refused as readOnly, reads go on, and it recovers by itself")
  func full() throws {
    let scratch = try Scratch()
    let disk = SimulatedFileSystem(seed: 1)
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch, on: disk))
    let client = try daemon.client()
    let before = try client.dispatch("incremented", #"{"by":1}"#)
    disk.setCapacity(0)
    // What is reserved already may still be used; then nothing more can be had.
    let text = String(repeating: "x", count: 1 << 20)
    var refused: Answer?
    for _ in 0..<200 where refused == nil {
      let answer = try client.dispatch("noteWritten", #"{"id":"a","text":"\#(text)"}"#)
      if answer.error != nil { refused = answer }
    }
    #expect(refused?.error == "readOnly")
    #expect(refused?.data?["freeBytes"]?.int == 0)
    #expect(try client.call("status").result?["readOnly"]?.text != nil)
    #expect(try client.call("get", #"{"pointer":"/count"}"#).result?["value"]?.int == 1)
    #expect(before.outcome == "applied")

    disk.setCapacity(1 << 40)
    // The next dispatch tries again by itself.
    #expect(try client.dispatch("incremented", #"{"by":1}"#).outcome == "applied")
    #expect(try client.call("status").result?["readOnly"] == .null)
    #expect(daemon.stop() == .exit(.stopped))
  }

  @Test("it recovers on the timer alone, and then takes the reports and timers that waited")
  func recoversAlone() throws {
    let scratch = try Scratch()
    let disk = SimulatedFileSystem(seed: 2)
    let middleware = ToyMiddleware()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch, on: disk), middleware: [middleware])
    let client = try daemon.client()
    try client.dispatch("jobAsked", #"{"name":"sum","policy":"latest"}"#)
    let start = try #require(middleware.waitForStarts(1).first)
    disk.setCapacity(0)
    let text = String(repeating: "x", count: 1 << 20)
    var last = 0
    while let seq = try client.dispatch("noteWritten", #"{"id":"a","text":"\#(text)"}"#).seq { last = seq }
    start.context.report(.action(.jobDone(name: "sum", result: 5)))
    let waiting = try client.send("get", #"{"pointer":"/count","minSeq":\#(last + 1)}"#)
    #expect(try client.call("status").result?["readOnly"]?.text != nil)
    disk.setCapacity(1 << 40)
    #expect(try client.answer(to: waiting).result?["value"]?.int == 5)
    #expect(daemon.stop() == .exit(.stopped))
  }

  @Test("when a commit fails, all that is held gets unknownOutcome, and the daemon ends with exit 3")
  func commitFails() throws {
    let scratch = try Scratch()
    let disk = SimulatedFileSystem(seed: 3)
    let configuration = DaemonConfiguration(in: scratch, on: disk)
    let daemon = try ToyDaemon(configuration)
    let client = try daemon.client()
    let first = try client.dispatch("incremented", #"{"by":1}"#)
    disk.arm((0..<50).map { SimulatedFault(call: $0, .fail(5)) })
    // In one piece, so that the daemon has both before it commits: what it has read is answered, and nothing else.
    let (dispatched, read) = (101, 102)
    try client.sendLine(
      #"{"jsonrpc":"2.0","id":\#(dispatched),"method":"dispatch","params":"#
        + #"{"type":"incremented","action":{"by":1}}}"# + "\n"
        + #"{"jsonrpc":"2.0","id":\#(read),"method":"get","params":{"pointer":"/count"}}"#)
    let unknown = try client.answer(to: dispatched)
    #expect(unknown.error == "unknownOutcome")
    #expect(unknown.data?["durableSeq"]?.int == first.seq)
    #expect(try client.answer(to: read).error == "unknownOutcome")
    // Then the connection ends.
    #expect(try client.nextLine() == nil)
    #expect(daemon.waitForEnd() == .exit(.journalFailed))
    #expect(daemon.log.contains("the journal failed"))
    #expect(!FileSystem.exists(configuration.socket))

    // A restart helps, and what was acknowledged is there.
    disk.arm([])
    let again = try ToyDaemon(configuration)
    let count = try again.client().call("get", #"{"pointer":"/count"}"#).result?["value"]?.int
    #expect(count == 1 || count == 2)
    again.stop()
  }

  @Test("a start on a file system that can only be read serves what is certain, and claims the journal when it can")
  func readOnlyStart() throws {
    let scratch = try Scratch()
    let disk = SimulatedFileSystem(seed: 4)
    let daemon = try DaemonBehindBreak(scratch, disk).daemon
    let reader = try daemon.client()
    // The last group may not be on the disk, so it is not shown yet.
    #expect(try reader.call("get", #"{"pointer":"/count"}"#).result?["value"]?.int == 2)
    let refused = try reader.dispatch("incremented", #"{"by":1}"#)
    #expect(refused.error == "readOnly")
    #expect(refused.data?["why"]?.text?.contains("only be read") == true)
    disk.setReadOnly(false)
    // Record 4 comes to light, then the claim notes itself.
    let read = try reader.call("get", #"{"pointer":"/count","minSeq":5}"#)
    #expect(read.result?["value"]?.int == 3)
    #expect(try reader.dispatch("incremented", #"{"by":1}"#).seq == 6)
    #expect(daemon.stop() == .exit(.stopped))
  }
}
