extension EntityTable {
  /// The digest of the table, all of whose rows are settled under the path hash `seed`.
  @usableFromInline
  func digest(seed: UInt64) -> UInt64 {
    count == 0 ? EmptyObject.leafHash(seed: seed) : sum
  }

  /// Takes the digests of all rows that changed, under the path hash `seed`.
  ///
  /// - Complexity: O(k log n) for k changed rows; O(n) for a table that is new at this path.
  @inlinable
  mutating func settleRows(seed: UInt64, scratch: inout ValueScratch, collecting: Bool) -> PartChange {
    if self.seed != seed {
      settleAll(seed: seed, scratch: &scratch)
      isSettled = true
      settledDigest = digest(seed: seed)
      return .whole
    }
    if isSettled { return .none }
    let change = settleTouched(seed: seed, scratch: &scratch, collecting: collecting)
    isSettled = true
    settledDigest = digest(seed: seed)
    return change
  }

  @inlinable
  mutating func settleTouched(seed: UInt64, scratch: inout ValueScratch, collecting: Bool) -> PartChange {
    var pending: ContiguousArray<RowTouch<ID>> = []
    swap(&pending, &touched)
    if pending.count > 1 { pending.sort(by: RowTouch.precedes) }
    var changed: [String] = []
    var hasChanged = false
    for (position, touch) in pending.enumerated() {
      if position > 0 && pending[position - 1].id == touch.id { continue }
      if settle(touch, seed: seed, scratch: &scratch) {
        hasChanged = true
        if collecting { changed.append(touch.id.text) }
      }
    }
    // The buffer is kept for the next action, unless a burst made it large.
    if pending.capacity <= 64 {
      pending.removeAll(keepingCapacity: true)
      swap(&pending, &touched)
    }
    return hasChanged ? .rows(changed) : .none
  }

  /// Notes that a row is about to change, and takes its digest out of the sum.
  @inlinable
  mutating func touch(_ leaf: Node, _ slot: Int) {
    if leaf.unsettled.contains(slot) { return }
    leaf.unsettled.insert(slot)
    let digest = leaf.digests[slot]
    sum &-= digest
    note(leaf.keys[slot], digestBefore: digest)
  }

  @inlinable
  mutating func note(_ id: ID, digestBefore: UInt64?) {
    isSettled = false
    if seed == nil { return }
    touched.append(RowTouch(id: id, digestBefore: digestBefore, ordinal: touched.count))
  }

  @inlinable
  mutating func settle(_ touch: RowTouch<ID>, seed: UInt64, scratch: inout ValueScratch) -> Bool {
    guard let (leaf, slot) = uniqueLeaf(of: touch.id, KeyPrefix(touch.id.text)) else {
      return touch.digestBefore != nil
    }
    let digest = leaf.rowDigest(at: slot, coding.values, seed: seed, scratch: &scratch)
    leaf.digests[slot] = digest
    leaf.unsettled.remove(slot)
    sum &+= digest
    return digest != touch.digestBefore
  }

  @inlinable
  mutating func settleAll(seed: UInt64, scratch: inout ValueScratch) {
    self.seed = seed
    touched = []
    sum = Node.settleAll(&root, coding.values, seed: seed, scratch: &scratch)
  }
}

extension TableNode {
  /// Takes the digest of every row below `node` and gives their sum.
  @inlinable
  static func settleAll(
    _ node: inout TableNode, _ values: ValueCoding<Entity>, seed: UInt64, scratch: inout ValueScratch
  ) -> UInt64 {
    makeUnique(&node)
    var sum: UInt64 = 0
    for place in node.children.indices {
      sum &+= settleAll(&node.children[place], values, seed: seed, scratch: &scratch)
    }
    for slot in node.rows.indices {
      let digest = node.rowDigest(at: slot, values, seed: seed, scratch: &scratch)
      node.digests[slot] = digest
      sum &+= digest
    }
    node.unsettled = SlotMask()
    return sum
  }

  /// The digest of one row.
  ///
  /// The one place that decides how: member hashes kept beside a row would be compared here.
  @inlinable
  func rowDigest(
    at slot: Int, _ values: ValueCoding<Entity>, seed: UInt64, scratch: inout ValueScratch
  ) -> UInt64 {
    values.digest(rows[slot]!, seed: XXH64.hash(keys[slot].text, seed: seed), scratch: &scratch)
  }
}

/// The leaf `{}`.
@usableFromInline
enum EmptyObject {
  @usableFromInline
  static func leafHash(seed: UInt64) -> UInt64 { XXH64.hash("{}" as StaticString, seed: seed) }
}
