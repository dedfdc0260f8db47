import TestSupport
import Testing

@testable import Daemon

@Suite("Random interleavings of groups, evaluations, room and subscribers")
struct SubscriptionsModelTests {
  @Test("each is told what is true, once, with exactly the groups it was not told of as skipped, and the newest last")
  func interleavings() {
    let seed = UInt64.random(in: 0 ... .max)
    var told = 0
    var skipped = 0
    for round in 0..<2_000 {
      var play = SubscriptionsPlay(seed: seed &+ UInt64(round))
      play.run(steps: 120)
      play.settle()
      told += play.told
      skipped += play.skipped
      guard play.faults.isEmpty else {
        Issue.record("seed \(seed &+ UInt64(round)): \(play.faults.prefix(3))")
        break
      }
    }
    print("subscriptions: \(told) values told, \(skipped) skipped; seed \(seed)")
    #expect(told > 10_000 && skipped > 3_000)
  }
}
