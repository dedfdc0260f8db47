import ActionLog
import CanonicalJSON

/// The last records that carry an `id`, each with the result that a retry is to get: a fold over records.
///
/// Rows stand in a ring, in the order of their records; a table of places finds them by their key's digest.
package struct IdempotencyWindow: Sendable {
  /// One record that carried an `id`.
  package struct Row: Sendable, Equatable {
    /// The digest of (uid, id).
    package let key: WindowDigest
    /// The digest of (type, v, canonical action).
    package let content: WindowDigest
    /// The result as it was given: seq, time, outcome, state and why.
    package let seq: UInt64
    package let at: Timestamp
    package let outcome: OutcomeKind
    package let state: UInt64
    package let why: Reason?

    /// Holds a result under its key.
    package init(
      key: WindowDigest, content: WindowDigest, seq: UInt64, at: Timestamp, outcome: OutcomeKind, state: UInt64,
      why: Reason?
    ) {
      self.key = key
      self.content = content
      self.seq = seq
      self.at = at
      self.outcome = outcome
      self.state = state
      self.why = why
    }
  }

  /// What a key and a content mean to the window.
  package enum Verdict: Equatable, Sendable {
    /// The key is new (or older than the window).
    case new
    /// The same was dispatched before: this is its result.
    case duplicate(Row)
    /// Other content was dispatched under the key; this is the result of that.
    case conflict(Row)
  }

  /// How many rows are kept, unless an option says otherwise.
  package static let defaultCapacity = 250_000

  /// How many rows are kept.
  package let capacity: Int
  private var rows: [Row] = []
  /// Where the oldest row stands, once the ring is full.
  private var oldest = 0
  /// Places of rows by key, open addressing; -1 is free. At most half full.
  private var slots: [Int32] = []

  /// An empty window; a capacity of 0 keeps nothing.
  package init(capacity: Int = IdempotencyWindow.defaultCapacity) {
    self.capacity = max(0, min(capacity, Int(Int32.max)))
  }

  /// Number of rows.
  package var count: Int { rows.count }

  /// What a dispatch of this content under this key is.
  ///
  /// - Complexity: O(1).
  package func judge(key: WindowDigest, content: WindowDigest) -> Verdict {
    guard let row = row(of: key) else { return .new }
    return row.content == content ? .duplicate(row) : .conflict(row)
  }

  /// The newest row of a key.
  ///
  /// - Complexity: O(1).
  package func row(of key: WindowDigest) -> Row? {
    guard !slots.isEmpty else { return nil }
    let place = slots[slot(of: key)]
    return place < 0 ? nil : rows[Int(place)]
  }

  /// All rows, oldest first.
  package var allRows: [Row] { Array(rows[oldest...] + rows[..<oldest]) }

  /// Takes in a row; the oldest leaves when the window is full. A key that is there already means the new row now.
  ///
  /// - Complexity: amortised O(1).
  package mutating func append(_ row: Row) {
    guard capacity > 0 else { return }
    if rows.count < capacity {
      if (rows.count + 1) * 2 > slots.count { grow() }
      rows.append(row)
      point(row.key, at: rows.count - 1)
    } else {
      forget(place: oldest)
      rows[oldest] = row
      point(row.key, at: oldest)
      oldest = oldest + 1 == capacity ? 0 : oldest + 1
    }
  }

  private mutating func point(_ key: WindowDigest, at place: Int) {
    slots[slot(of: key)] = Int32(place)
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: max(16, slots.count * 2))
    // Later rows overwrite earlier ones of the same key; the ring has not turned yet.
    for place in rows.indices { point(rows[place].key, at: place) }
  }

  /// The slot that holds the key, or the free one where it would stand.
  private func slot(of key: WindowDigest) -> Int {
    let mask = slots.count - 1
    var slot = home(of: key)
    while slots[slot] >= 0, rows[Int(slots[slot])].key != key { slot = (slot + 1) & mask }
    return slot
  }

  private func home(of key: WindowDigest) -> Int {
    Int(truncatingIfNeeded: key.words.0) & (slots.count - 1)
  }

  /// Frees the slot of the row at `place`, unless a newer row of the same key took it over, and closes the gap.
  private mutating func forget(place: Int) {
    var gap = slot(of: rows[place].key)
    guard slots[gap] == Int32(place) else { return }
    let mask = slots.count - 1
    var next = (gap + 1) & mask
    while slots[next] >= 0 {
      let wanted = home(of: rows[Int(slots[next])].key)
      // A row may move into the gap only if its own home does not lie behind the gap.
      if (next &- wanted) & mask >= (next &- gap) & mask {
        slots[gap] = slots[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    slots[gap] = -1
  }
}
