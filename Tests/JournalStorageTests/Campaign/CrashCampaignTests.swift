import Foundation
import JournalStorage
import RecordFormat
import Testing

@Suite("Crash campaign: whatever goes wrong at whatever call, what was acknowledged is there, in order, once")
struct CrashCampaignTests {
  @Test("power cuts, kills, failed calls and lack of space at random calls, several lives per journal")
  func campaign() throws {
    let seconds = ProcessInfo.processInfo.environment["ACTIONLOG_CAMPAIGN_SECONDS"].flatMap(Double.init)
    let first = seconds == nil ? 1 : UInt64.random(in: 1...UInt64.max / 2)
    let deadline = seconds.map { Date(timeIntervalSinceNow: $0) }
    var counts = CampaignCounts()
    var seed = first
    while deadline.map({ Date() < $0 }) ?? (seed < first + 300) {
      var round = CampaignRound(seed: seed)
      do {
        try round.run()
      } catch {
        Issue.record("seed \(seed): \(error)")
        break
      }
      counts.add(round.counts)
      seed += 1
    }
    print("crash campaign: seeds \(first)..<\(seed), \(counts)")
    #expect(counts.powerCuts > 100 && counts.tornTails > 20 && counts.rolls > 50 && counts.failures > 20)
  }

  @Test("a power cut at each call of one life, in turn")
  func everyCall() throws {
    var call = 0
    var reached = true
    while reached {
      for seed in 1...UInt64(4) {
        var round = CampaignRound(seed: seed)
        round.only = SimulatedFault(call: call, .powerCut)
        try round.run()
        reached = round.counts.powerCuts > 0
      }
      call += 1
    }
    #expect(call > 20)
  }
}

/// What a campaign did.
struct CampaignCounts: CustomStringConvertible {
  var lives = 0
  var powerCuts = 0
  var kills = 0
  var failures = 0
  var tornTails = 0
  var rolls = 0
  var acknowledged = 0
  var unacknowledgedKept = 0

  mutating func add(_ other: CampaignCounts) {
    lives += other.lives
    powerCuts += other.powerCuts
    kills += other.kills
    failures += other.failures
    tornTails += other.tornTails
    rolls += other.rolls
    acknowledged += other.acknowledged
    unacknowledgedKept += other.unacknowledgedKept
  }

  var description: String {
    """
    \(lives) lives, \(powerCuts) power cuts, \(kills) kills, \(failures) failed calls, \(tornTails) torn tails cut, \
    \(rolls) rolls, \(acknowledged) records acknowledged, \(unacknowledgedKept) kept unacknowledged
    """
  }
}
