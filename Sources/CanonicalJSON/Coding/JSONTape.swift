/// Where every value of an input stands: one node each, in the order of the bytes.
///
/// It is made in one pass that checks all of the input; what is decoded later only looks at ranges.
struct JSONTape {
  struct Node {
    var kind: JSONKind
    var isKeyEscaped = false
    /// The content of the key, between its quotes; empty ranges at 0 for values without a key.
    var keyStart: UInt32 = 0
    var keyEnd: UInt32 = 0
    var start: UInt32
    var end: UInt32 = 0
    /// The node behind this one and all in it.
    var next: UInt32 = 0
    /// How many members or elements it has.
    var count: UInt32 = 0

    var range: Range<Int> { Int(start)..<Int(end) }
    var hasKey: Bool { keyStart != 0 }
  }

  let base: UnsafePointer<UInt8>
  private(set) var nodes: [Node] = []

  /// Reads all that `reader` has: one value.
  ///
  /// - Complexity: O(n), and no depth of nesting grows the stack.
  init(_ reader: inout JSONReader) throws(JSONError) {
    base = reader.base
    nodes.reserveCapacity(min(reader.count / 12 + 4, 1 << 16))
    var open: [Int] = []
    try append(&reader, key: nil, &open)
    while let innermost = open.last {
      if nodes[innermost].kind == .object {
        if let key = try reader.nextKey() {
          nodes[innermost].count += 1
          try append(&reader, key: key, &open)
          continue
        }
      } else if try reader.nextElement() {
        nodes[innermost].count += 1
        try append(&reader, key: nil, &open)
        continue
      }
      close(innermost, at: reader.offset)
      open.removeLast()
    }
    try reader.end()
  }

  private mutating func append(_ reader: inout JSONReader, key: JSONKey?, _ open: inout [Int]) throws(JSONError) {
    let kind = try reader.peek()
    var node = Node(kind: kind, start: UInt32(reader.offset))
    if let key {
      node.isKeyEscaped = key.isEscaped
      node.keyStart = UInt32(key.spelledRange.lowerBound)
      node.keyEnd = UInt32(key.spelledRange.upperBound)
    }
    let index = nodes.count
    nodes.append(node)
    switch kind {
    case .object:
      try reader.beginObject()
      return open.append(index)
    case .array:
      try reader.beginArray()
      return open.append(index)
    case .string: _ = try reader.scanString()
    case .number: _ = try reader.readNumberRange()
    case .bool: _ = try reader.readBool()
    case .null: try reader.readNull()
    }
    close(index, at: reader.offset)
  }

  private mutating func close(_ index: Int, at end: Int) {
    nodes[index].end = UInt32(end)
    nodes[index].next = UInt32(nodes.count)
  }
}
