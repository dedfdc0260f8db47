import ActionLog
import CanonicalJSON

/// The domain of the golden journal. It is never changed: the journal's digests are those that it gave.
enum GoldenDomain: Domain {
  struct ItemID: EntityID {
    let text: String
    init(_ text: String) { self.text = text }
  }

  struct Item: Codable, Equatable, Sendable {
    var title: String
    var weight: Double?
    var tags: [String]
  }

  struct State: StateTree {
    var items = EntityTable<ItemID, Item>()
    var order = EntityList<ItemID>()
    @Tracked var reminders = 0
    @Tracked var note: JSONValue = .null

    mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("items", &items)
      parts.visit("order", &order)
      parts.visit("reminders", &_reminders)
      parts.visit("note", &_note)
    }
  }

  enum Action: ActionGroup {
    case itemPut(id: ItemID, item: Item)
    case itemRemoved(id: ItemID)
    case noteTaken(note: JSONValue)
    case fetchAsked(names: [String], key: String, policy: String)
    case fetched(name: String, found: Bool)
    case reminderSet(milliseconds: Int64)
    case remindersStopped
    case reminded
  }

  enum Effect: Codable, Hashable, Sendable {
    case fetch(name: String)
  }

  static let name = "golden"
  static let version = 2
  static let initialState = State()

  /// `itemPut` had no tags in its first version.
  static let upcasters = [
    Upcaster("itemPut", from: 1) { payload in
      guard var action = payload.object, var item = action["item"]?.object else { throw NotAnItem() }
      item["tags"] = .array([])
      action["item"] = .object(item)
      return .object(action)
    }
  ]

  private struct NotAnItem: Error {}

  static let actions: ActionCatalogue<Action> = [
    .client(.itemPut(id: "a", item: Item(title: "A", weight: 1.5, tags: [])), v: 2, "puts an item"),
    .client(.itemRemoved(id: "a"), "takes an item away"),
    .client(.noteTaken(note: .null), "keeps any JSON"),
    .client(.fetchAsked(names: ["a"], key: "k", policy: "queue"), "asks for fetches under one key"),
    .effect(.fetched(name: "a", found: true), "a fetch ended"),
    .client(.reminderSet(milliseconds: 1_000), "sets the reminder"),
    .client(.remindersStopped, "stops the reminder"),
    .effect(.reminded, "the reminder is due"),
  ]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .itemPut(let id, let item):
      guard item.weight ?? 0 >= 0 else { return .illegal("negativeWeight", "nothing weighs \(item.weight ?? 0)") }
      if state.items[id] == nil { state.order.append(id) }
      state.items[id] = item
      return .applied
    case .itemRemoved(let id):
      guard state.items[id] != nil else { return .ignored("unknown", "there is no item \(id.text)") }
      state.items[id] = nil
      state.order.removeAll { $0 == id }
      return .applied
    case .noteTaken(let note):
      state.note = note
      return .applied
    case .fetchAsked(let names, let key, let policy):
      let policy = EffectPolicy(journalText: policy) ?? .queue
      return .applied(names.map { .perform(.fetch(name: $0), key: key, policy: policy) })
    case .fetched(let name, let found):
      guard found else { return .ignored("notFound", "nothing is called \(name)") }
      return reduce(&state, .itemPut(id: ItemID(name), item: Item(title: name, weight: nil, tags: ["fetched"])), now)
    case .reminderSet(let milliseconds): return .applied(.after(milliseconds: milliseconds, key: "reminder", .reminded))
    case .remindersStopped: return .applied(.cancel(key: "reminder"))
    case .reminded:
      state.reminders += 1
      return .applied
    }
  }
}

/// The same domain one version earlier: items had no tags, and a weight could be negative.
enum GoldenDomainOne: Domain {
  struct Item: Codable, Equatable, Sendable {
    var title: String
    var weight: Double?
  }

  struct State: StateTree {
    var items = EntityTable<GoldenDomain.ItemID, Item>()

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("items", &items) }
  }

  enum Action: ActionGroup {
    case itemPut(id: GoldenDomain.ItemID, item: Item)
  }

  enum Effect: Codable, Hashable, Sendable {
    case none
  }

  static let name = "golden"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [.client(.itemPut(id: "a", item: Item(title: "A")), "puts an item")]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .itemPut(let id, let item):
      state.items[id] = item
      return .applied
    }
  }
}
