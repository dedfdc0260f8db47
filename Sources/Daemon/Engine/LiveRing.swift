/// The records that became durable last, as they are stored, for followers that keep up.
///
/// Filled only while somebody follows, and bounded: what falls out is served from the files. Owned by the engine's
/// thread.
struct LiveRing {
  /// The memory it may take.
  let bytesMax: Int

  private var groups: [LiveGroup] = []
  private var head = 0
  private(set) var byteCount = 0

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  /// The records it holds, without a gap; nil when it holds none.
  var seqs: ClosedRange<UInt64>? {
    head < groups.count ? groups[head].firstSeq...groups[groups.count - 1].lastSeq : nil
  }

  /// Adds the group that became durable; one that does not continue the last begins the ring anew.
  ///
  /// - Complexity: O(1), amortised.
  mutating func append(_ group: LiveGroup) {
    if let seqs, seqs.upperBound + 1 != group.firstSeq { clear() }
    groups.append(group)
    byteCount += group.byteCount
    while byteCount > bytesMax { dropFirst() }
  }

  /// Forgets everything.
  mutating func clear() {
    groups = []
    head = 0
    byteCount = 0
  }

  /// Hands out records from `seq` on, which it must hold, as long as `body` wants more.
  ///
  /// - Complexity: O(log *n*) and what is handed out.
  func records(from seq: UInt64, _ body: (LiveGroup, UInt64) -> Bool) {
    var index = place(of: seq)
    var next = seq
    while index < groups.count {
      let group = groups[index]
      while next <= group.lastSeq {
        guard body(group, next) else { return }
        next += 1
      }
      index += 1
    }
  }

  /// The index of the group that holds `seq`, or would.
  private func place(of seq: UInt64) -> Int {
    var (low, high) = (head, groups.count)
    while low < high {
      let middle = (low + high) / 2
      if groups[middle].lastSeq < seq { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func dropFirst() {
    byteCount -= groups[head].byteCount
    groups[head] = .empty
    head += 1
    if head == groups.count {
      clear()
    } else if head > 64, head * 2 > groups.count {
      groups.removeFirst(head)
      head = 0
    }
  }
}
