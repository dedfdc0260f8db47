extension TableNode {
  /// Inserts a row whose id is not there yet below `node`, and gives the right half where that had to be split.
  ///
  /// - Complexity: O(log n); nodes that another version shares are copied along the path.
  @inlinable
  static func insert(_ row: Entity, _ id: ID, _ prefix: KeyPrefix, into node: inout TableNode) -> Split? {
    makeUnique(&node)
    let target = node
    let slot: Int
    if target.height == 0 {
      slot = target.slot(of: id, prefix).slot
      target.insertRow(row, id, prefix, at: slot)
    } else {
      slot = target.child(for: id, prefix)
      guard let split = insert(row, id, prefix, into: &target.children[slot]) else { return nil }
      target.keys.insert(split.key, at: slot)
      target.prefixes.insert(split.prefix, at: slot)
      target.children.insert(split.right, at: slot + 1)
    }
    guard target.width > target.capacity else { return nil }
    // Keys that arrive in ascending order leave full nodes behind. A branch never keeps less than two children, so
    // that a node which runs empty always has a neighbour to join.
    let isAtEnd = slot >= target.width - 2
    let least = target.height == 0 ? 1 : 2
    return target.split(at: isAtEnd ? target.width - least : target.width / 2)
  }

  @inlinable
  func insertRow(_ row: Entity, _ id: ID, _ prefix: KeyPrefix, at slot: Int) {
    if keys.isEmpty {
      keys.reserveCapacity(Self.leafCapacity + 1)
      prefixes.reserveCapacity(Self.leafCapacity + 1)
      rows.reserveCapacity(Self.leafCapacity + 1)
      digests.reserveCapacity(Self.leafCapacity + 1)
    }
    keys.insert(id, at: slot)
    prefixes.insert(prefix, at: slot)
    rows.insert(row, at: slot)
    digests.insert(0, at: slot)
    unsettled.openGap(at: slot, isMember: true)
  }

  /// Cuts off what stands from `place` on.
  @inlinable
  func split(at place: Int) -> Split {
    let right = TableNode(height: height)
    if height == 0 {
      right.keys.append(contentsOf: keys[place...])
      right.prefixes.append(contentsOf: prefixes[place...])
      right.rows.append(contentsOf: rows[place...])
      right.digests.append(contentsOf: digests[place...])
      right.unsettled = unsettled.split(at: place)
      keys.removeSubrange(place...)
      prefixes.removeSubrange(place...)
      rows.removeSubrange(place...)
      digests.removeSubrange(place...)
      return Split(key: right.keys[0], prefix: right.prefixes[0], right: right)
    }
    let separator = (keys[place - 1], prefixes[place - 1])
    right.keys.append(contentsOf: keys[place...])
    right.prefixes.append(contentsOf: prefixes[place...])
    right.children.append(contentsOf: children[place...])
    keys.removeSubrange((place - 1)...)
    prefixes.removeSubrange((place - 1)...)
    children.removeSubrange(place...)
    return Split(key: separator.0, prefix: separator.1, right: right)
  }
}
