import TestSupport
import Testing

@testable import Daemon

@Suite("Values and followers of one connection")
struct RoomTurnsTests {
  private let one = ConnectionID(index: 0, generation: 0)
  private let other = ConnectionID(index: 1, generation: 0)

  @Test("values take their share while a follower waits, then it is the follower's turn; other connections go on")
  func share() {
    var turns = RoomTurns(shareBytes: 100)
    turns.tookValue(of: 1_000, one)
    #expect(turns.mayTakeValue(one))
    turns.followerWaits(one)
    turns.tookValue(of: 99, one)
    turns.followerWaits(one)
    #expect(turns.mayTakeValue(one))
    turns.tookValue(of: 1, one)
    #expect(!turns.mayTakeValue(one) && turns.mayTakeValue(other))
    let haveWaited = turns.followerServed(one)
    #expect(haveWaited)
    #expect(turns.mayTakeValue(one))
    turns.followerWaits(one)
    let haveNot = (turns.followerServed(one), turns.followerServed(other))
    #expect(haveNot == (false, false))
  }

  @Test("however heavy the values, however slow the client, neither waits for ever; without turns the follower does")
  func neitherStarves() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var starved = 0
    for _ in 0..<200 {
      let valueBytes = Int.random(in: 90_000...400_000, using: &random)
      let sentBytes = Int.random(in: 1_000...60_000, using: &random)
      let fair = longestWaits(RoomTurns(), valueBytes: valueBytes, sentBytes: sentBytes)
      // What may be queued before the other's turn, at the client's pace.
      let queueMax = (256 << 10) + (128 << 10) + 2 * valueBytes
      #expect(fair.follower <= queueMax / sentBytes + 2, "seed \(seed)")
      #expect(fair.values <= queueMax / sentBytes + 2, "seed \(seed)")
      if longestWaits(RoomTurns(shareBytes: .max), valueBytes: valueBytes, sentBytes: sentBytes).follower == 2_000 {
        starved += 1
      }
    }
    #expect(starved > 100, "seed \(seed)")
  }

  /// For how many sends of `sentBytes` each waits at most, out of 2,000, where there is always another value and
  /// always another record.
  private func longestWaits(_ turns: RoomTurns, valueBytes: Int, sentBytes: Int) -> (values: Int, follower: Int) {
    var turns = turns
    var queued = 256 << 10
    var (last, longest) = ((values: 0, follower: 0), (values: 0, follower: 0))
    turns.followerWaits(one)
    for step in 1...2_000 {
      queued -= min(queued, sentBytes)
      while queued < 256 << 10, turns.mayTakeValue(one) {
        queued += valueBytes
        turns.tookValue(of: valueBytes, one)
        last.values = step
      }
      if queued < 128 << 10 {
        _ = turns.followerServed(one)
        queued = 128 << 10
        turns.followerWaits(one)
        last.follower = step
      }
      longest = (max(longest.values, step - last.values), max(longest.follower, step - last.follower))
    }
    return longest
  }
}
