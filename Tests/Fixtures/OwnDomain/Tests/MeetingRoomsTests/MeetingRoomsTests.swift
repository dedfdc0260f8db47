import ActionLogTesting
import MeetingRooms
import Testing

struct MeetingRoomsTests {
  static let story: [MeetingRooms.Action] = [
    .taken(room: "attic", by: "Ada", minutes: 30), .taken(room: "attic", by: "Bob", minutes: 5),
    .taken(room: "cellar", by: "Bob", minutes: 5), .left(room: "attic"), .left(room: "attic"),
  ]

  @Test("a room that is taken is free again when the minutes are over")
  func timeRunsOut() {
    let store = TestStore<MeetingRooms>()
    store.send(
      .taken(room: "attic", by: "Ada", minutes: 30),
      .applied(.after(milliseconds: 1_800_000, key: "room.attic", .timeRanOut(room: "attic")))
    ) {
      $0.guests["attic"] = "Ada"
    }
    store.send(.taken(room: "attic", by: "Bob", minutes: 5), .illegal("occupied"))
    store.fire(.timeRanOut(room: "attic"), afterMilliseconds: 1_800_000) { $0.guests["attic"] = nil }
    store.finish()
  }

  @Test("leaving a room stops its clock; leaving an empty one means nothing")
  func leaving() {
    let store = TestStore<MeetingRooms>()
    store.given { store.send(.taken(room: "attic", by: "Ada", minutes: 30)) }
    store.send(.left(room: "attic"), .applied(.cancel(key: "room.attic"))) { $0.guests["attic"] = nil }
    store.send(.left(room: "attic"), .ignored("empty"))
    store.finish()
  }

  @Test("a room is not taken for no time, or for ever", arguments: [0, -1, 481, .max])
  func howLong(minutes: Int64) {
    let store = TestStore<MeetingRooms>()
    store.send(.taken(room: "attic", by: "Ada", minutes: minutes), .illegal("howLong"))
  }

  @Test("another process, with another hash seed, makes the same of the same actions")
  func pure() async throws {
    let child = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        print(PurityCheck<MeetingRooms>(MeetingRoomsTests.story).report)
      })
    let report = String(decoding: child.standardOutputContent, as: UTF8.self)
    PurityCheck<MeetingRooms>(Self.story).compare(with: [report])
  }
}
