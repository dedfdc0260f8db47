import Testing

@testable import ActionLog

@Suite("What is wrong with a domain's name, version and machines is told before anything runs")
struct MachineProblemTests {
  @Test("a name that fits no header, and a version below 1")
  func identity() {
    #expect(
      ActionCoding<Tills<Crooked>>().problems() == [
        #"`name` is "my\n/till"; it stands in the header of every journal and in names of files, so let it be 1 to 64 "#
          + "ASCII letters, digits, hyphens, underscores and dots, a letter or digit first",
        "`version` is 0; versions begin at 1",
      ])
    #expect(
      ActionCoding<Tills<Nameless>>().problems() == [
        "`name` is empty; give the domain one, which its journals then carry"
      ])
  }

  @Test("machines: pointers that lead nowhere, states twice, transitions between no states, events that are no actions")
  func machines() {
    #expect(
      ActionCoding<Tills<Mechanical>>().problems() == [
        "machine drawer: its pointer /drawr leads nowhere, since the state has no such part; did you mean /drawer?",
        "machine drawer: its state open is listed twice",
        "machine drawer: the transition from shut on sale.begun (twice) names the state ajar, which is none of its states; "
          + "its states are open, shut, open",
        "machine drawer: the transition from opne on sale.begun names the state opne, which is none of its states; did "
          + "you mean open?",
        "machine drawer: the transition from open on sale.begin: no action is called sale.begin; did you mean sale.begun?",
        #"machine drawer: the transition from open on : no action is called ""; an event begins with the type of an action"#,
        "machine drawer: there are two",
        "machine drawer: its pointer \"drawer\" is no JSON Pointer; one begins with / and leads to a part of the state",
        "machine drawer: has no states; list them, the one where it begins first",
        "a machine: has no name; give it one",
        "a machine: its pointer /inner/hiden/deep leads nowhere, since the state has no such part; did you mean "
          + "/inner/hidden?",
        "machine lost: its pointer /zzzzzz leads nowhere, since the state has no such part; its parts are /drawer, "
          + "/goods, /inner",
      ])
  }

  @Test("what may come to be is no problem: a row, a member, an element, the whole state")
  func possible() {
    #expect(ActionCoding<Tills<Fine>>().problems() == [])
  }
}

/// What a till declares.
private protocol TillDeclarations: Sendable {
  static var name: String { get }
  static var version: Int { get }
  static var machines: [MachineDescription] { get }
}

extension TillDeclarations {
  static var name: String { "till-2.test_x" }
  static var version: Int { 1 }
  static var machines: [MachineDescription] { [] }
}

private enum Crooked: TillDeclarations {
  static var name: String { "my\n/till" }
  static var version: Int { 0 }
}

private enum Nameless: TillDeclarations {
  static var name: String { "" }
}

private enum Mechanical: TillDeclarations {
  static var machines: [MachineDescription] {
    [
      MachineDescription(
        name: "drawer", summary: "the drawer", pointer: "/drawr", states: ["open", "shut", "open"],
        transitions: [
          .init("open", "sale.begun (first)", "shut"), .init("shut", "sale.begun (twice)", "ajar"),
          .init("opne", "sale.begun", "open"), .init("open", "sale.begin", "open"), .init("open", "", "open"),
        ]),
      MachineDescription(name: "drawer", summary: "again", pointer: "drawer", states: [], transitions: []),
      MachineDescription(name: "", summary: "?", pointer: "/inner/hiden/deep", states: ["a"], transitions: []),
      MachineDescription(name: "lost", summary: "?", pointer: "/zzzzzz", states: ["a"], transitions: []),
    ]
  }
}

private enum Fine: TillDeclarations {
  static var machines: [MachineDescription] {
    ["", "/drawer/side", "/goods/tea/state", "/inner/hidden/deep", "/inner"].enumerated().map { place, pointer in
      MachineDescription(
        name: "m\(place)", summary: "?", pointer: pointer, states: ["a", "b"],
        transitions: [.init("a", "sale.begun[late]", "b"), .init("b", "sale.begun", "b")])
    }
  }
}

private enum Tills<Declared: TillDeclarations>: Domain {
  struct Inner: StateTree {
    @Tracked var hidden = 0

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("hidden", &_hidden) }
  }

  struct State: StateTree {
    @Tracked var drawer = 0
    var goods = EntityTable<MemoID, Int>()
    var inner = Inner()

    mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("drawer", &_drawer)
      parts.visit("goods", &goods)
      parts.visit("inner", &inner)
    }
  }

  enum Sale: ActionGroup {
    case begun
  }

  enum Action: ActionGroup {
    case sale(Sale)
  }

  static var name: String { Declared.name }
  static var version: Int { Declared.version }
  static var initialState: State { State() }
  static var actions: ActionCatalogue<Action> { [.client(.sale(.begun), "begins")] }
  static var machines: [MachineDescription] { Declared.machines }

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Never> { .applied }
}
