/// The elements of a list from one position on.
public struct ListElements<Element: Codable & Equatable & Sendable>: Sequence, IteratorProtocol, Sendable {
  @usableFromInline var chunk: ListNode<Element>
  @usableFromInline var slot: Int
  @usableFromInline var path: ContiguousArray<Step> = []

  @usableFromInline
  struct Step: Sendable {
    @usableFromInline let node: ListNode<Element>
    @usableFromInline var next: Int

    @inlinable
    init(node: ListNode<Element>, next: Int) {
      self.node = node
      self.next = next
    }
  }

  @inlinable
  init(root: ListNode<Element>, from position: Int) {
    var rest = position
    chunk = root
    while chunk.height > 0 {
      let place = chunk.child(holding: &rest)
      path.append(Step(node: chunk, next: place + 1))
      chunk = chunk.children[place]
    }
    slot = rest
  }

  /// The next element.
  ///
  /// - Complexity: O(1) amortised.
  @inlinable
  public mutating func next() -> Element? {
    while slot >= chunk.elements.count {
      guard climb() else { return nil }
    }
    defer { slot += 1 }
    return chunk.elements[slot]
  }

  @inlinable
  mutating func climb() -> Bool {
    while let step = path.last, step.next == step.node.children.count { path.removeLast() }
    guard let last = path.indices.last else { return false }
    chunk = path[last].node.children[path[last].next]
    path[last].next += 1
    slot = 0
    while chunk.height > 0 {
      path.append(Step(node: chunk, next: 1))
      chunk = chunk.children[0]
    }
    return true
  }
}

extension EntityList: Sequence {
  /// The elements in order.
  @inlinable
  public func makeIterator() -> ListElements<Element> {
    ListElements(root: root, from: 0)
  }

  /// The number of elements, exactly.
  @inlinable
  public var underestimatedCount: Int { count }

  /// The elements from a position on, from 0 to `count`.
  ///
  /// - Complexity: O(log n) to the first one.
  @inlinable
  public func elements(from position: Int) -> ListElements<Element> {
    precondition(position >= 0 && position <= count, "Position outside the list")
    return ListElements(root: root, from: position)
  }
}
