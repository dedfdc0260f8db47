import ActionLog
import Testing

@testable import Daemon

@Suite("A domain with a problem: the daemon does not start, and says what to do")
struct DomainProblemTests {
  @Test("a part that visit does not show is exit 2, before anything is touched")
  func hiddenPart() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(2), observing: [\.standardErrorContent]) {
        DaemonProgram<Hiding>.run(arguments: ["hidingd"] + nowhere, version: "1")
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        "hidingd: the domain hiding: state: State stores secret: Tracked<Int>, which its visit does not show; every "
          + "stored property must be"), "\(text)")
  }

  @Test("a selector that reads what is not there is exit 2, with the part that was perhaps meant")
  func wrongReads() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(2), observing: [\.standardErrorContent]) {
        DaemonProgram<Misreading>.run(arguments: ["misreadingd", "--check-config"] + nowhere, version: "1")
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        #"selector total: declares to read .value("cuont"), but the state has no such part; did you mean count?"#),
      "\(text)")
  }
}

/// Places that cannot be made: a problem of the domain is found before anyone tries.
private var nowhere: [String] { ["--journal", "/proc/nowhere/journal", "--socket", "/proc/nowhere/socket"] }

private enum OneAction: ActionGroup {
  case counted
}

/// A domain whose state has a part that it does not show.
private enum Hiding: Domain {
  struct State: StateTree {
    @Tracked var count = 0
    @Tracked var secret = 0

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
  }

  static let name = "hiding"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<OneAction> = [.client(.counted, "counts")]

  static func reduce(_ state: inout State, _ action: OneAction, _ now: Moment) -> Outcome<OneAction, Never> { .applied }
}

/// A domain whose selector names a part that there is not.
private enum Misreading: Domain {
  struct State: StateTree {
    @Tracked var count = 0

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
  }

  static let name = "misreading"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<OneAction> = [.client(.counted, "counts")]
  static let selectors: [Selector<State>] = [
    Selector("total", "how many", reads: [.value("cuont")]) { $0.count }
  ]

  static func reduce(_ state: inout State, _ action: OneAction, _ now: Moment) -> Outcome<OneAction, Never> { .applied }
}
