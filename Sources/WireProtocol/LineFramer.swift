import RecordFormat

/// Cuts a stream of bytes into lines, wherever it was split or glued.
///
/// A pure machine that owns its input buffer, so that lines are parsed where they were received:
///
///     shell: space(atLeast:) → receive into it → filled(n) → next() until .needMore → … → finish() at the end
///
///     buffer:  [ consumed | lines not yet taken | part of a line | free ]
///               0        head                   scanned         tail   capacity
///
/// A line over the limit is dropped as it arrives, counted, and reported once at its end. A line of JSON white space
/// only is skipped. A carriage return has no meaning beyond being white space.
package struct LineFramer: ~Copyable {
  /// What `next()` found.
  package enum Frame {
    /// A line without its line feed; valid until the next mutating call.
    case line(UnsafeBufferPointer<UInt8>)
    /// A line of `length` bytes was over the limit and was not kept.
    case overlong(length: Int)
    /// No whole line is in the buffer.
    case needMore
  }

  /// The longest line that is kept, in bytes, without its line feed.
  package let limit: Int

  private var storage: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private var head = 0
  private var scanned = 0
  private var tail = 0
  /// Bytes of an over-long line dropped so far; nil outside one.
  private var dropped: Int?

  static let usualCapacity = 64 << 10

  package init(limit: Int) {
    self.limit = limit
  }

  deinit { storage?.deallocate() }

  /// Bytes received and not yet taken as a line.
  package var bufferedBytes: Int { tail - head }

  /// Bytes of memory held.
  package var heldBytes: Int { capacity }

  /// Where to receive into; at least `count` bytes.
  ///
  /// - Complexity: O(buffered) when what is buffered must move, else O(1).
  package mutating func space(atLeast count: Int) -> UnsafeMutableRawBufferPointer {
    if capacity - tail < count { makeRoom(count) }
    guard let storage else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
    return UnsafeMutableRawBufferPointer(start: storage + tail, count: capacity - tail)
  }

  /// Says that `count` bytes were received into the space.
  package mutating func filled(_ count: Int) {
    precondition(count >= 0 && count <= capacity - tail)
    tail += count
  }

  /// The next line, or what came instead.
  ///
  /// - Complexity: O(bytes received since the last call), each byte looked at once.
  package mutating func next() -> Frame {
    while let feed = indexOfLineFeed() {
      let start = head
      head = feed + 1
      scanned = head
      if let count = dropped {
        dropped = nil
        return .overlong(length: count + feed - start)
      }
      if feed - start > limit { return .overlong(length: feed - start) }
      if let line = line(from: start, to: feed) { return .line(line) }
    }
    dropPartIfOverlong()
    if head == tail { release() }
    return .needMore
  }

  /// What stands after the last line feed, when the stream has ended: a last line needs no line feed.
  package mutating func finish() -> Frame {
    let start = head
    head = tail
    scanned = tail
    if let count = dropped {
      dropped = nil
      return .overlong(length: count + tail - start)
    }
    if tail - start > limit { return .overlong(length: tail - start) }
    if let line = line(from: start, to: tail) { return .line(line) }
    return .needMore
  }

  private func line(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let storage, start < end else { return nil }
    let line = UnsafeBufferPointer(start: storage + start, count: end - start)
    // 0x21 and above cannot begin white space, and nearly every line begins so.
    if line[0] > 0x20 { return line }
    return line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? nil : line
  }

  private mutating func indexOfLineFeed() -> Int? {
    guard let storage, scanned < tail else { return nil }
    let rest = UnsafeRawBufferPointer(start: storage + scanned, count: tail - scanned)
    guard let index = ByteScan.firstIndex(of: 0x0A, in: rest) else {
      scanned = tail
      return nil
    }
    return scanned + index
  }

  private mutating func dropPartIfOverlong() {
    guard dropped != nil || tail - head > limit else { return }
    dropped = (dropped ?? 0) + tail - head
    head = tail
    scanned = tail
  }

  private mutating func makeRoom(_ count: Int) {
    let kept = tail - head
    let needed = max(kept + count, Self.usualCapacity)
    if capacity >= needed, let storage {
      storage.update(from: storage + head, count: kept)
    } else {
      // Doubling keeps the copying of a long line linear.
      let grown = max(needed, min(kept * 2, limit + Self.usualCapacity))
      let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: grown)
      if let storage {
        fresh.update(from: storage + head, count: kept)
        storage.deallocate()
      }
      storage = fresh
      capacity = grown
    }
    scanned -= head
    head = 0
    tail = kept
  }

  /// Gives the memory back: a connection at rest holds none.
  private mutating func release() {
    head = 0
    scanned = 0
    tail = 0
    if capacity > 0 {
      storage?.deallocate()
      storage = nil
      capacity = 0
    }
  }
}
