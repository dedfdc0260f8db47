import CanonicalJSON
import Testing

@testable import ActionLog

struct ReductionTests {
  private func moment(_ seq: UInt64, effect: String? = nil) -> Moment {
    Moment(seq: seq, at: Timestamp(microseconds: Int64(seq) * 1_000_000), effect: effect.flatMap { EffectID($0) })
  }

  @Test("an applied action changes state and digest, and tells what it touched")
  func applied() throws {
    var reduction = Reduction<Workshop>()
    let before = reduction.root.digest
    let reduced = try reduction.reduce(.incremented(by: 2), moment(1))
    #expect(reduced.outcome == .applied)
    #expect(reduced.reason == nil)
    #expect(reduction.root.state.count == 2)
    #expect(reduced.digest != before)
    #expect(reduced.digest == reduction.root.digest)
    #expect(reduced.digest == reduction.root.state.recomputedDigest())
    #expect(reduced.changes.affects(.value("count")))
    #expect(!reduced.changes.affects(.table("notes.byID")))
    #expect(!reduced.brokePromise)
  }

  @Test("features are combined: actions go in and effects come out wrapped")
  func features() throws {
    var reduction = Reduction<Workshop>()
    let reduced = try reduction.reduce(.notes(.written(id: "n1", text: "a", tags: nil)), moment(1))
    #expect(reduction.root.state.notes.byID["n1"]?.text == "a")
    #expect(reduced.effects.map(\.type) == ["notes.save"])
    #expect(reduced.effects.map(\.key) == ["notes.save.n1"])
    #expect(reduced.effects.map(\.policy) == [.latest])
    #expect(reduced.effects.map(\.id.text) == ["1.0"])
    #expect(reduced.effects.map(\.payload) == [Array(#"{"id":"n1"}"#.utf8)])
    #expect(reduced.outbox.startable == reduced.effects)
    let removed = try reduction.reduce(.notes(.removed(id: "n1")), moment(2))
    #expect(removed.effects.map(\.type) == ["log.cancel"])
    #expect(removed.outbox.settled.map(\.text) == ["1.0"])
    let ignored = try reduction.reduce(.notes(.removed(id: "n1")), moment(3))
    #expect(ignored.outcome == .ignored)
    #expect(ignored.reason == Reason("unknown", "there is no note n1"))
  }

  @Test("a reducer that says ignored or illegal and changes the state is found out", arguments: [false, true])
  func brokenPromise(illegal: Bool) throws {
    var reduction = Reduction<Workshop>()
    let reduced = try reduction.reduce(.lied(illegal: illegal), moment(1))
    #expect(reduced.outcome == (illegal ? .illegal : .ignored))
    #expect(reduced.brokePromise)
    #expect(reduced.digest == reduction.root.digest)
  }

  @Test("the action that reports on an effect settles it, whatever becomes of the action")
  func reportSettles() throws {
    var reduction = Reduction<Workshop>()
    _ = try reduction.reduce(.asked(.many(what: "a", count: 2, key: "k", policy: "queue")), moment(1))
    let reduced = try reduction.reduce(.notes(.removed(id: "none")), moment(2, effect: "1.0"))
    #expect(reduced.outcome == .ignored)
    #expect(reduced.outbox.settled.map(\.text) == ["1.0"])
    #expect(reduced.outbox.startable.map(\.id.text) == ["1.1"])
    #expect(reduced.outbox.startable.map(\.payload) == [Array(#"{"what":"a1"}"#.utf8)])
  }

  @Test("a timer holds its action by name, version and payload, and is due after its delay")
  func timer() throws {
    var reduction = Reduction<Workshop>()
    let reduced = try reduction.reduce(.asked(.after(milliseconds: 250, key: "k", what: "x")), moment(1))
    #expect(
      reduced.effects.map { String(decoding: $0.payload, as: UTF8.self) }
        == [#"{"action":{"what":"x"},"milliseconds":250,"type":"finished","v":1}"#])
    let timer = try #require(reduced.outbox.timersSet.first)
    #expect(timer.due.microseconds == 1_250_000)
    let action = try reduction.coding.decode(type: timer.type, v: timer.v, payload: timer.action, strict: true)
    #expect(action == .finished(what: "x"))
  }

  @Test("a delay is from nothing to ten years", arguments: [-1, 315_576_000_001, Int64.max, Int64.min])
  func delays(milliseconds: Int64) throws {
    var reduction = Reduction<Workshop>()
    _ = try reduction.reduce(.asked(.after(milliseconds: 0, key: "k", what: "x")), moment(1))
    _ = try reduction.reduce(.asked(.after(milliseconds: 315_576_000_000, key: "k", what: "x")), moment(2))
    let fault = #expect(throws: DomainFault.self) {
      try reduction.reduce(.asked(.after(milliseconds: milliseconds, key: "k", what: "x")), moment(3))
    }
    #expect(
      fault == DomainFault(.delayOutOfRange(key: "k", milliseconds: milliseconds, limit: 315_576_000_000), seq: 3))
  }

  @Test("a timer's action that the catalogue does not list is a fault of the domain")
  func unlistedTimer() throws {
    var reduction = Reduction<Unlisted>()
    let fault = #expect(throws: DomainFault.self) { try reduction.reduce(.listed, moment(1)) }
    #expect(fault?.kind == .actionNotInCatalogue(type: "unlisted"))
  }

  @Test("limits on effects hold for what a reducer asks for")
  func limits() throws {
    var reduction = Reduction<Workshop>()
    _ = try reduction.reduce(.asked(.many(what: "a", count: 256, key: "k", policy: "queue")), moment(1))
    let many = #expect(throws: DomainFault.self) {
      try reduction.reduce(.asked(.many(what: "a", count: 257, key: "k", policy: "queue")), moment(2))
    }
    #expect(many?.kind == .tooManyEffects(count: 257, limit: 256))
    let long = String(repeating: "x", count: 65_536)
    let payload = #expect(throws: DomainFault.self) {
      try reduction.reduce(.asked(.perform(what: long, key: "l", policy: "latest")), moment(2))
    }
    #expect(payload?.kind == .payloadTooLong(type: "fetch", length: 65_547, limit: 65_536))
    let key = #expect(throws: DomainFault.self) {
      try reduction.reduce(.asked(.perform(what: "a", key: String(long.prefix(257)), policy: "latest")), moment(2))
    }
    #expect(key?.kind == .keyTooLong(length: 257, limit: 256))
  }

  @Test("records of the engine itself settle effects and leave the state alone")
  func otherRecords() throws {
    var reduction = Reduction<Workshop>()
    _ = try reduction.reduce(.asked(.perform(what: "a", key: "k", policy: "latest")), moment(1))
    let digest = reduction.root.digest
    let change = try reduction.fold(moment(2, effect: "1.0"), effects: [])
    #expect(change.settled.map(\.text) == ["1.0"])
    #expect(reduction.outbox.isEmpty)
    #expect(reduction.root.digest == digest)
  }

  @Test("a snapshot stays as it was while the reduction goes on")
  func snapshot() throws {
    var reduction = Reduction<Workshop>()
    _ = try reduction.reduce(.notes(.written(id: "n1", text: "a", tags: nil)), moment(1))
    let snapshot = reduction
    _ = try reduction.reduce(.notes(.written(id: "n1", text: "b", tags: nil)), moment(2))
    #expect(snapshot.root.state.notes.byID["n1"]?.text == "a")
    #expect(snapshot.outbox.outstanding.map(\.id.text) == ["1.0"])
    #expect(reduction.outbox.outstanding.map(\.id.text) == ["2.0"])
  }
}

/// A domain with an action that its catalogue forgot.
enum Unlisted: Domain {
  struct State: StateTree {
    @Tracked var count = 0

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
  }

  enum Action: ActionGroup {
    case listed
    case unlisted
  }

  typealias Effect = Never

  static let name = "unlisted"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [.client(.listed, "sets a timer for an action that is not listed")]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    .applied(.after(milliseconds: 1, key: "k", .unlisted))
  }
}
