extension JSONTape {
  /// The key of a member.
  func key(of index: Int) -> JSONKey {
    let node = nodes[index]
    return JSONKey(base, start: Int(node.keyStart), end: Int(node.keyEnd), isEscaped: node.isKeyEscaped)
  }

  /// The nodes of the members or elements of a container, in order.
  func children(of index: Int) -> some Sequence<Int> {
    let end = Int(nodes[index].next)
    return sequence(state: index + 1) { next -> Int? in
      guard next < end else { return nil }
      let child = next
      next = Int(nodes[child].next)
      return child
    }
  }

  /// The member of that name, looked for one by one.
  func member(_ name: String, of index: Int) -> Int? {
    var name = name
    return name.withUTF8 { wanted in
      var child = index + 1
      let end = Int(nodes[index].next)
      while child < end {
        if isKey(of: child, equalTo: wanted) { return child }
        child = Int(nodes[child].next)
      }
      return nil
    }
  }

  private func isKey(of index: Int, equalTo wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    let node = nodes[index]
    if node.isKeyEscaped { return key(of: index).withBytes { $0.elementsEqual(wanted) } }
    guard Int(node.keyEnd - node.keyStart) == wanted.count else { return false }
    return UnsafeBufferPointer(start: base + Int(node.keyStart), count: wanted.count).elementsEqual(wanted)
  }

  /// The names and places that lead from the root to a node.
  func path(to index: Int) -> [PathKey] {
    var path: [PathKey] = []
    var current = 0
    while current != index {
      let children = Array(children(of: current))
      guard let place = children.lastIndex(where: { $0 <= index }) else { break }
      current = children[place]
      path.append(nodes[current].hasKey ? PathKey(stringValue: key(of: current).string) : PathKey(intValue: place))
    }
    return path
  }

  /// The innermost value that the byte at `offset` belongs to; a key belongs to its value.
  func innermost(at offset: Int) -> Int {
    var current = 0
    while true {
      let inner = children(of: current).first { child in
        let node = nodes[child]
        return (node.hasKey ? Int(node.keyStart) - 1 : Int(node.start)) <= offset && offset < Int(node.end)
      }
      guard let inner else { return current }
      current = inner
    }
  }

  /// The node that a path leads to, or the last one on the way that is there.
  func nearest(to path: [any CodingKey]) -> Int {
    var current = 0
    for key in path {
      let next: Int?
      switch nodes[current].kind {
      case .object: next = member(key.stringValue, of: current)
      case .array:
        next = key.intValue.flatMap { place in children(of: current).dropFirst(max(0, place)).first { _ in true } }
      case .string, .number, .bool, .null: next = nil
      }
      guard let next else { return current }
      current = next
    }
    return current
  }
}

/// A name or place on the way to a value.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
