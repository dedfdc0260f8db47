extension ListNode {
  /// Inserts an element below `node`, and gives the right half where that had to be split.
  ///
  /// - Complexity: O(log n + chunk); nodes that another version shares are copied along the path.
  @inlinable
  static func insert(_ element: Element, at position: Int, into node: inout ListNode) -> ListNode? {
    makeUnique(&node)
    let target = node
    var slot = position
    if target.height == 0 {
      target.elements.insert(element, at: slot)
      target.hashes.insert(0, at: slot)
      target.unsettled.openGap(at: slot, isMember: true)
    } else {
      slot = target.insertBelow(element, at: position)
    }
    guard target.width > capacity else { return nil }
    // Elements that are appended leave full nodes behind. A branch never keeps less than two children, so that a
    // chunk which runs empty always has a neighbour to join.
    let isAtEnd = slot >= target.width - 2
    let least = target.height == 0 ? 1 : 2
    return target.split(at: isAtEnd ? target.width - least : target.width / 2)
  }

  @inlinable
  func insertBelow(_ element: Element, at position: Int) -> Int {
    var rest = position
    let place = child(holding: &rest)
    unsettled.insert(place)
    if let right = Self.insert(element, at: rest, into: &children[place]) {
      let count = right.count
      summaries[place].count = summaries[place].count &+ 1 &- count
      summaries.insert(ListSummary(unsettledCount: count), at: place + 1)
      children.insert(right, at: place + 1)
      unsettled.openGap(at: place + 1, isMember: true)
    } else {
      summaries[place].count &+= 1
    }
    return place
  }

  /// Removes and gives the element at `position` below `node`.
  @inlinable
  static func remove(at position: Int, from node: inout ListNode) -> Element {
    makeUnique(&node)
    let target = node
    if target.height == 0 {
      target.hashes.remove(at: position)
      target.unsettled.closeGap(at: position)
      return target.elements.remove(at: position)
    }
    var rest = position
    let place = target.child(holding: &rest)
    let element = remove(at: rest, from: &target.children[place])
    target.summaries[place].count &-= 1
    target.unsettled.insert(place)
    if target.children[place].width * 4 < capacity && target.children.count > 1 {
      target.join(at: place > 0 ? place - 1 : 0)
    }
    return element
  }

  /// Cuts off what stands from `place` on.
  @inlinable
  func split(at place: Int) -> ListNode {
    let right = ListNode(height: height)
    right.unsettled = unsettled.split(at: place)
    if height == 0 {
      right.elements.append(contentsOf: elements[place...])
      right.hashes.append(contentsOf: hashes[place...])
      elements.removeSubrange(place...)
      hashes.removeSubrange(place...)
    } else {
      right.children.append(contentsOf: children[place...])
      right.summaries.append(contentsOf: summaries[place...])
      children.removeSubrange(place...)
      summaries.removeSubrange(place...)
    }
    return right
  }

  /// Joins the children at `place` and behind it, and splits them evenly again where they are too wide for one node.
  @inlinable
  func join(at place: Int) {
    Self.makeUnique(&children[place])
    let left = children[place]
    left.append(children[place + 1])
    unsettled.insert(place)
    if left.width > Self.capacity {
      let right = left.split(at: left.width / 2)
      children[place + 1] = right
      summaries[place + 1] = ListSummary(unsettledCount: right.count)
      unsettled.insert(place + 1)
    } else {
      children.remove(at: place + 1)
      summaries.remove(at: place + 1)
      unsettled.closeGap(at: place + 1)
    }
    summaries[place] = ListSummary(unsettledCount: left.count)
  }

  @inlinable
  func append(_ right: ListNode) {
    unsettled.append(right.unsettled, behind: width)
    elements.append(contentsOf: right.elements)
    hashes.append(contentsOf: right.hashes)
    children.append(contentsOf: right.children)
    summaries.append(contentsOf: right.summaries)
  }
}
