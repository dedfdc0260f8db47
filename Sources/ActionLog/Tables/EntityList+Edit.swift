extension EntityList {
  /// Appends an element.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public mutating func append(_ element: Element) {
    insert(element, at: count)
  }

  /// Appends elements in order.
  ///
  /// - Complexity: O(k log n) for k elements.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element so that it stands at `position`, from 0 to `count`.
  ///
  /// - Complexity: O(log n + chunk).
  @inlinable
  public mutating func insert(_ element: Element, at position: Int) {
    precondition(position >= 0 && position <= count, "Position outside the list")
    isSettled = false
    summary.count += 1
    if let right = Node.insert(element, at: position, into: &root) {
      root = Node(over: [root, right], height: root.height + 1)
    }
  }

  /// Removes and gives the element at a position, which must be inside the list.
  ///
  /// - Complexity: O(log n + chunk).
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    precondition(position >= 0 && position < count, "Position outside the list")
    isSettled = false
    summary.count -= 1
    let element = Node.remove(at: position, from: &root)
    while root.height > 0 && root.children.count == 1 { root = root.children[0] }
    return element
  }

  /// Removes all elements.
  @inlinable
  public mutating func removeAll() {
    root = Node(height: 0)
    summary = ListSummary()
    isSettled = true
  }

  /// Removes the elements for which `condition` holds.
  ///
  /// - Complexity: O(n) and O(log n + chunk) per element removed.
  @inlinable
  public mutating func removeAll(where condition: (Element) throws -> Bool) rethrows {
    var doomed: [Int] = []
    var position = 0
    for element in self {
      if try condition(element) { doomed.append(position) }
      position += 1
    }
    for position in doomed.reversed() { remove(at: position) }
  }

  /// Puts these elements in place of all.
  ///
  /// - Complexity: O(n).
  @inlinable
  public mutating func replaceAll(_ elements: some Sequence<Element>) {
    let all = ContiguousArray(elements)
    if all.isEmpty { return removeAll() }
    var nodes = ContiguousArray(Self.evenRuns(all.count).map { Node(chunk: all[$0]) })
    while nodes.count > 1 {
      let height = nodes[0].height + 1
      nodes = ContiguousArray(Self.evenRuns(nodes.count).map { Node(over: nodes[$0], height: height) })
    }
    root = nodes[0]
    summary = ListSummary(unsettledCount: all.count)
    isSettled = false
  }

  /// Cuts `0..<count` into as few runs as nodes can take, none much shorter than another.
  @inlinable
  static func evenRuns(_ count: Int) -> [Range<Int>] {
    let runs = (count + Node.capacity - 1) / Node.capacity
    return (0..<runs).map { (count * $0 / runs)..<(count * ($0 + 1) / runs) }
  }

  /// The position of the first element equal to this one.
  ///
  /// - Complexity: O(n).
  @inlinable
  public func firstIndex(of element: Element) -> Int? {
    var position = 0
    for candidate in self {
      if candidate == element { return position }
      position += 1
    }
    return nil
  }

  /// Whether an element equal to this one is in the list.
  ///
  /// - Complexity: O(n).
  @inlinable
  public func contains(_ element: Element) -> Bool {
    firstIndex(of: element) != nil
  }
}
