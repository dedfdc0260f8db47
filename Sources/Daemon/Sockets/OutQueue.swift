/// Bytes on their way to one connection.
///
///     bytes:  [ sent | waiting ]
///              0      head      bytes.count
struct OutQueue {
  /// Answers are appended here.
  var bytes: [UInt8] = []
  private var head = 0

  private static let keptCapacity = 256 << 10

  /// Bytes waiting.
  var count: Int { bytes.count - head }

  /// Hands the waiting bytes to `body`, without a copy.
  func withWaiting<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try bytes.withUnsafeBufferPointer { (all) throws(E) -> R in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[head...])))
    }
  }

  /// Says that `count` bytes were sent.
  ///
  /// - Complexity: amortised O(1) per byte that was ever queued.
  mutating func drop(_ count: Int) {
    head += count
    if head == bytes.count {
      clear()
    } else if head > Self.keptCapacity, head > bytes.count / 2 {
      bytes.removeFirst(head)
      head = 0
    }
  }

  /// Forgets what is waiting; a buffer that had to grow large gives its memory back.
  mutating func clear() {
    head = 0
    if bytes.capacity <= Self.keptCapacity {
      bytes.removeAll(keepingCapacity: true)
    } else {
      bytes = []
    }
  }
}
