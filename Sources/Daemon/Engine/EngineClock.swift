import SystemCalls

/// The two clocks the engine reads: what time it is, and how much time has passed.
struct EngineClock: Sendable {
  /// Microseconds since 1970, UTC. May jump.
  var wall: @Sendable () -> Int64
  /// Nanoseconds that passed, sleep of the machine included. Never jumps.
  var boottime: @Sendable () -> Int64

  /// Clocks of one's own, such as hand-driven ones in a test.
  init(wall: @escaping @Sendable () -> Int64, boottime: @escaping @Sendable () -> Int64) {
    self.wall = wall
    self.boottime = boottime
  }

  /// The clocks of the machine.
  static let system = EngineClock(
    wall: { Clock.realtimeMicroseconds() },
    boottime: { Int64(Clock.boottimeNanoseconds()) })
}
