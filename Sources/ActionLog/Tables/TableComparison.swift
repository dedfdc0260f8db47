/// A walk over two versions of a table at once that steps over whatever they share.
///
/// Both sides are stacks of what is still to come, in ascending order. What one side has to give is never before
/// what the other has, so two references to one node always meet, and are dropped together.
@usableFromInline
struct TableComparison<ID: EntityID, Entity: Codable & Equatable & Sendable> {
  @usableFromInline typealias Node = TableNode<ID, Entity>

  /// A whole node, or what is left of a leaf from a slot on.
  @usableFromInline
  struct Item {
    @usableFromInline let node: Node
    @usableFromInline var slot: Int
    @usableFromInline var isOpen: Bool

    @inlinable
    init(_ node: Node, slot: Int = 0, isOpen: Bool = false) {
      self.node = node
      self.slot = slot
      self.isOpen = isOpen
    }

    @inlinable var lowest: ID { isOpen ? node.keys[slot] : node.firstLeaf.keys[0] }
    @inlinable var height: Int { isOpen ? -1 : node.height }
  }

  /// One id that at least one side has.
  @usableFromInline
  struct Pair {
    @usableFromInline let old: (leaf: Node, slot: Int)?
    @usableFromInline let new: (leaf: Node, slot: Int)?

    @inlinable
    init(old: (leaf: Node, slot: Int)?, new: (leaf: Node, slot: Int)?) {
      self.old = old
      self.new = new
    }
  }

  @usableFromInline var old: ContiguousArray<Item> = []
  @usableFromInline var new: ContiguousArray<Item> = []

  @inlinable
  init(old: EntityTable<ID, Entity>, new: EntityTable<ID, Entity>) {
    if !old.isEmpty { self.old.append(Item(old.root)) }
    if !new.isEmpty { self.new.append(Item(new.root)) }
  }

  /// The next id outside of what both share.
  ///
  /// - Complexity: O(log n) amortised per difference.
  @inlinable
  mutating func next() -> Pair? {
    while true {
      guard let left = old.last else {
        return new.isEmpty ? nil : Self.onlyRow(&new).map { Pair(old: nil, new: $0) } ?? next()
      }
      guard let right = new.last else {
        return Self.onlyRow(&old).map { Pair(old: $0, new: nil) } ?? next()
      }
      if left.node === right.node && left.slot == right.slot && left.isOpen == right.isOpen {
        old.removeLast()
        new.removeLast()
        continue
      }
      let order = TextOrder.compare(left.lowest.text, right.lowest.text)
      if order < 0 {
        if let row = Self.onlyRow(&old) { return Pair(old: row, new: nil) }
      } else if order > 0 {
        if let row = Self.onlyRow(&new) { return Pair(old: nil, new: row) }
      } else if left.isOpen && right.isOpen {
        return Pair(old: Self.onlyRow(&old), new: Self.onlyRow(&new))
      } else {
        let height = max(left.height, right.height)
        if left.height == height { Self.open(&old) }
        if right.height == height { Self.open(&new) }
      }
    }
  }

  /// Takes the first row off an open leaf; opens the top and gives nothing where it is a whole node.
  @inlinable
  static func onlyRow(_ stack: inout ContiguousArray<Item>) -> (leaf: Node, slot: Int)? {
    let top = stack.count - 1
    if !stack[top].isOpen {
      open(&stack)
      return nil
    }
    let row = (leaf: stack[top].node, slot: stack[top].slot)
    stack[top].slot += 1
    if stack[top].slot == row.leaf.keys.count { stack.removeLast() }
    return row
  }

  @inlinable
  static func open(_ stack: inout ContiguousArray<Item>) {
    let item = stack.removeLast()
    if item.node.height == 0 {
      stack.append(Item(item.node, isOpen: true))
    } else {
      for child in item.node.children.reversed() { stack.append(Item(child)) }
    }
  }
}
