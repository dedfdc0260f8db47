import ActionLog
import CanonicalJSON
import TestSupport
import Testing

@testable import Daemon

@Suite("The order of timers")
struct TimerQueueTests {
  private let second: Int64 = 1_000_000_000

  @Test("a timer is due once its delay has passed, and not before")
  func delay() throws {
    var queue = TimerQueue()
    queue.set(try timer("7.0", at: 0, milliseconds: 1_500), boottime: 10 * second)
    #expect(queue.deadline == 11 * second + second / 2)
    #expect(queue.due(boottime: 11 * second) == nil)
    #expect(queue.due(boottime: 12 * second) == EffectID("7.0"))
  }

  @Test("after a restart what is left counts by the wall clock: never less than nothing, never more than the delay")
  func clamped() throws {
    let at: Int64 = 1_000_000_000
    for (wall, left) in [(at, 60), (at + 20_000_000, 40), (at + 600_000_000, 0), (at - 900_000_000, 60)] {
      var queue = TimerQueue()
      queue.restore(try timer("7.0", at: at, milliseconds: 60_000), wall: wall, boottime: 5 * second)
      #expect(queue.deadline == Int64(5 + left) * second)
    }
  }

  @Test("overdue timers fire in the order of due time, then id")
  func overdue() throws {
    var queue = TimerQueue()
    for (id, at) in [("9.1", 30), ("3.0", 10), ("9.0", 30), ("5.0", 40), ("12.0", 10)] as [(String, Int64)] {
      queue.restore(try timer(id, at: at * 1_000_000, milliseconds: 1), wall: 1_000_000_000, boottime: second)
    }
    #expect(drain(&queue, boottime: second) == ["3.0", "12.0", "9.0", "9.1", "5.0"])
  }

  @Test("a cancelled timer neither fires nor keeps the deadline")
  func cancel() throws {
    var queue = TimerQueue()
    queue.set(try timer("1.0", at: 0, milliseconds: 10), boottime: 0)
    queue.set(try timer("2.0", at: 0, milliseconds: 20), boottime: 0)
    queue.cancel(try #require(EffectID("1.0")))
    #expect(queue.deadline == 20_000_000)
    #expect(queue.count == 1)
    queue.cancel(try #require(EffectID("2.0")))
    #expect(queue.deadline == nil)
  }

  @Test("any mix of timers comes out in order", arguments: [11, 12, 13] as [UInt64])
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var queue = TimerQueue()
    var expected: [(Int64, String)] = []
    for number in 1...200 {
      let delay = Int64.random(in: 0...50, using: &random)
      queue.set(try timer("\(number).0", at: 0, milliseconds: delay), boottime: 0)
      if number % 5 == 0 {
        queue.cancel(EffectID(seq: UInt64(number), index: 0))
      } else {
        expected.append((delay, "\(number).0"))
      }
    }
    // A stable sort by delay leaves equal ones in the order of their numbers.
    expected = expected.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
    #expect(drain(&queue, boottime: second) == expected.map(\.1), "seed \(seed)")
  }

  private func drain(_ queue: inout TimerQueue, boottime: Int64) -> [String] {
    var fired: [String] = []
    while let id = queue.due(boottime: boottime) {
      queue.cancel(id)
      fired.append(id.text)
    }
    return fired
  }

  private func timer(_ id: String, at: Int64, milliseconds: Int64) throws -> OutboxTimer {
    let id = try #require(EffectID(id))
    let payload = Array(#"{"action":{},"milliseconds":\#(milliseconds),"type":"rang","v":1}"#.utf8)
    var outbox = Outbox()
    let change = try outbox.fold(
      seq: id.seq, at: Timestamp(microseconds: at), reports: nil,
      effects: [
        JournaledEffect(id: id, type: JournaledEffect.timerType, payload: payload, key: id.text, policy: .latest)
      ])
    return try #require(change.timersSet.first)
  }
}
