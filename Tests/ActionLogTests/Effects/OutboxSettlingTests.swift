import CanonicalJSON
import TestSupport
import Testing

@testable import ActionLog

struct OutboxSettlingTests {
  @Test("an effect settles once: a second report settles nothing more")
  func once() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .latest))
    #expect(try script.record(reports: "1.0").settledIDs == ["1.0"])
    let before = script.outbox
    #expect(try script.record(reports: "1.0").isEmpty)
    #expect(script.outbox == before)
  }

  @Test("a late report on a superseded effect settles nothing and leaves the newer one outstanding")
  func lateReport() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .latest))
    _ = try script.record(.perform("k", .latest))
    #expect(try script.record(reports: "1.0").isEmpty)
    #expect(script.outbox.outstandingIDs == ["2.0"])
  }

  @Test("a report on an effect that never was settles nothing")
  func unknownReport() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .latest))
    #expect(try script.record(reports: "7.3").isEmpty)
    #expect(script.outbox.outstandingIDs == ["1.0"])
  }

  @Test("cancel settles all effects and the timer of its key, and no other key's")
  func cancel() throws {
    var script = OutboxScript()
    _ = try script.record(
      .perform("k", .queue), .perform("k", .queue), .after(1000, "k"), .perform("o", .queue), .after(1000, "o"))
    let change = try script.record(.cancel("k"))
    #expect(change.settledIDs == ["1.0", "1.1", "1.2"])
    #expect(change.timersCancelled.map(\.text) == ["1.2"])
    #expect(change.startable.isEmpty)
    #expect(script.outbox.outstandingIDs == ["1.3"])
    #expect(script.outbox.timerIDs == ["1.4"])
  }

  @Test("cancel of a key with nothing outstanding changes nothing")
  func cancelNothing() throws {
    var script = OutboxScript()
    #expect(try script.record(.cancel("k")).isEmpty)
  }

  @Test("within one record settling comes first, then cancels, then what is newly asked for, in order")
  func orderWithinRecord() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("a", .queue), .perform("b", .queue), .perform("a", .queue))
    let change = try script.record(
      reports: "1.0", .perform("b", .queue), .cancel("b"), .perform("a", .queue), .cancel("a"))
    #expect(change.settledIDs == ["1.0", "1.1", "1.2"])
    #expect(change.startedIDs == ["2.0", "2.2"])
    #expect(script.outbox.outstandingIDs == ["2.0", "2.2"])
  }

  @Test("a report and new effects start in the order of their ids")
  func startOrder() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("q", .queue), .perform("q", .queue))
    #expect(try script.record(reports: "1.0", .perform("x", .latest)).startedIDs == ["1.1", "2.0"])
  }

  @Test("a record without report and effects leaves the outbox as it is")
  func plainRecord() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .latest))
    let before = script.outbox
    #expect(try script.record().isEmpty)
    #expect(script.outbox == before)
  }

  @Test("what a record marks as dropped stays dropped when it is folded again")
  func foldsAsJournaled() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .dropNew), .perform("k", .dropNew), .after(5, "t"))
    _ = try script.record(reports: "1.0", .perform("k", .dropNew), .perform("l", .parallel(2)))
    _ = try script.record(.perform("l", .parallel(2)), .perform("l", .parallel(2)), .cancel("t"))
    var again = Outbox()
    for record in script.records {
      _ = try again.fold(seq: record.seq, at: record.at, reports: record.reports, effects: record.effects)
    }
    #expect(again == script.outbox)
    #expect(again.startableIDs == ["2.0", "2.1", "3.0"])
  }

  @Test("an effect whose id does not fit its record is refused")
  func strangeID() {
    var outbox = Outbox()
    let effect = OutboxScript.effect(.perform("k", .latest), id: EffectID(seq: 2, index: 0))
    #expect(throws: OutboxFault.strangeID(effect.id, seq: 3)) {
      try outbox.fold(seq: 3, at: Timestamp(microseconds: 0), reports: nil, effects: [effect])
    }
    #expect(throws: OutboxFault.self) {
      try outbox.fold(seq: 2, at: Timestamp(microseconds: 0), reports: nil, effects: [effect, effect])
    }
  }

  @Test(
    "random scripts: started effects are the first ones of their lanes, as many as the policy lets", arguments: 1...20)
  func randomScripts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var script = OutboxScript()
    let policies: [EffectPolicy] = [.latest, .queue, .dropNew, .parallel(3), .forget]
    var seen: [String] = []
    for _ in 0..<200 {
      let asks = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        let lane = Int.random(in: 0..<policies.count, using: &random)
        return switch Int.random(in: 0..<10, using: &random) {
        case 0: Ask.cancel("k\(lane)")
        case 1: Ask.after(Int64.random(in: 0...5000, using: &random), "k\(lane)")
        default: Ask.perform("k\(lane)", policies[lane])
        }
      }
      let reports = Bool.random(using: &random) ? seen.randomElement(using: &random) : nil
      _ = try script.record(reports: reports, asks)
      seen += script.journaled.map(\.id.text)
      seen = seen.suffix(12)
      for (place, policy) in policies.enumerated() {
        let lane = script.outbox.outstanding.filter { $0.key == "k\(place)" }
        let started = lane.filter { script.outbox.isStarted($0.id) }
        #expect(started == Array(lane.prefix(policy.width)), "seed \(seed), record \(script.seq)")
      }
      let timers = script.outbox.timers
      #expect(timers == timers.sorted { ($0.due, $0.id) < ($1.due, $1.id) }, "seed \(seed)")
      #expect(Set(timers.map(\.key)).count == timers.count, "seed \(seed)")
    }
    var again = Outbox()
    for record in script.records {
      _ = try again.fold(seq: record.seq, at: record.at, reports: record.reports, effects: record.effects)
    }
    #expect(again == script.outbox, "seed \(seed)")
  }

  @Test("a lane of 20,000 effects drains without looking through the lane each time")
  func longLane() throws {
    var outbox = Outbox()
    let at = Timestamp(microseconds: 0)
    let count: UInt64 = 20_000
    for seq in 1...count {
      let effect = OutboxScript.effect(.perform("k", .queue), id: EffectID(seq: seq, index: 0))
      _ = try outbox.fold(seq: seq, at: at, reports: nil, effects: [effect])
    }
    for seq in 1...count {
      let change = try outbox.fold(seq: count + seq, at: at, reports: EffectID(seq: seq, index: 0), effects: [])
      #expect(change.startable.first?.id.seq == (seq == count ? nil : seq + 1))
    }
    #expect(outbox.isEmpty)
  }
}
