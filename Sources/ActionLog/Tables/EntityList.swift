import CanonicalJSON

/// A persistent ordered list in chunks.
///
/// A copy is a snapshot that costs nothing; changes to a list that is not shared happen in place, and others copy
/// only the path to the changed chunk. The digest is a polynomial over the elements that is joined from the chunks,
/// so a change anywhere costs its chunk, not the list.
public struct EntityList<Element: Codable & Equatable & Sendable>: Sendable {
  @usableFromInline typealias Node = ListNode<Element>

  @usableFromInline var root: Node
  /// The count is always right; polynomial and power are when `isSettled`.
  @usableFromInline var summary: ListSummary
  @usableFromInline var isSettled: Bool
  @usableFromInline let coding: ListCoding<Element>

  /// An empty list.
  @inlinable
  public init() {
    root = Node(height: 0)
    summary = ListSummary()
    isSettled = true
    // The closure is made here, where the type is known, so that generic callers run specialised code.
    coding = ListCoding(settle: { $0.settleElements(scratch: &$1) })
  }

  /// A list of these elements.
  ///
  /// - Complexity: O(n).
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    replaceAll(elements)
  }

  /// The number of elements.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var count: Int { summary.count }

  /// Whether there are no elements.
  @inlinable
  public var isEmpty: Bool { summary.count == 0 }

  /// The element at a position, which must be inside the list.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public subscript(position: Int) -> Element {
    get {
      precondition(position >= 0 && position < count, "Position outside the list")
      var rest = position
      var node = root
      while node.height > 0 { node = node.children[node.child(holding: &rest)] }
      return node.elements[rest]
    }
    _modify {
      precondition(position >= 0 && position < count, "Position outside the list")
      var rest = position
      let chunk = uniqueChunk(holding: &rest)
      yield &chunk.elements[rest]
    }
  }

  /// The first element.
  @inlinable
  public var first: Element? { isEmpty ? nil : self[0] }

  /// The last element.
  @inlinable
  public var last: Element? { isEmpty ? nil : self[count - 1] }

  /// The chunk of a position after every node on its path was made unique and marked as changed.
  @inlinable
  mutating func uniqueChunk(holding position: inout Int) -> Node {
    isSettled = false
    Node.makeUnique(&root)
    var node = root
    while node.height > 0 {
      let place = node.child(holding: &position)
      node.unsettled.insert(place)
      Node.makeUnique(&node.children[place])
      node = node.children[place]
    }
    node.unsettled.insert(position)
    return node
  }
}

extension EntityList: ExpressibleByArrayLiteral {
  /// A list of the elements of a literal.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
