import RecordFormat

/// Cuts bytes that come in any portions into lines, counting on nothing but line feeds: empty lines count too.
///
///     buffer:  [ taken | lines not yet taken | part of a line | free ]
///               0      head                  scanned          tail   capacity
///
/// Used by one thread.
final class LineBuffer {
  private var storage: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var head = 0
  private var scanned = 0
  private var tail = 0

  /// - Parameter portion: how much is read at a time, in bytes.
  init(portion: Int = 128 << 10) {
    capacity = portion
    storage = .allocate(capacity: portion)
  }

  deinit { storage.deallocate() }

  /// Bytes held that were not taken as a line yet.
  var bufferedBytes: Int { tail - head }

  /// Reads one portion, waiting for it.
  ///
  /// - Returns: `false` at the end of the input.
  func fill(from input: Input) throws(Failure) -> Bool {
    try fill { buffer throws(Failure) in try input.read(into: buffer) }
  }

  /// Takes one portion from `read`, which answers how many bytes it put in, 0 at the end.
  func fill(_ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int) throws(Failure) -> Bool {
    makeRoom()
    let got = try read(UnsafeMutableRawBufferPointer(start: storage + tail, count: capacity - tail))
    tail += got
    return got > 0
  }

  /// The next whole line without its line feed.
  ///
  /// - Complexity: O(bytes that came since the last call).
  func takeLine() -> [UInt8]? { takeBytes().map { Array($0) } }

  /// The next whole line without its line feed, where it lies: valid until the next portion is read.
  func takeBytes() -> UnsafeBufferPointer<UInt8>? {
    let fresh = UnsafeRawBufferPointer(start: storage + scanned, count: tail - scanned)
    guard let feed = ByteScan.firstIndex(of: UInt8(ascii: "\n"), in: fresh) else {
      scanned = tail
      return nil
    }
    let end = scanned + feed
    defer {
      head = end + 1
      scanned = head
    }
    return UnsafeBufferPointer(start: storage + head, count: end - head)
  }

  /// What stands after the last line feed, at the end of the input.
  func takeRest() -> [UInt8] {
    defer {
      head = tail
      scanned = tail
    }
    return Array(UnsafeBufferPointer(start: storage + head, count: tail - head))
  }

  private func makeRoom() {
    if head > 0 {
      storage.update(from: storage + head, count: tail - head)
      tail -= head
      scanned -= head
      head = 0
    }
    guard tail == capacity else { return }
    // Doubling keeps the copying of a long line linear.
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    grown.update(from: storage, count: tail)
    storage.deallocate()
    storage = grown
    capacity *= 2
  }
}
