import ActionLog

/// Meeting rooms: someone takes one for some minutes; when they are over, it is free again by itself.
package enum MeetingRooms: Domain {
  package struct State: StateTree {
    package var guests = EntityTable<RoomID, String>()

    package mutating func visit(_ parts: inout some PartVisitor) { parts.visit("guests", &guests) }
  }

  package enum Action: ActionGroup {
    case taken(room: RoomID, by: String, minutes: Int64)
    case left(room: RoomID)
    case timeRanOut(room: RoomID)
  }

  package typealias Effect = Never

  package static let name = "rooms"
  package static let version = 1
  package static let initialState = State()
  package static let actions: ActionCatalogue<Action> = [
    .client(.taken(room: "attic", by: "Ada", minutes: 30), "someone took a room"),
    .client(.left(room: "attic"), "whoever was in the room left it"),
    .effect(.timeRanOut(room: "attic"), "the minutes are over"),
  ]

  package static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .taken(let room, let guest, let minutes):
      guard (1...480).contains(minutes) else { return .illegal("howLong", "a room is taken for 1 to 480 minutes") }
      if let other = state.guests[room] { return .illegal("occupied", "\(other) is in the \(room)") }
      state.guests[room] = guest
      return .applied(.after(milliseconds: minutes * 60_000, key: "room.\(room)", .timeRanOut(room: room)))
    case .left(let room):
      guard state.guests[room] != nil else { return .ignored("empty", "nobody is in the \(room)") }
      state.guests[room] = nil
      return .applied(.cancel(key: "room.\(room)"))
    case .timeRanOut(let room):
      state.guests[room] = nil
      return .applied
    }
  }
}

/// The name of a room.
package struct RoomID: EntityID {
  package let text: String

  package init(_ text: String) { self.text = text }
}
