import WireProtocol

/// Reads that wait for a seq which is yet to come, each until its own moment. A pure value.
struct SeqWaiters {
  /// One read.
  struct Waiter {
    var seq: UInt64
    /// `CLOCK_BOOTTIME` in nanoseconds.
    var deadline: Int64
    var slot: ReplySlot
    var target: ReadTarget
  }

  private var waiters: [Waiter] = []

  /// How many reads wait.
  var count: Int { waiters.count }

  /// When the first of them gives up; nil when none waits.
  ///
  /// All wait equally long, so the first that came is the first to go.
  var deadline: Int64? { waiters.first?.deadline }

  /// Lets a read wait.
  mutating func append(_ waiter: Waiter) { waiters.append(waiter) }

  /// The reads whose seq has come, taken out in the order in which they came.
  mutating func reached(_ seq: UInt64) -> [Waiter] {
    guard waiters.contains(where: { $0.seq <= seq }) else { return [] }
    let reached = waiters.filter { $0.seq <= seq }
    waiters.removeAll { $0.seq <= seq }
    return reached
  }

  /// Forgets the reads of a connection that is gone.
  mutating func remove(of connection: ConnectionID) { waiters.removeAll { $0.slot.connection == connection } }

  /// The reads that have waited long enough, taken out.
  mutating func expired(boottime: Int64) -> [Waiter] {
    let count = waiters.prefix { $0.deadline <= boottime }.count
    defer { waiters.removeFirst(count) }
    return Array(waiters.prefix(count))
  }

  /// All of them, taken out.
  mutating func drain() -> [Waiter] {
    defer { waiters = [] }
    return waiters
  }
}
