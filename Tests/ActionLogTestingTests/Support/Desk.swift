import ActionLog

struct NoteID: EntityID {
  let text: String
  init(_ text: String) { self.text = text }
}

struct Note: Codable, Equatable, Sendable {
  var title: String
  var isSaved = false
}

/// A desk with notes that are loaded and saved elsewhere: every kind of effect, and every way to break a promise.
enum Desk: Domain {
  struct State: StateTree {
    var notes = EntityTable<NoteID, Note>()
    var order = EntityList<NoteID>()
    @Tracked var loading = Loading.never
    @Tracked var count = 0

    mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("notes", &notes)
      parts.visit("order", &order)
      parts.visit("loading", &_loading)
      parts.visit("count", &_count)
    }
  }

  enum Loading: Codable, Equatable, Sendable {
    case never
    case underWay(page: Int)
    case done
  }

  enum Misdeed: String, Codable {
    case liesIllegal, liesIgnored, rollsDice, secondPolicy, breaksInvariant, asksForRandom, answersTwice
  }

  enum Action: ActionGroup {
    case written(id: NoteID, title: String)
    case loadRequested(page: Int)
    case loaded(titles: [String])
    case saved(id: NoteID)
    case allSaveRequested
    case cancelled
    case reminderSet(milliseconds: Int64)
    case reminded
    case misbehaved(how: Misdeed)
    case unlisted
  }

  enum Effect: Codable, Hashable, Sendable {
    case load(page: Int)
    case save(id: NoteID)
    case backUp
    case beep(times: Int)
  }

  static let name = "desk"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [
    .client(.written(id: "a", title: "milk"), "writes a note"),
    .client(.loadRequested(page: 1), "asks for a page"),
    .effect(.loaded(titles: ["milk"]), "a page arrived"),
    .effect(.saved(id: "a"), "a note was saved"),
    .client(.allSaveRequested, "saves every note, one after another"),
    .client(.cancelled, "wants nothing any more"),
    .client(.reminderSet(milliseconds: 1000), "wants to be reminded"),
    .effect(.reminded, "the reminder is due"),
    .client(.misbehaved(how: .liesIllegal), "breaks a promise"),
  ]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .written(let id, let title):
      if state.notes[id] == nil { state.order.append(id) }
      state.notes[id] = Note(title: title)
      return .applied(.perform(.backUp, key: "backUp", policy: .forget))
    case .loadRequested(let page):
      guard page > 0 else { return .illegal("noPage", "pages begin at 1") }
      state.loading = .underWay(page: page)
      return .applied(.perform(.load(page: page), key: "load", policy: .latest))
    case .loaded(let titles):
      guard case .underWay = state.loading else { return .ignored("late", "nothing is being loaded") }
      state.loading = .done
      state.count += titles.count
      return .applied
    case .saved(let id):
      guard state.notes[id] != nil else { return .ignored("gone", "there is no note \(id)") }
      state.notes[id]?.isSaved = true
      return .applied
    case .allSaveRequested:
      return .applied(state.order.map { .perform(.save(id: $0), key: "save", policy: .queue) })
    case .cancelled:
      state.loading = .never
      return .applied(.cancel(key: "load"), .cancel(key: "remind"))
    case .reminderSet(let milliseconds):
      return .applied(.after(milliseconds: milliseconds, key: "remind", .reminded))
    case .reminded:
      state.count += 1
      return .applied
    case .misbehaved(let how): return misbehave(&state, how)
    case .unlisted: return .ignored("unlisted")
    }
  }

  private static func misbehave(_ state: inout State, _ how: Misdeed) -> Outcome<Action, Effect> {
    switch how {
    case .liesIllegal:
      state.count += 1
      return .illegal("lied")
    case .liesIgnored:
      state.notes["lie"] = Note(title: "lie")
      return .ignored("lied")
    case .rollsDice:
      state.count = Int.random(in: 1...Int.max)
      return .applied
    case .secondPolicy:
      return .applied(
        .perform(.load(page: 1), key: "k", policy: .queue), .perform(.load(page: 2), key: "k", policy: .latest))
    case .breaksInvariant:
      state.count = -1
      return .applied
    case .asksForRandom:
      return .applied(.perform(.beep(times: .random(in: 1...Int.max)), key: "beep", policy: .forget))
    case .answersTwice:
      return .ignored(Reason("code\(Int.random(in: 0...Int.max))"))
    }
  }

  static func violations(in state: State) -> [String] {
    state.count < 0 ? ["count is \(state.count)"] : []
  }
}
