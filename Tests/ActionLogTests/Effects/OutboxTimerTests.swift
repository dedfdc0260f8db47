import CanonicalJSON
import Testing

@testable import ActionLog

struct OutboxTimerTests {
  @Test("a timer is due at the record's time plus the delay")
  func due() throws {
    var script = OutboxScript()
    let change = try script.record(.after(1500, "k"))
    let timer = try #require(change.timersSet.first)
    #expect(timer.id.text == "1.0")
    #expect(timer.due.microseconds == 2_500_000)
    #expect(timer.milliseconds == 1500)
    #expect(timer.type == "test.tick")
    #expect(timer.v == 1)
    #expect(timer.action == Array("{}".utf8))
    #expect(change.startable.isEmpty)
    #expect(script.outbox.count == 0)
    #expect(script.outbox.isOutstanding(timer.id))
  }

  @Test("a timer of no delay is due with its record")
  func noDelay() throws {
    var script = OutboxScript()
    #expect(try script.record(.after(0, "k")).timersSet.first?.due.microseconds == 1_000_000)
  }

  @Test("the record of the timer's action settles it")
  func fires() throws {
    var script = OutboxScript()
    _ = try script.record(.after(10, "k"))
    let change = try script.record(reports: "1.0")
    #expect(change.settledIDs == ["1.0"])
    #expect(change.timersCancelled.isEmpty)
    #expect(script.outbox.isEmpty)
  }

  @Test("a later timer of the same key replaces the earlier one")
  func replaced() throws {
    var script = OutboxScript()
    _ = try script.record(.after(10_000, "k"))
    let change = try script.record(.after(20_000, "k"))
    #expect(change.settledIDs == ["1.0"])
    #expect(change.timersCancelled.map(\.text) == ["1.0"])
    #expect(script.outbox.timerIDs == ["2.0"])
  }

  @Test("of two timers of one key in a record only the second is set")
  func replacedAtOnce() throws {
    var script = OutboxScript()
    let change = try script.record(.after(1, "k"), .after(2, "k"))
    #expect(change.timersSet.map(\.id.text) == ["1.1"])
    #expect(change.settledIDs == ["1.0"])
  }

  @Test("timers and effects of one key do not supersede one another")
  func besideEffects() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .queue), .after(1000, "k"))
    #expect(script.outbox.outstandingIDs == ["1.0"])
    #expect(script.outbox.timerIDs == ["1.1"])
  }

  @Test("timers fire in the order of due time, then id")
  func fireOrder() throws {
    var script = OutboxScript()
    _ = try script.record(.after(5000, "a"), .after(1000, "b"), .after(5000, "c"))
    _ = try script.record(.after(0, "d"), .after(4000, "e"))
    #expect(script.outbox.timerIDs == ["1.1", "2.0", "1.0", "1.2", "2.1"])
    #expect(script.outbox.nextTimer?.id.text == "1.1")
    _ = try script.record(reports: "1.1")
    #expect(script.outbox.nextTimer?.id.text == "2.0")
  }

  @Test(
    "a timer that does not have the form of one is refused",
    arguments: [
      "{}", "[]", "", #"{"milliseconds":1,"type":"t"}"#, #"{"milliseconds":-1,"type":"t","action":{}}"#,
      #"{"milliseconds":315576000001,"type":"t","action":{}}"#, #"{"milliseconds":1.5,"type":"t","action":{}}"#,
      #"{"milliseconds":1,"type":7,"action":{}}"#,
    ])
  func malformed(payload: String) {
    var outbox = Outbox()
    let effect = JournaledEffect(
      id: EffectID(seq: 1, index: 0), type: JournaledEffect.timerType, payload: Array(payload.utf8), key: "k",
      policy: .latest)
    #expect(throws: OutboxFault.malformed(effect.id, type: "log.after")) {
      try outbox.fold(seq: 1, at: Timestamp(microseconds: 0), reports: nil, effects: [effect])
    }
  }

  @Test("a cancel that names no key is refused", arguments: ["{}", "[]", "", #"{"key":7}"#])
  func malformedCancel(payload: String) {
    var outbox = Outbox()
    let effect = JournaledEffect(
      id: EffectID(seq: 1, index: 0), type: JournaledEffect.cancelType, payload: Array(payload.utf8), key: "k",
      policy: .forget)
    #expect(throws: OutboxFault.malformed(effect.id, type: "log.cancel")) {
      try outbox.fold(seq: 1, at: Timestamp(microseconds: 0), reports: nil, effects: [effect])
    }
  }

  @Test("members that a later format adds to a timer or cancel are passed over")
  func laterMembers() throws {
    var outbox = Outbox()
    let timer = JournaledEffect(
      id: EffectID(seq: 1, index: 0), type: JournaledEffect.timerType,
      payload: Array(#"{"zone":{"a":[1]},"type":"t","milliseconds":3,"v":2,"action":{"b":1}}"#.utf8), key: "k",
      policy: .latest)
    let change = try outbox.fold(seq: 1, at: Timestamp(microseconds: 5), reports: nil, effects: [timer])
    #expect(change.timersSet.first?.action == Array(#"{"b":1}"#.utf8))
    #expect(change.timersSet.first?.v == 2)
    let cancel = JournaledEffect(
      id: EffectID(seq: 2, index: 0), type: JournaledEffect.cancelType,
      payload: Array(#"{"why":"x","key":"k"}"#.utf8), key: "k", policy: .forget)
    _ = try outbox.fold(seq: 2, at: Timestamp(microseconds: 6), reports: nil, effects: [cancel])
    #expect(outbox.isEmpty)
  }
}
