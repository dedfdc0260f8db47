/// Gives each record its `at`: the wall clock, but always later than the record before.
///
/// While the wall clock stands behind the last `at`, time goes on by `CLOCK_BOOTTIME` from there, so that `at`
/// strictly rises and still measures how long things took. A pure value; the caller reads the clocks.
struct RecordClock: Equatable {
  /// How far the wall clock may be behind before that counts as a step, in microseconds.
  ///
  /// Records of one microsecond push `at` ahead of the clock by one microsecond each, which is no step.
  static let stepMicroseconds: Int64 = 1_000

  /// A wall clock that went back, as noted once per step.
  struct StepBack: Equatable {
    /// What the wall clock says, in microseconds since 1970.
    var wall: Int64
    /// The `at` of the record before, in microseconds since 1970.
    var last: Int64
  }

  /// The `at` of the last record, in microseconds since 1970; nil before the first.
  private(set) var last: Int64?
  /// `CLOCK_BOOTTIME` when `last` was given out, or at the start of the process.
  private var lastBoottime: Int64
  private var isBehind = false

  /// Continues after a record of `last`, read from the journal, in a process that began at `boottime` nanoseconds.
  init(last: Int64?, boottime: Int64) {
    self.last = last
    lastBoottime = boottime
  }

  /// The time of the next record and, once per step, the news that the wall clock went back.
  mutating func next(wall: Int64, boottime: Int64) -> (at: Int64, stepBack: StepBack?) {
    guard let last else {
      self.last = wall
      lastBoottime = boottime
      return (wall, nil)
    }
    var stepBack: StepBack?
    let at: Int64
    if wall > last {
      isBehind = false
      at = wall
    } else {
      let elapsed = max(0, boottime - lastBoottime) / 1_000
      at = last + max(1, elapsed)
      if !isBehind, last - wall > Self.stepMicroseconds {
        isBehind = true
        stepBack = StepBack(wall: wall, last: last)
      }
    }
    // Whole microseconds only are taken off, or many short steps would lose their fractions.
    lastBoottime = wall > last ? boottime : max(lastBoottime, boottime - (max(0, boottime - lastBoottime) % 1_000))
    self.last = at
    return (at, stepBack)
  }
}
