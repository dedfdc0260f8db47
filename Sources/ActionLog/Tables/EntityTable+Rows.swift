extension EntityTable {
  /// The row with this id; assigning `nil` removes it.
  ///
  /// Changing a part of it (`table[id]?.title = …`) happens in place.
  ///
  /// - Complexity: O(log n); where the table is shared with a snapshot, a change copies the nodes on its path.
  @inlinable
  public subscript(id: ID) -> Entity? {
    get {
      guard let (leaf, slot) = root.find(id) else { return nil }
      return leaf.rows[slot]
    }
    _modify {
      let prefix = KeyPrefix(id.text)
      if let (leaf, slot) = uniqueLeaf(of: id, prefix) {
        touch(leaf, slot)
        defer {
          if leaf.rows[slot] == nil { takeOut(id, prefix, leaf, slot) }
        }
        yield &leaf.rows[slot]
      } else {
        var row: Entity?
        defer {
          if let row { put(row, id, prefix) }
        }
        yield &row
      }
    }
  }

  /// The row with this id, or the default; a change through it inserts a row that is missing.
  @inlinable
  public subscript(id: ID, default row: @autoclosure () -> Entity) -> Entity {
    get { self[id] ?? row() }
    _modify {
      if !contains(id) { self[id] = row() }
      yield &self[id]!
    }
  }

  /// Removes the row with this id and gives what it was.
  ///
  /// - Complexity: O(log n).
  @inlinable
  @discardableResult
  public mutating func remove(_ id: ID) -> Entity? {
    guard let (leaf, slot) = root.find(id) else { return nil }
    let row = leaf.rows[slot]
    self[id] = nil
    return row
  }

  /// Removes all rows.
  ///
  /// - Complexity: O(1) where the table is shared, otherwise what freeing the rows takes.
  @inlinable
  public mutating func removeAll() {
    if isEmpty { return }
    root = Node()
    rowCount = 0
    sum = 0
    seed = nil
    isSettled = false
    touched = []
  }

  /// Removes the rows for which `condition` holds.
  ///
  /// - Complexity: O(n) and O(log n) per row removed.
  @inlinable
  public mutating func removeAll(where condition: (ID, Entity) throws -> Bool) rethrows {
    var doomed: [ID] = []
    for (id, row) in self where try condition(id, row) { doomed.append(id) }
    for id in doomed { self[id] = nil }
  }

  /// The leaf of `id` after every node on its path was made unique; `nil` (and nothing copied) where there is no row.
  @inlinable
  mutating func uniqueLeaf(of id: ID, _ prefix: KeyPrefix) -> (leaf: Node, slot: Int)? {
    // The way down is walked twice only where nodes must be copied for it.
    var isKnown = false
    if !isKnownUniquelyReferenced(&root) {
      if root.find(id) == nil { return nil }
      isKnown = true
      root = Node(copying: root)
    }
    var node = root
    while node.height > 0 {
      let place = node.child(for: id, prefix)
      if !isKnownUniquelyReferenced(&node.children[place]) {
        if !isKnown && node.children[place].find(id) == nil { return nil }
        isKnown = true
        node.children[place] = Node(copying: node.children[place])
      }
      node = node.children[place]
    }
    let (slot, isFound) = node.slot(of: id, prefix)
    return isFound ? (node, slot) : nil
  }

  @inlinable
  mutating func put(_ row: Entity, _ id: ID, _ prefix: KeyPrefix) {
    if let split = Node.insert(row, id, prefix, into: &root) {
      root = Node(over: root, split)
    }
    rowCount += 1
    note(id, digestBefore: nil)
  }

  @inlinable
  mutating func takeOut(_ id: ID, _ prefix: KeyPrefix, _ leaf: Node, _ slot: Int) {
    rowCount -= 1
    if leaf === root || leaf.width * 4 > leaf.capacity {
      leaf.removeRow(at: slot)
      return
    }
    Node.remove(id, prefix, from: &root)
    if root.height > 0 && root.children.count == 1 { root = root.children[0] }
  }
}
