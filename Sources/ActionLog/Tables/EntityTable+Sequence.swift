/// The rows of a table from one id on, in ascending order.
public struct TableRows<ID: EntityID, Entity: Codable & Equatable & Sendable>: Sequence, IteratorProtocol, Sendable {
  @usableFromInline var leaf: TableNode<ID, Entity>
  @usableFromInline var slot: Int
  /// The branches above the leaf, each with the child to go to next.
  @usableFromInline var path: ContiguousArray<Step>
  /// The first id that is no longer given.
  @usableFromInline let end: ID?

  @usableFromInline
  struct Step: Sendable {
    @usableFromInline let node: TableNode<ID, Entity>
    @usableFromInline var next: Int

    @inlinable
    init(node: TableNode<ID, Entity>, next: Int) {
      self.node = node
      self.next = next
    }
  }

  @inlinable
  init(root: TableNode<ID, Entity>, from start: ID?, isExclusive: Bool = false, end: ID? = nil) {
    path = []
    self.end = end
    leaf = root
    slot = 0
    let prefix = start.map { KeyPrefix($0.text) }
    while leaf.height > 0 {
      var place = 0
      if let start, let prefix { place = leaf.child(for: start, prefix) }
      path.append(Step(node: leaf, next: place + 1))
      leaf = leaf.children[place]
    }
    if let start, let prefix {
      let (found, isFound) = leaf.slot(of: start, prefix)
      slot = isFound && isExclusive ? found + 1 : found
    }
  }

  /// The next row.
  ///
  /// - Complexity: O(1) amortised.
  @inlinable
  public mutating func next() -> (key: ID, value: Entity)? {
    while slot == leaf.keys.count {
      guard climb() else { return nil }
    }
    let key = leaf.keys[slot]
    if let end, key >= end { return nil }
    defer { slot += 1 }
    return (key, leaf.rows[slot]!)
  }

  /// Moves to the leaf behind this one; false at the end.
  @inlinable
  mutating func climb() -> Bool {
    while let step = path.last, step.next == step.node.children.count { path.removeLast() }
    guard let last = path.indices.last else { return false }
    leaf = path[last].node.children[path[last].next]
    path[last].next += 1
    slot = 0
    while leaf.height > 0 {
      path.append(Step(node: leaf, next: 1))
      leaf = leaf.children[0]
    }
    return true
  }
}

extension EntityTable: Sequence {
  /// The rows in ascending order of their ids.
  @inlinable
  public func makeIterator() -> TableRows<ID, Entity> {
    TableRows(root: root, from: nil)
  }

  /// The number of rows, exactly.
  @inlinable
  public var underestimatedCount: Int { count }

  /// The rows from this id on, itself included.
  ///
  /// - Complexity: O(log n) to the first one.
  @inlinable
  public func rows(from id: ID) -> TableRows<ID, Entity> {
    TableRows(root: root, from: id)
  }

  /// The rows behind this id.
  ///
  /// - Complexity: O(log n) to the first one.
  @inlinable
  public func rows(after id: ID) -> TableRows<ID, Entity> {
    TableRows(root: root, from: id, isExclusive: true)
  }

  /// The rows with ids in this range.
  ///
  /// - Complexity: O(log n) to the first one.
  @inlinable
  public func rows(in range: Range<ID>) -> TableRows<ID, Entity> {
    TableRows(root: root, from: range.lowerBound, end: range.upperBound)
  }

  /// The ids in ascending order.
  @inlinable
  public var keys: some Sequence<ID> { lazy.map(\.key) }

  /// The rows in ascending order of their ids.
  @inlinable
  public var values: some Sequence<Entity> { lazy.map(\.value) }
}
