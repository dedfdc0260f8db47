extension TableNode {
  /// Removes the row of `id`, which must be there, below `node`.
  ///
  /// - Complexity: O(log n); nodes that another version shares are copied along the path.
  @inlinable
  static func remove(_ id: ID, _ prefix: KeyPrefix, from node: inout TableNode) {
    makeUnique(&node)
    let target = node
    if target.height == 0 {
      target.removeRow(at: target.slot(of: id, prefix).slot)
      return
    }
    let place = target.child(for: id, prefix)
    remove(id, prefix, from: &target.children[place])
    let child = target.children[place]
    if child.width * 4 < child.capacity && target.children.count > 1 {
      target.join(at: place > 0 ? place - 1 : 0)
    }
  }

  @inlinable
  func removeRow(at slot: Int) {
    keys.remove(at: slot)
    prefixes.remove(at: slot)
    rows.remove(at: slot)
    digests.remove(at: slot)
    unsettled.closeGap(at: slot)
  }

  /// Joins the children at `place` and behind it, and splits them evenly again where they are too wide for one node.
  @inlinable
  func join(at place: Int) {
    Self.makeUnique(&children[place])
    let left = children[place]
    left.append(children[place + 1], separator: keys[place], prefixes[place])
    if left.width > left.capacity {
      let split = left.split(at: left.width / 2)
      children[place + 1] = split.right
      keys[place] = split.key
      prefixes[place] = split.prefix
    } else {
      children.remove(at: place + 1)
      keys.remove(at: place)
      prefixes.remove(at: place)
    }
  }

  @inlinable
  func append(_ right: TableNode, separator: ID, _ prefix: KeyPrefix) {
    if height == 0 {
      unsettled.append(right.unsettled, behind: keys.count)
      rows.append(contentsOf: right.rows)
      digests.append(contentsOf: right.digests)
    } else {
      keys.append(separator)
      prefixes.append(prefix)
      children.append(contentsOf: right.children)
    }
    keys.append(contentsOf: right.keys)
    prefixes.append(contentsOf: right.prefixes)
  }
}
