import ActionLog
import CanonicalJSON

struct MemoID: EntityID {
  let text: String

  init(_ text: String) { self.text = text }
}

struct Memo: Codable, Equatable, Sendable {
  var text: String
  var tags: [String]?
}

/// Notes, a feature with a reducer of its own.
enum MemosAction: ActionGroup {
  case written(id: MemoID, text: String, tags: [String]?)
  case removed(id: MemoID)
  case savedAll
}

enum MemosEffect: Codable, Hashable, Sendable {
  case save(id: MemoID)
  case saveAll
}

struct MemosState: StateTree {
  var byID = EntityTable<MemoID, Memo>()
  @Tracked var savedAtSeq: UInt64? = nil

  mutating func visit(_ parts: inout some PartVisitor) {
    parts.visit("byID", &byID)
    parts.visit("savedAtSeq", &_savedAtSeq)
  }
}

enum Memos {
  static let actions: ActionCatalogue<MemosAction> = [
    .client(.written(id: "n1", text: "milk", tags: ["shop"]), v: 3, "writes a note"),
    .client(.removed(id: "n1"), "removes a note"),
    .effect(.savedAll, "all notes were saved"),
  ]

  static func reduce(
    _ state: inout MemosState, _ action: MemosAction, _ now: Moment
  ) -> Outcome<MemosAction, MemosEffect> {
    switch action {
    case .written(let id, let text, let tags):
      state.byID[id] = Memo(text: text, tags: tags)
      return .applied(.perform(.save(id: id), key: "notes.save.\(id)", policy: .latest))
    case .removed(let id):
      guard state.byID[id] != nil else { return .ignored("unknown", "there is no note \(id)") }
      state.byID[id] = nil
      return .applied(.cancel(key: "notes.save.\(id)"))
    case .savedAll:
      state.savedAtSeq = now.seq
      return .applied
    }
  }
}

/// A domain of two features that can be told to ask for anything, for the tests of the engine's parts.
enum Workshop: Domain {
  struct State: StateTree {
    var notes = MemosState()
    @Tracked var count = 0
    @Tracked var log: [String] = []

    mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("notes", &notes)
      parts.visit("count", &_count)
      parts.visit("log", &_log)
    }
  }

  enum Action: ActionGroup {
    case notes(MemosAction)
    case incremented(by: Int)
    case asked(Request)
    case finished(what: String)
    case lied(illegal: Bool)
  }

  enum Effect: Codable, Hashable, Sendable {
    case notes(MemosEffect)
    case fetch(what: String)
  }

  static let name = "workshop"
  static let version = 1
  static let initialState = State()
  static let actions =
    Memos.actions.map(Action.notes) + [
      .client(.incremented(by: 1), "adds to the counter"),
      .client(.asked(.perform(what: "a", key: "k", policy: "latest")), "asks for one effect"),
      .client(.asked(.cancel(key: "k")), "cancels a key"),
      .client(.asked(.after(milliseconds: 5, key: "k", what: "late")), "sets a timer"),
      .client(.asked(.many(what: "a", count: 2, key: "k", policy: "queue")), "asks for several effects"),
      .effect(.finished(what: "a"), "an effect or a timer has come to its end"),
      .client(.lied(illegal: false), "breaks the reducer's promise"),
    ]

  static let upcasters = [
    Upcaster("notes.written", from: 1) { payload in
      guard var object = payload.object else { throw Reason("noObject") }
      object["text"] = object["body"]
      object["body"] = nil
      return .object(object)
    },
    Upcaster("notes.written", from: 2) { payload in
      guard var object = payload.object, let tag = object["tag"] else { throw Reason("noTag", "version 2 has one tag") }
      object["tags"] = .array([tag])
      object["tag"] = nil
      return .object(object)
    },
    Upcaster("counter.bumped", from: 1, to: 1, renamed: "incremented") { _ in ["by": 1] },
  ]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .notes(let action):
      return Memos.reduce(&state.notes, action, now).map(action: Action.notes, effect: Effect.notes)
    case .incremented(let amount):
      state.count += amount
      return .applied
    case .asked(let request):
      return .applied(request.commands)
    case .finished(let what):
      state.log.append(what)
      return .applied
    case .lied(let illegal):
      state.count += 1
      return illegal ? .illegal("lied", "changed the state") : .ignored("lied", "changed the state")
    }
  }
}

/// What `Workshop` is told to ask for.
enum Request: ActionGroup {
  case perform(what: String, key: String, policy: String)
  case cancel(key: String)
  case after(milliseconds: Int64, key: String, what: String)
  case many(what: String, count: Int, key: String, policy: String)

  var commands: [EffectCommand<Workshop.Action, Workshop.Effect>] {
    switch self {
    case .perform(let what, let key, let policy):
      [.perform(.fetch(what: what), key: key, policy: EffectPolicy(journalText: policy) ?? .latest)]
    case .cancel(let key):
      [.cancel(key: key)]
    case .after(let milliseconds, let key, let what):
      [.after(milliseconds: milliseconds, key: key, .finished(what: what))]
    case .many(let what, let count, let key, let policy):
      (0..<count).map { place in
        .perform(.fetch(what: what + "\(place)"), key: key, policy: EffectPolicy(journalText: policy) ?? .latest)
      }
    }
  }
}

extension Workshop.Action: JournalDecodable {
  static func journalReader(for type: String) -> JournalReader<Workshop.Action>? {
    if type.hasPrefix("notes.") {
      return MemosAction.journalReader(for: String(type.dropFirst("notes.".count)))?.map(Workshop.Action.notes)
    }
    guard type == "incremented" else { return nil }
    return JournalReader { (reader) throws(JSONError) in
      var amount: Int?
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key == "by" { amount = try reader.readInt() } else { _ = try reader.skipValue() }
      }
      guard let amount else { throw JSONError(.missingMember("by"), at: reader.offset) }
      return .incremented(by: amount)
    }
  }
}

extension MemosAction: JournalDecodable {
  static func journalReader(for type: String) -> JournalReader<MemosAction>? {
    guard type == "removed" else { return nil }
    return JournalReader { (reader) throws(JSONError) in
      var id: MemoID?
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key == "id" { id = MemoID(try reader.readString()) } else { _ = try reader.skipValue() }
      }
      guard let id else { throw JSONError(.missingMember("id"), at: reader.offset) }
      return .removed(id: id)
    }
  }
}
