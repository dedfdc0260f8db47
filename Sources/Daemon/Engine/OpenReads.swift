import ActionLog

/// The reads that the reader thread is at, by number. A pure value.
struct OpenReads {
  /// One of them: where its answer goes, and what it is true at.
  struct OpenRead {
    var slot: ReplySlot
    var seq: UInt64
    var digest: StateDigest
    /// The subscription whose first value this is, if it is one.
    var subscription: UInt64?
  }

  private var open: [UInt64: OpenRead] = [:]
  private var last: UInt64 = 0

  /// How many there are.
  var count: Int { open.count }

  /// Notes a read, and numbers it.
  mutating func open(_ slot: ReplySlot, seq: UInt64, digest: StateDigest, subscription: UInt64? = nil) -> UInt64 {
    last += 1
    open[last] = OpenRead(slot: slot, seq: seq, digest: digest, subscription: subscription)
    return last
  }

  /// The read is done; nil if it was given up meanwhile.
  mutating func close(_ number: UInt64) -> OpenRead? { open.removeValue(forKey: number) }

  /// Gives all of them up.
  mutating func drain() -> [ReplySlot] {
    defer { open = [:] }
    return open.sorted { $0.key < $1.key }.map(\.value.slot)
  }
}
