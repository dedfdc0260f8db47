import ActionLog
import CanonicalJSON

/// A small domain with one of everything that an engine has to deal with.
enum Toy: Domain {
  static let name = "toy"
  static let version = 1

  struct State: StateTree {
    @Tracked var count = 0
    @Tracked var lastJob = ""
    var notes = EntityTable<NoteID, Note>()
    var lines = EntityList<String>()

    mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("count", &_count)
      parts.visit("lastJob", &_lastJob)
      parts.visit("lines", &lines)
      parts.visit("notes", &notes)
    }
  }

  struct NoteID: EntityID {
    let text: String
    init(_ text: String) { self.text = text }
  }

  struct Note: Codable, Equatable, Sendable {
    var text: String
    var writtenAt: Timestamp
    /// Only a note about nothing has one.
    var weight: Double?
  }

  enum Action: ActionGroup {
    case incremented(by: Int)
    case noteWritten(id: String, text: String)
    case noteRemoved(id: String)
    case jobAsked(name: String, policy: String)
    case jobsCancelled(key: String)
    case jobDone(name: String, result: Int)
    case mysteryAsked(name: String)
    case timerSet(key: String, milliseconds: Int64, by: Int)
    case timerCancelled(key: String)
    case rang(by: Int)
    case refused(text: String)
    case ignored(text: String)
    case lied
    case exploded
    case unlisted
  }

  enum Effect: Codable, Hashable, Sendable {
    case job(name: String)
    case mystery(name: String)
  }

  static let initialState = State()

  static let actions: ActionCatalogue<Action> = [
    .client(.incremented(by: 1), "adds to the counter"),
    .client(.noteWritten(id: "a", text: "hello"), "writes a note"),
    .client(.noteRemoved(id: "a"), "removes a note"),
    .client(.jobAsked(name: "sum", policy: "latest"), "asks for a job"),
    .client(.jobsCancelled(key: "sum"), "cancels jobs"),
    .effect(.jobDone(name: "sum", result: 3), "a job's result"),
    .client(.mysteryAsked(name: "x"), "asks for what nobody performs"),
    .client(.timerSet(key: "k", milliseconds: 1_000, by: 1), "sets a timer"),
    .client(.timerCancelled(key: "k"), "cancels a timer"),
    .effect(.rang(by: 1), "a timer's action"),
    .client(.refused(text: "no"), "is always illegal"),
    .client(.ignored(text: "late"), "is always ignored"),
    .client(.lied, "says ignored and changes the state"),
    .client(.exploded, "asks for more effects than anyone may"),
  ]

  static let selectors: [Selector<State>] = [
    Selector("notes.count", "how many notes there are", reads: [.table("notes")]) { $0.notes.count },
    Selector(
      "notes.one", "one note", arguments: NoteArguments.self, reads: { [.row("notes", $0.id)] },
      select: { state, arguments in state.notes[NoteID(arguments.id)] }),
    Selector("count", "the counter", reads: [.value("count")]) { $0.count },
  ]

  struct NoteArguments: Codable, Sendable {
    var id: String
  }

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .incremented(let by):
      state.count += by
      return .applied
    case .noteWritten(let id, let text):
      state.notes[NoteID(id)] = Note(text: text, writtenAt: now.at, weight: text == "nothing" ? .nan : nil)
      return .applied
    case .noteRemoved(let id):
      state.notes[NoteID(id)] = nil
      return .applied
    case .jobAsked(let name, let policy):
      return .applied(
        .perform(.job(name: name), key: name, policy: EffectPolicy(journalText: policy) ?? .latest))
    case .jobsCancelled(let key), .timerCancelled(let key):
      return .applied(.cancel(key: key))
    case .jobDone(let name, let result):
      if state.lastJob == name, result < 0 { return .ignored("stale", "an older result of \(name)") }
      state.lastJob = name
      state.count += result
      return .applied
    case .mysteryAsked(let name):
      return .applied(.perform(.mystery(name: name), key: "mystery", policy: .latest))
    case .timerSet(let key, let milliseconds, let by):
      return .applied(.after(milliseconds: milliseconds, key: key, .rang(by: by)))
    case .rang(let by):
      state.count += by
      state.lines.append("rang \(by)")
      return .applied
    case .unlisted: return .applied
    case .refused(let text):
      return .illegal("refused", text)
    case .ignored(let text):
      return .ignored("late", text)
    case .lied:
      state.count += 1
      return .ignored("lied", "nothing happened")
    case .exploded:
      state.count += 1
      return .applied(
        (0..<300).map { .perform(.job(name: "\($0)"), key: "\($0)", policy: .latest) })
    }
  }
}
