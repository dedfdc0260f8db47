import ActionLog

/// The timers that are set, in the order in which they fire.
///
/// Within a process a timer runs on `CLOCK_BOOTTIME`; the wall clock only decides what is left of one that was set
/// before a restart. Those overdue then fire in order of due time, then id. A pure value.
struct TimerQueue {
  private struct Entry: Comparable {
    /// When it fires, `CLOCK_BOOTTIME` in nanoseconds.
    var fire: Int64
    /// When it was due by the records' time, microseconds since 1970.
    var due: Int64
    var id: EffectID

    static func < (a: Entry, b: Entry) -> Bool {
      (a.fire, a.due) == (b.fire, b.due) ? a.id < b.id : (a.fire, a.due) < (b.fire, b.due)
    }
  }

  /// A binary heap: the first to fire is at index 0.
  private var heap: [Entry] = []
  private var live: Set<EffectID> = []

  /// How many timers are set.
  var count: Int { live.count }

  /// Sets a timer that has just been asked for: its whole delay lies ahead.
  ///
  /// - Complexity: O(log n).
  mutating func set(_ timer: OutboxTimer, boottime: Int64) {
    insert(Entry(fire: boottime + timer.milliseconds * 1_000_000, due: timer.due.microseconds, id: timer.id))
  }

  /// Sets a timer again after a restart: what is left of it by the wall clock, never less than nothing and never
  /// more than its delay.
  mutating func restore(_ timer: OutboxTimer, wall: Int64, boottime: Int64) {
    let due = timer.due.microseconds
    let left = min(max(0, due - wall), timer.milliseconds * 1_000)
    insert(Entry(fire: boottime + left * 1_000, due: due, id: timer.id))
  }

  /// Forgets a timer that fired, was cancelled or was replaced; nothing happens if it is not set.
  mutating func cancel(_ id: EffectID) {
    live.remove(id)
    dropDead()
  }

  /// When the next timer fires, `CLOCK_BOOTTIME` in nanoseconds; nil when none is set.
  var deadline: Int64? { heap.first?.fire }

  /// The next timer if it has fired by `boottime`, left in the queue.
  func due(boottime: Int64) -> EffectID? {
    guard let first = heap.first, first.fire <= boottime else { return nil }
    return first.id
  }

  private mutating func insert(_ entry: Entry) {
    guard live.insert(entry.id).inserted else { return }
    heap.append(entry)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child] < heap[parent] else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Cancelled timers leave the heap when they reach its top, so that `deadline` never names a dead one.
  private mutating func dropDead() {
    while let first = heap.first, !live.contains(first.id) { removeFirst() }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
