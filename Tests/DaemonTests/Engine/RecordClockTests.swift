import TestSupport
import Testing

@testable import Daemon

@Suite("The time of records")
struct RecordClockTests {
  @Test("at is the wall clock while that goes forward")
  func wall() {
    var clock = RecordClock(last: nil, boottime: 0)
    #expect(clock.next(wall: 1_000, boottime: 10).at == 1_000)
    #expect(clock.next(wall: 1_007, boottime: 20).at == 1_007)
  }

  @Test("records of one microsecond get times one microsecond apart, and that is no step back")
  func sameMicrosecond() {
    var clock = RecordClock(last: nil, boottime: 0)
    var times: [Int64] = []
    for _ in 0..<4 {
      let (at, step) = clock.next(wall: 5_000, boottime: 100)
      #expect(step == nil)
      times.append(at)
    }
    #expect(times == [5_000, 5_001, 5_002, 5_003])
  }

  @Test("while the wall clock is behind, time goes on by the time that passed, and the step is noted once")
  func stepBack() {
    var clock = RecordClock(last: nil, boottime: 0)
    _ = clock.next(wall: 10_000_000, boottime: 0)
    let first = clock.next(wall: 4_000_000, boottime: 2_000_000_000)
    #expect(first.at == 12_000_000)
    #expect(first.stepBack == RecordClock.StepBack(wall: 4_000_000, last: 10_000_000))
    let second = clock.next(wall: 5_000_000, boottime: 3_500_000_000)
    #expect(second.at == 13_500_000)
    #expect(second.stepBack == nil)
  }

  @Test("once the wall clock has caught up it counts again, and the next step is news again")
  func caughtUp() {
    var clock = RecordClock(last: nil, boottime: 0)
    _ = clock.next(wall: 10_000_000, boottime: 0)
    _ = clock.next(wall: 1_000_000, boottime: 1_000_000)
    #expect(clock.next(wall: 20_000_000, boottime: 2_000_000).at == 20_000_000)
    #expect(clock.next(wall: 15_000_000, boottime: 3_000_000).stepBack != nil)
  }

  @Test("after a restart with the clock behind, time goes on from the last record by the time since the start")
  func restart() {
    var clock = RecordClock(last: 50_000_000, boottime: 7_000_000_000)
    let (at, step) = clock.next(wall: 40_000_000, boottime: 8_000_000_000)
    #expect(at == 51_000_000)
    #expect(step?.last == 50_000_000)
  }

  @Test("many records closer than a microsecond do not lose the time between them")
  func fractions() {
    var clock = RecordClock(last: 1_000_000, boottime: 0)
    var last: Int64 = 0
    for step in 1...10_000 { last = clock.next(wall: 0, boottime: Int64(step) * 1_500).at }
    #expect(last == 1_000_000 + 15_000)
  }

  @Test("at strictly rises under any walk of both clocks", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func rises(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var clock = RecordClock(last: nil, boottime: 0)
    var wall: Int64 = 1_000_000_000
    var boottime: Int64 = 0
    var last = Int64.min
    for _ in 0..<20_000 {
      wall += Int64.random(in: -3_000...3_100, using: &random)
      boottime += Int64.random(in: 0...3_000_000, using: &random)
      let at = clock.next(wall: wall, boottime: boottime).at
      #expect(at > last, "seed \(seed)")
      last = at
    }
  }
}
