extension EntityList: Equatable {
  /// Whether both hold equal elements in the same order.
  ///
  /// - Complexity: O(k + log n) for k elements in chunks that are not shared.
  @inlinable
  public static func == (left: EntityList, right: EntityList) -> Bool {
    if left.count != right.count { return false }
    var comparison = ListComparison(left.root, right.root)
    return comparison.isEqual()
  }
}

/// A walk over two lists of one length at once that steps over the nodes they share.
@usableFromInline
struct ListComparison<Element: Codable & Equatable & Sendable> {
  @usableFromInline typealias Node = ListNode<Element>

  /// A whole node, or what is left of a chunk from a slot on.
  @usableFromInline
  struct Item {
    @usableFromInline let node: Node
    @usableFromInline var slot = 0
    @usableFromInline var height: Int

    @inlinable
    init(_ node: Node, height: Int) {
      self.node = node
      self.height = height
    }
  }

  @usableFromInline var left: ContiguousArray<Item>
  @usableFromInline var right: ContiguousArray<Item>

  @inlinable
  init(_ left: Node, _ right: Node) {
    self.left = [Item(left, height: left.height)]
    self.right = [Item(right, height: right.height)]
  }

  @inlinable
  mutating func isEqual() -> Bool {
    while let first = left.last, let second = right.last {
      if first.node === second.node && first.slot == second.slot && first.height == second.height {
        left.removeLast()
        right.removeLast()
      } else if first.height < 0 && second.height < 0 {
        guard areRunsEqual() else { return false }
      } else {
        let height = Swift.max(first.height, second.height)
        if first.height == height { Self.open(&left) }
        if second.height == height { Self.open(&right) }
      }
    }
    return true
  }

  /// Compares what is left of two chunks as far as both go.
  @inlinable
  mutating func areRunsEqual() -> Bool {
    let first = left[left.count - 1]
    let second = right[right.count - 1]
    let run = Swift.min(first.node.elements.count - first.slot, second.node.elements.count - second.slot)
    for offset in 0..<run
    where first.node.elements[first.slot + offset] != second.node.elements[second.slot + offset] {
      return false
    }
    Self.advance(&left, by: run)
    Self.advance(&right, by: run)
    return true
  }

  @inlinable
  static func advance(_ stack: inout ContiguousArray<Item>, by run: Int) {
    let top = stack.count - 1
    stack[top].slot += run
    if stack[top].slot == stack[top].node.elements.count { stack.removeLast() }
  }

  @inlinable
  static func open(_ stack: inout ContiguousArray<Item>) {
    let item = stack.removeLast()
    if item.node.height == 0 {
      if !item.node.elements.isEmpty { stack.append(Item(item.node, height: -1)) }
    } else {
      for child in item.node.children.reversed() { stack.append(Item(child, height: child.height)) }
    }
  }
}
