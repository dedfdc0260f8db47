extension TableNode {
  /// The first slot whose key is not below `id`, and whether it is `id`.
  ///
  /// - Complexity: O(log width) word comparisons; texts are compared only where 16 bytes are equal.
  @inlinable
  func slot(of id: ID, _ prefix: KeyPrefix) -> (slot: Int, isFound: Bool) {
    prefixes.withUnsafeBufferPointer { prefixes in
      var low = 0
      var high = prefixes.count
      while low < high {
        let middle = (low &+ high) &>> 1
        let candidate = prefixes[middle]
        if candidate == prefix {
          let order = TextOrder.compare(keys[middle].text, id.text)
          if order == 0 { return (middle, true) }
          if order < 0 { low = middle &+ 1 } else { high = middle }
        } else if candidate < prefix {
          low = middle &+ 1
        } else {
          high = middle
        }
      }
      return (low, false)
    }
  }

  /// The child below which `id` belongs.
  @inlinable
  func child(for id: ID, _ prefix: KeyPrefix) -> Int {
    let (slot, isFound) = slot(of: id, prefix)
    return isFound ? slot + 1 : slot
  }

  /// The leaf that holds `id`, and its slot there.
  @inlinable
  func find(_ id: ID) -> (leaf: TableNode, slot: Int)? {
    let prefix = KeyPrefix(id.text)
    // This node keeps all below it alive, so the way down retains nothing.
    var reference = Unmanaged.passUnretained(self)
    while true {
      let next = reference._withUnsafeGuaranteedRef { node -> Unmanaged<TableNode>? in
        if node.height == 0 { return nil }
        return Unmanaged.passUnretained(node.children[node.child(for: id, prefix)])
      }
      guard let next else { break }
      reference = next
    }
    let (slot, isFound) = reference._withUnsafeGuaranteedRef { $0.slot(of: id, prefix) }
    return isFound ? (reference.takeUnretainedValue(), slot) : nil
  }

  /// The leaf with the lowest keys below this node.
  @inlinable
  var firstLeaf: TableNode {
    var node = self
    while node.height > 0 { node = node.children[0] }
    return node
  }

  /// The leaf with the highest keys below this node.
  @inlinable
  var lastLeaf: TableNode {
    var node = self
    while node.height > 0 { node = node.children[node.children.count - 1] }
    return node
  }
}
