extension JSONReader {
  /// Reads a whole value, checks all of it, and gives the range of its bytes.
  ///
  /// - Complexity: O(n); nothing is allocated for values of ordinary shape, and no depth of nesting grows the stack.
  public mutating func skipValue() throws(JSONError) -> Range<Int> {
    skippedValues &+= 1
    var open = ContainerStack()
    _ = try peek()
    let start = offset
    try skipOne(&open)
    while let isObject = open.top {
      if isObject {
        guard try nextKey() != nil else {
          open.pop()
          continue
        }
      } else {
        guard try nextElement() else {
          open.pop()
          continue
        }
      }
      try skipOne(&open)
    }
    return start..<offset
  }

  /// Reads a scalar, or opens a container.
  private mutating func skipOne(_ open: inout ContainerStack) throws(JSONError) {
    switch try peek() {
    case .object:
      try beginObject()
      open.push(isObject: true)
    case .array:
      try beginArray()
      open.push(isObject: false)
    case .string: _ = try scanString()
    case .number: _ = try readNumberRange()
    case .bool: _ = try readBool()
    case .null: try readNull()
    }
  }
}

/// Which of the open containers are objects: a bit each, the first 64 without an allocation.
private struct ContainerStack {
  private var bits: UInt64 = 0
  private var spill: [UInt64] = []
  private var count = 0

  /// Whether the innermost container is an object; `nil` if none is open.
  var top: Bool? { count == 0 ? nil : bits & 1 == 1 }

  mutating func push(isObject: Bool) {
    if count > 0, count % 64 == 0 {
      spill.append(bits)
      bits = 0
    }
    bits = bits << 1 | (isObject ? 1 : 0)
    count += 1
  }

  mutating func pop() {
    bits >>= 1
    count -= 1
    if count > 0, count % 64 == 0 { bits = spill.removeLast() }
  }
}
