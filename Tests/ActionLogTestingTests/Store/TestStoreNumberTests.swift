import ActionLog
import ActionLogTesting
import Testing

@Suite("The test store: a number that is not finite is a failure that names its place, and no trap")
struct TestStoreNumberTests {
  private let log = FailureLog()

  @Test("in the state after a step: the action and the place, and nothing more happens")
  func reduced() {
    let store = TestStore<Scales>(reporter: log.reporter)
    store.send(.weighed(grams: 2)) { $0.ratio = 0.5 }
    store.send(.weighed(grams: 0))
    #expect(
      log.single() == #"seq 2 weighed {"grams":0}: a fault of the domain: the state has no JSON at /ratio: JSON has "#
        + "no spelling for inf")
    store.finish()
    #expect(log.messages.count == 1)
  }

  @Test("only in what the test expects: the place, and what is there")
  func expected() {
    let store = TestStore<Scales>(reporter: log.reporter)
    store.send(.weighed(grams: 2)) { $0.ratio = .nan }
    #expect(
      log.single() == """
        seq 1 weighed {"grams":2}: the state is not as expected
          /ratio
            expected  no JSON: JSON has no spelling for nan
            found     0.5
        """)
    store.send(.weighed(grams: 4)) { $0.ratio = 0.25 }
    #expect(log.messages.count == 1)
  }

  @Test("in the state at the beginning: the place, and no step is judged")
  func given() {
    var state = Scales.initialState
    state.ratio = -.infinity
    let store = TestStore<Scales>(state: state, reporter: log.reporter)
    store.send(.weighed(grams: 1))
    store.finish()
    #expect(
      log.single() == "the state at the beginning has no JSON at /ratio: JSON has no spelling for -inf")
  }

  @Test("in an action: the step says so, and in a transition table the cell does")
  func elsewhere() {
    let store = TestStore<Scales>(reporter: log.reporter)
    store.given { store.send(.tared(offset: .nan)) }
    #expect(
      log.single() == "seq 1 tared(offset: nan): the payload has no JSON at /offset: JSON has no spelling for nan")
    TransitionTable<Scales, Double>(
      of: \.ratio, states: [1], events: "w", rows: [.on(.weighed(grams: 0), everywhere: .to(1))]
    ).check(reporter: log.reporter)
    #expect(log.messages.last?.contains("a fault: the state has no JSON at /ratio") == true, "\(log.messages)")
  }
}

/// Scales that divide by what lies on them.
private enum Scales: Domain {
  struct State: StateTree {
    @Tracked var ratio = 1.0

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("ratio", &_ratio) }
  }

  enum Action: ActionGroup {
    case weighed(grams: Int)
    case tared(offset: Double)
  }

  static let name = "scales"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [
    .client(.weighed(grams: 1), "weighs"), .client(.tared(offset: 1), "tares"),
  ]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Never> {
    switch action {
    case .weighed(let grams): state.ratio = 1 / Double(grams)
    case .tared: break
    }
    return .applied
  }
}
