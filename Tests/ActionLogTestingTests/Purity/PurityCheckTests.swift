import ActionLog
import ActionLogTesting
import Testing

@Suite("The purity check: one journal, processes with different hash seeds")
struct PurityCheckTests {
  static let journal: [Desk.Action] = [
    .written(id: "a", title: "milk"), .written(id: "b", title: "bread"), .loadRequested(page: 1), .allSaveRequested,
    .loadRequested(page: 0), .reminderSet(milliseconds: 10),
  ]
  static let words: [Tags.Action] = [
    .tagged(words: ["one"]), .tagged(words: ["red", "green", "blue", "cyan", "pink", "black", "white", "brown"]),
  ]

  private let log = FailureLog()

  @Test("a pure reducer gives the same digests in every process")
  func pure() async throws {
    var reports: [String] = []
    for _ in 1...2 {
      let child = try #require(
        await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
          print(PurityCheck<Desk>(PurityCheckTests.journal).report)
        })
      reports.append(String(decoding: child.standardOutputContent, as: UTF8.self))
    }
    PurityCheck<Desk>(Self.journal).compare(with: reports)
  }

  @Test("a reducer that follows the order of a Set is found at the first action where that shows")
  func impure() async throws {
    var reports: [String] = []
    for _ in 1...2 {
      let child = try #require(
        await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
          print(PurityCheck<Tags>(PurityCheckTests.words).report)
        })
      reports.append(String(decoding: child.standardOutputContent, as: UTF8.self))
    }
    PurityCheck<Tags>(Self.words).compare(with: reports, reporter: log.reporter)
    let text = try #require(log.messages.first)
    #expect(text.hasPrefix("the reducer of tags is not pure: process "))
    #expect(text.contains("differs from this one, first here\n  this      2  applied  tagged"))
    #expect(
      text.hasSuffix("Does it follow the order of a Dictionary or Set, a hash value, a clock or a random number?"))
  }

  @Test("a process that printed no whole report is a failure, and so is a comparison that shows nothing")
  func nothingShown() {
    let check = PurityCheck<Desk>(Self.journal)
    check.compare(with: [check.report], reporter: log.reporter)
    #expect(log.single().hasPrefix("2 processes hashed with one seed, so nothing is shown"))
    check.compare(with: ["", String(check.report.dropLast(3))], reporter: log.reporter)
    #expect(log.messages[1] == "process 1 printed no report of desk, but nothing")
    #expect(log.messages[2].hasPrefix("process 2 printed no report of desk, but purity of desk, hash seed"))
  }

  @Test("what came through a store is reduced again at its own moments, effects included")
  func recorded() {
    let store = TestStore<Desk>()
    store.given {
      store.send(.loadRequested(page: 1))
      store.answer(.load(page: 1), with: .loaded(titles: ["x"]))
    }
    store.finish()
    let report = PurityCheck(store.recorder.actions).report
    #expect(report.contains("\n2  applied  loaded  {\"titles\":[\"x\"]}  reports on 1.0  state \(store.digest)\n"))
  }

  @Test("a fault of the domain ends the report where it happened")
  func fault() {
    let report = PurityCheck<Desk>([.misbehaved(how: .secondPolicy), .cancelled]).report
    #expect(report.contains("\n1  a fault of the domain: effect key k has policy queue"))
    #expect(!report.contains("cancelled"))
  }
}

/// A domain whose reducer follows the order of a `Set`.
enum Tags: Domain {
  struct State: StateTree {
    @Tracked var text = ""
    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("text", &_text) }
  }

  enum Action: ActionGroup {
    case tagged(words: [String])
  }

  static let name = "tags"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [.client(.tagged(words: ["red"]), "tags something")]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Never> {
    switch action {
    case .tagged(let words): state.text = Set(words).joined(separator: " ")
    }
    return .applied
  }
}
