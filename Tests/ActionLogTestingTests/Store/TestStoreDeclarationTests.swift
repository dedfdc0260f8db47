import ActionLog
import ActionLogTesting
import Testing

@Suite("The test store: what a domain declares of its state")
struct TestStoreDeclarationTests {
  private let log = FailureLog()

  @Test("a selector that changes though nothing it declares to read was touched is a failure, once")
  func misreadingSelector() {
    let store = TestStore<Shop>(reporter: log.reporter)
    store.given {
      store.send(.opened)
      store.send(.sold(what: "tea"))
      store.send(.sold(what: "cake"))
    }
    #expect(
      log.single() == """
        seq 2 sold {"what":"tea"}: selector shop.sold changed, though nothing that it declares to read was touched: \
        whoever watches it would not be told
          was       0
          is        1
          declared  .value("isOpen")
          touched   goods (tea)
        """)
  }

  @Test("a selector with arguments is asked by its name, and gives JSON or a decoded value")
  func askedSelector() {
    let store = TestStore<Market>(reporter: log.reporter)
    store.given { store.send(.seats(.taken(row: "a"))) }
    let json = store.value(of: "seats.inRow", ["row": "a"])
    #expect(json == 1)
    let number = store.value(of: "seats.inRow", ["row": "a", "extra": 4], as: Int.self)
    #expect(number == 5)
    #expect(log.messages == [])
    #expect(store.value(of: "seats.inRow", ["row": "a"], as: String.self) == nil)
    #expect(store.value(of: "seats.inRwo", ["row": "a"]) == nil)
    #expect(store.value(of: "seats.inRow") == nil)
    #expect(
      log.messages == [
        "the value of selector seats.inRow is no String: expected a string",
        "the domain has no selector named seats.inRwo; did you mean seats.inRow?",
        "selector seats.inRow {}: argument /row is missing",
      ])
  }

  @Test("once it was asked, a selector that changes behind the back of what it declares is a failure, once")
  func watchedSelector() {
    let store = TestStore<Market>(reporter: log.reporter)
    store.given { store.send(.seats(.taken(row: "a"))) }
    #expect(log.messages == [])
    #expect(store.value(of: "seats.misread", ["row": "a"]) == 1)
    #expect(store.value(of: "seats.inRow", ["row": "a"]) == 1)
    store.given {
      store.send(.seats(.taken(row: "a")))
      store.send(.seats(.taken(row: "a")))
    }
    #expect(
      log.single() == """
        seq 2 seats.taken {"row":"a"}: selector seats.misread {"row":"a"} changed, though nothing that it declares to read \
        was touched: whoever watches it would not be told
          was       1
          is        2
          declared  .row("rows", "b")
          touched   rows (a)
        """)
  }

  @Test("a state that hides a part is a failure and no trap, and no step is judged after it")
  func hiddenPart() {
    let store = TestStore<Attic>(reporter: log.reporter)
    store.send(.cleared)
    store.finish()
    #expect(log.single().hasPrefix("the domain attic: state: State stores boxes: Tracked<Int>, which its visit does"))
  }

  @Test("an action that is not in the catalogue is refused in words that fit wherever it came from")
  func unlisted() {
    let store = TestStore<Desk>(reporter: log.reporter)
    store.send(.unlisted, .ignored("unlisted"))
    #expect(log.single().hasSuffix("the action unlisted is not in the domain's catalogue; add it to `actions`"))
  }

  @Test("a purity check refuses an action that is not in the catalogue")
  func purity() {
    let check = PurityCheck<Desk>([.cancelled, .unlisted, .cancelled])
    check.compare(with: [], reporter: log.reporter)
    #expect(
      log.messages.first == "the domain desk: action 2 cannot be journaled: the action unlisted is not in the domain's "
        + "catalogue; add it to `actions`")
    #expect(log.messages.last?.hasPrefix("1 process hashed with one seed") == true, "\(log.messages)")
    #expect(check.report.contains("\n2  cannot be journaled: "))
    #expect(!check.report.contains("\n3 "))
  }
}

/// A shop whose selector reads another part than it says.
private enum Shop: Domain {
  struct State: StateTree {
    @Tracked var isOpen = false
    var goods = EntityTable<NoteID, Int>()

    mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("isOpen", &_isOpen)
      parts.visit("goods", &goods)
    }
  }

  enum Action: ActionGroup {
    case opened
    case sold(what: NoteID)
  }

  static let name = "shop"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [.client(.opened, "opens"), .client(.sold(what: "tea"), "sells")]
  static let selectors: [Selector<State>] = [
    Selector("shop.sold", "how many goods were sold", reads: [.value("isOpen")]) { $0.goods.count },
    Selector("shop.names", "what was sold", reads: [.table("goods")]) { $0.goods.count },
  ]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Never> {
    switch action {
    case .opened: state.isOpen = true
    case .sold(let what): state.goods[what] = 1
    }
    return .applied
  }
}

/// A domain whose state has a part that it does not show.
private enum Attic: Domain {
  struct State: StateTree {
    @Tracked var count = 0
    @Tracked var boxes = 0

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
  }

  enum Action: ActionGroup {
    case cleared
  }

  static let name = "attic"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [.client(.cleared, "clears it")]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Never> { .applied }
}
