import ActionLog
import CanonicalJSON

/// A counter: small enough to see through, with every outcome and an effect.
enum Toy: Domain {
  struct State: StateTree {
    @Tracked var count = 0

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
  }

  enum Action: ActionGroup {
    case added(by: Int)
    case said(text: String)
  }

  enum Effect: Codable, Hashable, Sendable {
    case say(text: String)
  }

  static let name = "toy"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [
    .client(.added(by: 1), "adds to the counter"), .effect(.said(text: "hundred"), "something was said"),
  ]

  struct Times: Decodable, Sendable {
    var factor: Int
  }

  static let selectors: [Selector<State>] = [
    Selector(
      "times", "the counter, so many times", arguments: Times.self, reads: { _ in [.value("count")] },
      select: { state, arguments in state.count * arguments.factor })
  ]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .added(by: 0): return .ignored("nothing", "nothing to add")
    case .added(let by) where by < 0: return .illegal("negative", "cannot add \(by)")
    case .added(let by):
      state.count += by
      return by >= 100 ? .applied(.perform(.say(text: "hundred"), key: "voice", policy: .queue)) : .applied
    case .said: return .applied
    }
  }
}

/// A domain that is the counter but for what it says itself.
protocol LikeToy: Domain where State == Toy.State, Action == Toy.Action, Effect == Toy.Effect {}

extension LikeToy {
  static var name: String { Toy.name }
  static var version: Int { Toy.version }
  static var initialState: State { Toy.initialState }
  static var actions: ActionCatalogue<Action> { Toy.actions }

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    Toy.reduce(&state, action, now)
  }
}

/// The same by name and version, but what it makes of some actions was changed without saying so.
enum CrookedToy: LikeToy {
  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .added(by: 7):
      state.count += 8
      return .applied
    case .added(by: 8): return .ignored("eight", "no eights")
    case .added(by: -9): return .illegal("negative", "worded otherwise")
    case .added(by: 109):
      state.count += 109
      return .applied(.perform(.say(text: "other"), key: "voice", policy: .queue))
    case .added, .said: return Toy.reduce(&state, action, now)
    }
  }
}

/// The same, but what it calls illegal changes the state all the same.
enum LyingToy: LikeToy {
  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    if case .added(let by) = action, by < 0 { state.count += by }
    return Toy.reduce(&state, action, now)
  }
}

/// The same, with an invariant that breaks at ten.
enum BoundedToy: LikeToy {
  static func violations(in state: State) -> [String] { state.count > 10 ? ["count is over ten"] : [] }
}
