import ActionLog

/// A whole domain in thirty lines, as the documentation shows it.
enum Counter: Domain {
  struct State: StateTree {
    @Tracked var count = 0

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
  }

  enum Action: ActionGroup {
    case incremented(by: Int)
    case reset
  }

  typealias Effect = Never

  static let name = "counter"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [
    .client(.incremented(by: 1), "adds to the counter"),
    .client(.reset, "sets the counter to zero"),
  ]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .incremented(let amount):
      guard amount > 0 else { return .illegal("notPositive", "a counter only goes up") }
      state.count += amount
    case .reset:
      guard state.count != 0 else { return .ignored("alreadyZero") }
      state.count = 0
    }
    return .applied
  }
}
