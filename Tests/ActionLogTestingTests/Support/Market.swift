import ActionLog

/// A market of two features: rows of seats whose selectors tell wrong what they read, and a till without effects.
enum Market: Domain {
  struct State: StateTree {
    var rows = EntityTable<NoteID, Int>()
    @Tracked var sold = 0

    mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("rows", &rows)
      parts.visit("sold", &_sold)
    }
  }

  enum Seats: ActionGroup {
    case taken(row: NoteID)
  }

  enum Sale: ActionGroup {
    case begun
    case ended(count: Int)
  }

  enum Action: ActionGroup {
    case seats(Seats)
    case sale(Sale)
  }

  enum Effect: Codable, Hashable, Sendable {
    case print(count: Int)
  }

  struct Row: Codable, Sendable {
    var row: NoteID
    var extra: Int?
  }

  static let name = "market"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [
    .client(.seats(.taken(row: "a")), "someone sat down"), .client(.sale(.begun), "a sale began"),
    .client(.sale(.ended(count: 1)), "a sale ended"),
  ]
  static let selectors: [Selector<State>] = [
    Selector(
      "seats.inRow", "how many sit in a row", arguments: Row.self, reads: { [.row("rows", $0.row)] },
      select: { state, arguments in (state.rows[arguments.row] ?? 0) + (arguments.extra ?? 0) }),
    Selector(
      "seats.misread", "the same, declared wrong", arguments: Row.self, reads: { _ in [.row("rows", "b")] },
      select: { state, arguments in state.rows[arguments.row] ?? 0 }),
  ]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .seats(.taken(let row)):
      state.rows[row] = (state.rows[row] ?? 0) + 1
      return .applied
    case .sale(let sale): return till(&state.sold, sale).map(action: Action.sale)
    }
  }

  /// A feature without effects.
  private static func till(_ sold: inout Int, _ sale: Sale) -> Outcome<Sale, Never> {
    switch sale {
    case .begun: return .applied(.after(milliseconds: 5, key: "sale", .ended(count: 1)))
    case .ended(let count):
      guard count > 0 else { return .illegal("nothing") }
      sold += count
      return .applied
    }
  }
}
