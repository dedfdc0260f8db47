import Testing

@testable import ActionLog

@Suite("What is wrong with a domain's state and selectors is told, and stops nobody")
struct DeclarationProblemTests {
  @Test("two parts of one name are named, and so is one that a nested state hides")
  func state() {
    #expect(
      ActionCoding<Twins>().problems() == [
        "state: State.visit shows two parts named count; give each a name of its own",
        #"selector ghost: declares to read .table("nothingLikeIt"), but the state has no such part; its parts are count, "#
          + "count, cards, inner, inner.shown",
        "selector silent: declares to read nothing, so whoever watches it is never told; name the parts that it reads, or "
          + ".everything",
        #"selector one: declares to read .row("crads", ""), but the state has no such part; did you mean cards?"#,
        "selector silent: there are two",
      ])
    let hidden = ActionCoding<Nesting>().stateProblems()
    #expect(hidden.count == 1)
    #expect(hidden.first?.hasPrefix("state: Inner stores secret: Tracked<Int>, which its visit does not show") == true)
  }

  @Test("an empty catalogue is a problem")
  func emptyCatalogue() {
    #expect(
      ActionCoding<Nesting>().problems().first
        == "`actions` is empty, so nothing could ever happen; list every action with an example")
  }
}

private struct Inner: StateTree {
  @Tracked var shown = 0
  @Tracked var secret = 0

  mutating func visit(_ parts: inout some PartVisitor) { parts.visit("shown", &_shown) }
}

private struct Whole: StateTree {
  @Tracked var shown = 0

  mutating func visit(_ parts: inout some PartVisitor) { parts.visit("shown", &_shown) }
}

private enum OneAction: ActionGroup {
  case counted
}

private struct OneID: Codable, Sendable {
  var id: String
}

private struct Wanted: Codable, Sendable {
  var ids: [String]
  var path: String
}

/// A domain with two parts of one name, and selectors that declare what is not there.
private enum Twins: Domain {
  struct State: StateTree {
    @Tracked var count = 0
    @Tracked var other = 0
    var cards = EntityTable<MemoID, Int>()
    var inner = Whole()

    mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("count", &_count)
      parts.visit("count", &_other)
      parts.visit("cards", &cards)
      parts.visit("inner", &inner)
    }
  }

  static let name = "twins"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<OneAction> = [.client(.counted, "counts")]
  static let selectors: [Selector<State>] = [
    Selector("fine", "a part of a part", reads: [.value("inner.shown"), .value("inner"), .table("cards")]) { $0.count },
    Selector("all", "anything", reads: [.everything]) { $0.count },
    Selector("ghost", "nothing", reads: [.table("nothingLikeIt")]) { $0.count },
    Selector("silent", "nothing", reads: []) { $0.count },
    Selector(
      "one", "one card", arguments: OneID.self, reads: { [.row("crads", $0.id)] },
      select: { state, arguments in state.cards[MemoID(arguments.id)] }),
    Selector(
      "wanted", "reads as it is told", arguments: Wanted.self,
      reads: { wanted in wanted.ids.map { .row("cards", $0) } + [.value(wanted.path)] },
      select: { state, _ in state.count }),
    Selector("silent", "the same name", reads: [.everything]) { $0.count },
  ]

  static func reduce(_ state: inout State, _ action: OneAction, _ now: Moment) -> Outcome<OneAction, Never> { .applied }
}

/// A domain with a nested state that hides a part, and without any action.
private enum Nesting: Domain {
  struct State: StateTree {
    var inner = Inner()

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("inner", &inner) }
  }

  static let name = "nesting"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<OneAction> = []

  static func reduce(_ state: inout State, _ action: OneAction, _ now: Moment) -> Outcome<OneAction, Never> { .applied }
}
