/// A node of the tree behind `EntityList`: a chunk of elements, or a branch over chunks.
///
/// A node does not keep its own summary; its parent (or the list) does, beside the reference, so that positions are
/// found and polynomials joined without touching the children.
///
/// `@unchecked Sendable`: as with `TableNode`, only mutating functions of `EntityList` write to a node, and only
/// after they made every node from the root down to it uniquely referenced. For the same reason exclusive access
/// needs no check at run time: the compiler has proved it for the list, and a node that is written belongs to one list.
@usableFromInline
final class ListNode<Element: Codable & Equatable & Sendable>: @unchecked Sendable {
  /// Elements of a chunk or children of a branch at most; a `SlotMask` must take a node and a quarter.
  @inlinable static var capacity: Int { 32 }

  /// 0 for a chunk.
  @usableFromInline let height: Int
  @exclusivity(unchecked) @usableFromInline var elements: ContiguousArray<Element> = []
  /// The hash of each element, valid where `unsettled` does not say otherwise.
  @exclusivity(unchecked) @usableFromInline var hashes: ContiguousArray<UInt64> = []
  @exclusivity(unchecked) @usableFromInline var children: ContiguousArray<ListNode> = []
  /// What each child holds; counts always, polynomials where `unsettled` does not say otherwise.
  @exclusivity(unchecked) @usableFromInline var summaries: ContiguousArray<ListSummary> = []
  /// The elements, or children, that changed since they were hashed.
  @exclusivity(unchecked) @usableFromInline var unsettled = SlotMask()

  @inlinable
  init(height: Int) {
    self.height = height
  }

  /// A copy that shares every array until one of the two writes.
  @inlinable
  init(copying other: ListNode) {
    height = other.height
    elements = other.elements
    hashes = other.hashes
    children = other.children
    summaries = other.summaries
    unsettled = other.unsettled
  }

  /// A branch over nodes of one height.
  @inlinable
  init(over nodes: some Collection<ListNode>, height: Int) {
    self.height = height
    for node in nodes {
      summaries.append(ListSummary(unsettledCount: node.count))
      children.append(node)
    }
    unsettled = SlotMask(all: children.count)
  }

  /// A chunk of these elements.
  @inlinable
  init(chunk: some Collection<Element>) {
    height = 0
    elements.append(contentsOf: chunk)
    hashes.append(contentsOf: repeatElement(0, count: elements.count))
    unsettled = SlotMask(all: elements.count)
  }

  /// Elements of a chunk, children of a branch.
  @inlinable var width: Int { height == 0 ? elements.count : children.count }

  /// All elements below this node.
  @inlinable
  var count: Int {
    if height == 0 { return elements.count }
    var count = 0
    for summary in summaries { count &+= summary.count }
    return count
  }

  /// Makes `node` one that only the caller refers to.
  @inlinable
  static func makeUnique(_ node: inout ListNode) {
    if !isKnownUniquelyReferenced(&node) {
      node = ListNode(copying: node)
    }
  }

  /// The child that holds the element at `position`, which then counts within that child.
  ///
  /// A position behind the last element belongs to the last child.
  @inlinable
  func child(holding position: inout Int) -> Int {
    var place = 0
    while place < summaries.count &- 1 && position >= summaries[place].count {
      position &-= summaries[place].count
      place &+= 1
    }
    return place
  }
}
