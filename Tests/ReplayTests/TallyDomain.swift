import ActionLog
import CanonicalJSON

struct ItemID: EntityID {
  let text: String

  init(_ text: String) { self.text = text }
}

struct Item: Codable, Equatable, Sendable {
  var label: String
  var amount: Int
}

struct TallyState: StateTree {
  var items = EntityTable<ItemID, Item>()
  @Tracked var total = 0

  mutating func visit(_ parts: inout some PartVisitor) {
    parts.visit("items", &items)
    parts.visit("total", &_total)
  }
}

enum TallyAction: ActionGroup {
  case added(id: ItemID, label: String, amount: Int)
  case removed(id: ItemID)
  case fetchAsked(what: String, key: String, policy: String)
  case cancelled(key: String)
  case reminderAsked(milliseconds: Int64, what: String)
  case fetched(what: String)
  case lied
}

enum TallyEffect: Codable, Hashable, Sendable {
  case fetch(what: String)
}

/// What a version of the tally does differently.
protocol TallyVersion: Sendable {
  static var number: Int { get }
  /// Amounts above are illegal.
  static var limit: Int { get }
  static var isRenamed: Bool { get }
  static var reason: String { get }
  static var effectKeyPrefix: String { get }
}

extension TallyVersion {
  static var number: Int { 1 }
  static var limit: Int { 100 }
  static var isRenamed: Bool { false }
  static var reason: String { "amounts are at most \(limit)" }
  static var effectKeyPrefix: String { "" }
}

enum First: TallyVersion {}

/// A domain that counts items, in the version that `V` says.
enum Tally<V: TallyVersion>: Domain {
  static var name: String { "tally" }
  static var version: Int { V.number }
  static var initialState: TallyState { TallyState() }

  static var actions: ActionCatalogue<TallyAction> {
    [
      .client(.added(id: "a", label: "apples", amount: 3), "adds an item"),
      .client(.removed(id: "a"), "removes an item"),
      .client(.fetchAsked(what: "a", key: "k", policy: "queue"), "asks for a fetch"),
      .client(.cancelled(key: "k"), "cancels the fetches of a key"),
      .client(.reminderAsked(milliseconds: 5, what: "a"), "sets a timer"),
      .effect(.fetched(what: "a"), "something was fetched"),
      .client(.lied, "breaks the reducer's promise"),
    ]
  }

  static func reduce(
    _ state: inout TallyState, _ action: TallyAction, _ now: Moment
  ) -> Outcome<TallyAction, TallyEffect> {
    switch action {
    case .added(let id, let label, let amount):
      guard amount <= V.limit else { return .illegal("tooMany", V.reason) }
      let before = state.items[id]?.amount ?? 0
      state.items[id] = Item(label: label, amount: amount)
      state.total += amount - before
      return .applied
    case .removed(let id):
      guard let item = state.items[id] else { return .ignored("unknown") }
      state.items[id] = nil
      state.total -= item.amount
      return .applied
    case .fetchAsked(let what, let key, let policy):
      return .applied(
        .perform(
          .fetch(what: what), key: V.effectKeyPrefix + key, policy: EffectPolicy(journalText: policy) ?? .latest))
    case .cancelled(let key):
      return .applied(.cancel(key: V.effectKeyPrefix + key))
    case .reminderAsked(let milliseconds, let what):
      return .applied(.after(milliseconds: milliseconds, key: "reminder", .fetched(what: what)))
    case .fetched(let what):
      state.items[ItemID("fetched-\(what)")] = Item(label: what, amount: 0)
      return .applied
    case .lied:
      state.total += 1
      return .ignored("lied")
    }
  }

  static func violations(in state: TallyState) -> [String] {
    state.total >= 0 ? [] : ["the total is \(state.total)"]
  }
}
