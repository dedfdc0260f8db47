import ActionLog
import ActionLogTesting
import Testing

@Suite("The test store: what a domain promises, whatever the test states")
struct TestStorePromiseTests {
  private let log = FailureLog()

  private func store() -> TestStore<Desk> { TestStore<Desk>(reporter: log.reporter) }

  @Test("an illegal action that changes the state is a failure that shows the change")
  func lies() {
    let store = store()
    store.given { store.send(.misbehaved(how: .liesIllegal), .illegal("lied")) }
    #expect(
      log.single() == """
        seq 1 misbehaved {"how":"liesIllegal"}: the reducer said illegal, and changed the state all the same
          /count
            expected  0
            found     1
        """)
    // Stated in full, it is no second failure.
    let stated = FailureLog()
    TestStore<Desk>(reporter: stated.reporter).send(.misbehaved(how: .liesIllegal), .illegal("lied"))
    #expect(stated.single().contains("the reducer said illegal, and changed the state all the same"))
    store.given { store.send(.misbehaved(how: .liesIgnored), .ignored("lied")) }
    #expect(
      log.messages.last?.contains("the reducer said ignored, and changed the state all the same\n  /notes/lie") == true)
  }

  @Test("an invariant that does not hold is reported once, where it began")
  func invariants() {
    let store = store()
    store.given {
      store.send(.misbehaved(how: .breaksInvariant))
      store.send(.misbehaved(how: .breaksInvariant))
    }
    #expect(
      log.single() == #"seq 1 misbehaved {"how":"breaksInvariant"}: an invariant does not hold: count is -1"#)
    var state = Desk.initialState
    state.count = -3
    _ = TestStore<Desk>(state: state, reporter: log.reporter)
    #expect(log.messages.last == "the state at the beginning: an invariant does not hold: count is -3")
  }

  @Test(
    "a reducer that rolls dice gives a second answer that differs",
    arguments: [
      (Desk.Misdeed.rollsDice, "reduced a second time, the state differs: the reducer is not pure\n  /count"),
      (.asksForRandom, "reduced a second time, the effects differ: the reducer is not pure\n  first   1.0 beep"),
      (.answersTwice, "reduced a second time, it is ignored (code"),
    ])
  func impure(misdeed: Desk.Misdeed, text: String) {
    let store = store()
    let expected: Outcome<Desk.Action, Desk.Effect> = misdeed == .answersTwice ? .ignored("any") : .applied
    store.given { store.send(.misbehaved(how: misdeed), expected) }
    #expect(log.single().contains(text))
  }

  @Test("a fault of the domain is a failure, and nothing happens after it")
  func fault() {
    let store = store()
    store.given { store.send(.misbehaved(how: .secondPolicy)) }
    #expect(
      log.single()
        == #"seq 1 misbehaved {"how":"secondPolicy"}: a fault of the domain: effect key k has policy queue and was asked for with latest; a key has one policy"#
    )
    store.send(.cancelled)
    #expect(log.messages.last?.hasPrefix("nothing more happens after a fault of the domain: effect key k") == true)
    store.finish()
    #expect(log.messages.count == 2)
  }

  @Test("an action that the catalogue does not list cannot be journaled")
  func unlisted() {
    let store = store()
    store.send(.unlisted, .ignored("unlisted"))
    #expect(log.single().contains("unlisted is not in the domain's catalogue"))
  }

  @Test("a part that holds a reference, and changes behind the state's back, has a digest that is not the state's")
  func behindTheBack() {
    let store = TestStore<Boxed>(reporter: log.reporter)
    store.given { store.send(.changed) }
    #expect(log.messages.contains { $0.hasSuffix(": a part was changed behind its back") })
  }

  @Test("a catalogue with problems fails where the store is made")
  func catalogue() {
    _ = TestStore<Mislabelled>(reporter: log.reporter)
    #expect(log.messages.contains { $0.hasPrefix("the domain mislabelled: ") })
    #expect(log.messages.contains { $0.contains("the example comes back as another action") })
  }
}

/// A domain whose state is a reference, which no state may be.
private enum Boxed: Domain {
  /// Only ever used by one test, on one thread.
  final class Box: Codable, Equatable, @unchecked Sendable {
    var number = 0
    static func == (one: Box, other: Box) -> Bool { one.number == other.number }
  }

  struct State: StateTree {
    @Tracked var box = Box()
    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("box", &_box) }
  }

  enum Action: ActionGroup {
    case changed
  }

  static let name = "boxed"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [.client(.changed, "changes the box")]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Never> {
    let box = state.box
    box.number += 1
    return .applied
  }
}

/// A domain whose one action does not survive the way to the wire and back.
private enum Mislabelled: Domain {
  struct State: StateTree {
    @Tracked var count = 0
    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
  }

  struct Times: Codable, Equatable, Sendable {
    var number: Int
    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) + 1 }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  enum Action: ActionGroup {
    case rang(times: Times)
  }

  static let name = "mislabelled"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [.client(.rang(times: Times(1)), "rings")]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Never> { .applied }
}
