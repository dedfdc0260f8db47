import ActionLog

/// A door as a state machine, for the table.
enum Door: Domain {
  enum Position: Codable, Equatable, Sendable {
    case open
    case shut
    case locked(code: Int)
  }

  struct State: StateTree {
    @Tracked var position = Position.open
    @Tracked var pushes = 0

    mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("position", &_position)
      parts.visit("pushes", &_pushes)
    }
  }

  enum Action: ActionGroup {
    case pushed
    case keyTurned(code: Int)
    case rang
  }

  enum Effect: Codable, Hashable, Sendable {
    case chime
  }

  static let name = "door"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [
    .client(.pushed, "someone pushed"), .client(.keyTurned(code: 1), "a key was turned"),
    .client(.rang, "someone rang"),
  ]
  static let machines = [
    MachineDescription(
      name: "door", summary: "a door", pointer: "/position", states: ["open", "shut", "locked"], transitions: [])
  ]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch (action, state.position) {
    case (.pushed, .open):
      state.position = .shut
      return .applied
    case (.pushed, .shut):
      state.position = .open
      return .applied(.perform(.chime, key: "chime", policy: .forget))
    case (.pushed, .locked):
      state.pushes += 1
      return .ignored("isLocked", "it does not move")
    case (.keyTurned, .open): return .illegal("isOpen")
    case (.keyTurned(let code), .shut):
      state.position = .locked(code: code)
      return .applied
    case (.keyTurned(let code), .locked(let set)):
      guard code == set else { return .illegal("wrongCode") }
      state.position = .shut
      return .applied
    case (.rang, _): return .applied(.perform(.chime, key: "chime", policy: .forget))
    }
  }
}
