import CanonicalJSON
import Synchronization
import SystemCalls
import Testing

@testable import Daemon

@Suite("Timers")
struct TimerTests {
  @Test("a timer's action is dispatched when it is due, by the timer, with cause and trace")
  func fires() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    try client.dispatch("timerSet", #"{"key":"k","milliseconds":20,"by":3}"#, #","trace":"\#(trace)""#)
    #expect(try client.call("get", #"{"pointer":"/count","minSeq":3}"#).result?["value"]?.int == 3)
    daemon.stop()
    let records = try journalRecords(daemon.configuration.journal)
    #expect(records[2]["by"]?.spelled == #"{"timer":"2.0"}"#)
    #expect(records[2]["effect"]?.text == "2.0")
    #expect(records[2]["cause"]?.int == 2)
    #expect(records[2]["trace"]?.text == trace)
    let (set, rang) = (time(records[1]), time(records[2]))
    #expect(rang - set >= 20_000)
  }

  @Test("a cancelled or replaced timer does not fire")
  func cancelled() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try daemon.client()
    try client.dispatch("timerSet", #"{"key":"a","milliseconds":1,"by":100}"#, #","id":"x""#)
    try client.dispatch("timerSet", #"{"key":"b","milliseconds":60000,"by":10}"#)
    try client.dispatch("timerSet", #"{"key":"b","milliseconds":30,"by":1}"#)
    try client.dispatch("timerSet", #"{"key":"c","milliseconds":60000,"by":1000}"#)
    try client.dispatch("timerCancelled", #"{"key":"c"}"#)
    try client.call("get", #"{"minSeq":8}"#)
    #expect(try client.call("get", #"{"pointer":"/count"}"#).result?["value"]?.int == 101)
    #expect(try client.call("status").result?["effects"]?["timers"]?.int == 0)
    daemon.stop()
  }

  @Test("after a restart overdue timers fire in the order of due time, then id; others wait for what is left")
  func restart() throws {
    let scratch = try Scratch()
    let first = try ToyDaemon(DaemonConfiguration(in: scratch))
    let client = try first.client()
    try client.dispatch("timerSet", #"{"key":"late","milliseconds":3000000,"by":3}"#)
    try client.dispatch("timerSet", #"{"key":"early","milliseconds":1000000,"by":1}"#)
    try client.dispatch("timerSet", #"{"key":"middle","milliseconds":2000000,"by":2}"#)
    try client.dispatch("timerSet", #"{"key":"far","milliseconds":90000000,"by":4}"#)
    first.stop()

    var configuration = DaemonConfiguration(in: scratch)
    // The machine was off for an hour.
    configuration.clock.wall = { Clock.realtimeMicroseconds() + 3_600_000_000 }
    let second = try ToyDaemon(configuration)
    let lines = try second.client().call("get", #"{"pointer":"/lines","minSeq":10}"#)
    #expect(lines.result?["value"]?.spelled == #"["rang 1","rang 2","rang 3"]"#)
    #expect(try second.client().call("status").result?["effects"]?["timers"]?.int == 1)
    second.stop()
  }

  @Test("what is overdue after a restart fires though nobody connects")
  func alone() throws {
    let scratch = try Scratch()
    let first = try ToyDaemon(DaemonConfiguration(in: scratch))
    try first.client().dispatch("timerSet", #"{"key":"k","milliseconds":1000000,"by":3}"#)
    first.stop()
    var configuration = DaemonConfiguration(in: scratch)
    configuration.clock.wall = { Clock.realtimeMicroseconds() + 3_600_000_000 }
    let middleware = ToyMiddleware()
    let second = try ToyDaemon(configuration, middleware: [middleware])
    #expect(middleware.waitForSight(of: 5) == [5])
    second.stop()
    #expect(types(try journalRecords(configuration.journal))[4] == "rang")
  }

  @Test("a wall clock that goes back is noted once per step, and times go on")
  func stepBack() throws {
    let scratch = try Scratch()
    let offset = Offset()
    var configuration = DaemonConfiguration(in: scratch)
    configuration.clock.wall = { Clock.realtimeMicroseconds() + offset.microseconds.load(ordering: .relaxed) }
    let daemon = try ToyDaemon(configuration)
    let client = try daemon.client()
    try client.dispatch("incremented", #"{"by":1}"#)
    offset.microseconds.store(-3_600_000_000, ordering: .relaxed)
    for _ in 0..<3 { try client.dispatch("incremented", #"{"by":1}"#) }
    daemon.stop()
    let records = try journalRecords(configuration.journal)
    #expect(
      types(records) == [
        "log.opened", "incremented", "incremented", "log.clockSteppedBack", "incremented", "incremented", "log.closed",
      ])
    let times = records.map(time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect((times.last ?? 0) - times[0] < 60_000_000)
    #expect(records[3]["action"]?["wall"] != nil)
  }

  private final class Offset: Sendable {
    let microseconds = Atomic<Int64>(0)
  }

  private func time(_ record: JSONValue) -> Int64 {
    record["at"]?.text.flatMap { Timestamp(rfc3339: $0) }?.microseconds ?? 0
  }

  private let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
}
