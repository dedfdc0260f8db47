import ActionLog
import ActionLogTesting
import Testing

@Suite("The transition table: no pair of state and event that nobody wrote down")
struct TransitionTableTests {
  typealias Table = TransitionTable<Door, Door.Position>

  private let log = FailureLog()
  private let states: [Door.Position] = [.open, .shut, .locked(code: 1)]
  private static let chime = EffectCommand<Door.Action, Door.Effect>.perform(.chime, key: "chime", policy: .forget)

  private let keys = Table.Row.on(
    .keyTurned(code: 1),
    [.open: .illegal("isOpen"), .shut: .to(.locked(code: 1)), .locked(code: 1): .to(.shut)])
  private let bells = [
    Table.Row.on(
      .rang,
      [
        .open: .to(.open, asks: [chime]), .shut: .to(.shut, asks: [chime]),
        .locked(code: 1): .to(.locked(code: 1), asks: [chime]),
      ])
  ]

  private func check(_ rows: [Table.Row], states: [Door.Position]? = nil, machine: String? = nil) {
    Table(of: \.position, states: states ?? self.states, machine: machine, rows: rows).check(reporter: log.reporter)
  }

  @Test("a broken promise, another state, other effects and another reason are each a line")
  func cells() {
    check(
      [
        .on(.pushed, [.open: .to(.open), .shut: .to(.open), .locked(code: 1): .ignored("isLocked")]),
        .on(
          .keyTurned(code: 2),
          [
            .open: .illegal("open"), .shut: .to(.locked(code: 2)), .locked(code: 1): .illegal("wrongCode"),
          ]),
      ] + bells)
    #expect(
      log.single() == """
        4 cells of the transition table are not as written:
          state            event                 written             found
          open             pushed {}             to open             to shut
          shut             pushed {}             to open             to open, asks chime (chime, forget)
          locked(code: 1)  pushed {}             ignored (isLocked)  ignored (isLocked) it does not move, and the state changed all the same
          open             keyTurned {"code":2}  illegal (open)      illegal (isOpen)
        """)
  }

  @Test("a pair that nobody wrote down is a failure that says what happens there")
  func missingPair() {
    check([
      .on(.pushed, [.open: .to(.shut), .shut: .to(.open, asks: [Self.chime])]), keys,
      .on(.rang, everywhere: .ignored("x")),
    ])
    let text = log.single()
    #expect(text.contains("\n  locked(code: 1)  pushed {}  (nobody wrote it down)  ignored (isLocked)"))
    #expect(text.hasPrefix("4 cells"))
  }

  @Test("an action of the catalogue without a row, and a state that the machine has and the table not, are failures")
  func missingRow() {
    check([keys], states: [.open, .shut], machine: "door")
    #expect(
      log.single() == """
        keyTurned {"code":1} has a cell for locked(code: 1), which is none of the table's states
        nobody wrote down what pushed does
        nobody wrote down what rang does
        nobody wrote down what happens in locked, which the machine door has
        """)
  }

  private func saleTable(_ prefix: String, _ rows: [TransitionTable<Market, Int>.Row]) {
    TransitionTable<Market, Int>(of: \.sold, states: [0], events: prefix, rows: rows).check(reporter: log.reporter)
  }

  @Test("of several features, only the actions with the prefix need rows")
  func features() {
    let begun = EffectCommand<Market.Action, Market.Effect>.after(
      milliseconds: 5, key: "sale", .sale(.ended(count: 1)))
    saleTable(
      "sale.",
      [.on(.sale(.begun), everywhere: .to(0, asks: [begun])), .on(.sale(.ended(count: 2)), everywhere: .to(2))])
    #expect(log.messages == [])
    saleTable("sale.", [.on(.sale(.ended(count: 2)), everywhere: .to(2))])
    #expect(log.single() == "nobody wrote down what sale.begun does")
  }

  @Test("a prefix that no action has is a failure, with the nearest that there is")
  func wrongPrefix() {
    saleTable("sales.", [.on(.sale(.ended(count: 2)), everywhere: .to(2))])
    #expect(log.single() == "no action of the catalogue begins with sales.; did you mean sale.?")
    saleTable("zzzzzz.", [.on(.sale(.ended(count: 2)), everywhere: .to(2))])
    #expect(log.messages.last == "no action of the catalogue begins with zzzzzz.")
  }

  @Test("a row for an event outside the prefix is a failure")
  func foreignRow() {
    saleTable(
      "seats.", [.on(.seats(.taken(row: "a")), everywhere: .to(0)), .on(.sale(.ended(count: 2)), everywhere: .to(2))])
    #expect(log.single() == "sale.ended has a row, and is none of the table's events, which begin with seats.")
  }

  @Test("a table that is whole and right has no failure")
  func whole() {
    let fine = Table(
      of: \.position, states: states, events: "k", machine: "door", rows: [keys])
    fine.check(reporter: log.reporter)
    Table(
      states: states, events: "r", rows: bells, read: { $0.position }, put: { $0.position = $1 }
    ).check(reporter: log.reporter)
    #expect(log.messages == [])
  }
}
