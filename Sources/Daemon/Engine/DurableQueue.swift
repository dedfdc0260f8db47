/// What waits for a record to be durable: replies, reads and starts of effects, in the order they came.
///
/// Nothing is visible before it is durable, so everything that shows a record waits here until the record's commit
/// group is on disk. A pure value.
struct DurableQueue<Item> {
  private var items: [(seq: UInt64, item: Item)] = []
  private var head = 0

  /// How many items wait.
  var count: Int { items.count - head }

  /// Whether nothing waits.
  var isEmpty: Bool { count == 0 }

  /// What the last item waits for; nil when nothing waits.
  var lastSeq: UInt64? { isEmpty ? nil : items[items.count - 1].seq }

  /// Adds an item that may be released once `seq` is durable. Seqs never fall.
  mutating func append(_ item: Item, until seq: UInt64) {
    precondition(items.last.map { $0.seq <= seq } ?? true, "items wait for rising seqs")
    items.append((seq, item))
  }

  /// The next item whose seq is durable, taken out.
  ///
  /// - Complexity: O(1), amortised.
  mutating func next(durable seq: UInt64) -> Item? {
    guard head < items.count, items[head].seq <= seq else { return nil }
    let item = items[head].item
    head += 1
    if head == items.count {
      items.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 1_024, head * 2 > items.count {
      items.removeFirst(head)
      head = 0
    }
    return item
  }

  /// Everything that still waits, taken out: the journal has failed.
  mutating func drain() -> [Item] {
    defer {
      items.removeAll()
      head = 0
    }
    return items[head...].map(\.item)
  }
}
