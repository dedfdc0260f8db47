import ActionLog
import Testing

@Suite("The README's performer of an effect")
struct ReadmeRingerTests {
  @Test("it performs the effect, and its result comes back as an action")
  func rings() {
    let store = Store<MeetingRooms>(middleware: [Ringer()])
    store.dispatch(.timeRanOut(room: "attic"))
    store.drain()
    #expect(store.state.rung == ["attic"])
    #expect(store.outbox.isEmpty)
  }

  @Test("it is handed to the daemon as the README says")
  func isHandedOver() async {
    await #expect(processExitsWith: .success) { serveRooms(["roomsd", "--version"]) }
  }

  @Test("the domain has no problems, and still reads what was written under an action's old name")
  func renamed() throws {
    let coding = ActionCoding<MeetingRooms>()
    #expect(coding.problems() == [])
    let action = try coding.decode(type: "bellRang", v: 1, payload: Array(#"{"room":"attic"}"#.utf8), strict: false)
    #expect(action == .rang(room: "attic"))
  }
}

/// The README's rooms, as far as their bells go.
enum MeetingRooms: Domain {
  struct State: StateTree {
    @Tracked var rung: [String] = []

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("rung", &_rung) }
  }

  enum Action: ActionGroup {
    case timeRanOut(room: String)
    case rang(room: String)
  }

  enum Effect: Codable, Hashable, Sendable {
    case ring(room: String)
  }

  static let name = "rooms"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [
    .effect(.timeRanOut(room: "attic"), "the minutes are over"),
    .effect(.rang(room: "attic"), "the bell of a room rang"),
  ]
  static let upcasters = [Upcaster("bellRang", from: 1, to: 1, renamed: "rang") { $0 }]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .timeRanOut(let room):
      return .applied(.perform(.ring(room: room), key: "bell.\(room)", policy: .latest))
    case .rang(let room):
      state.rung.append(room)
      return .applied
    }
  }
}
