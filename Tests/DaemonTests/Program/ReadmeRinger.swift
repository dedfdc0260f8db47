import ActionLog
import Daemon

/// Rings bells: the one place that touches the outside world.
struct Ringer: Middleware {
  typealias D = MeetingRooms

  func performs(effectType: String) -> Bool { effectType == "ring" }

  func perform(_ effect: MeetingRooms.Effect, _ context: EffectContext<MeetingRooms>) {
    switch effect {
    case .ring(let room):
      // The bell of the room is rung here. Reported once, now or later, from any thread:
      context.report(.action(.rang(room: room)))
    }
  }
}

/// What the README's `main.swift` does, for the test that runs it.
func serveRooms(_ words: [String]) -> Never {
  DaemonProgram<MeetingRooms>.run(arguments: words, version: "1.0.0", middleware: { options, paths in [Ringer()] })
}
