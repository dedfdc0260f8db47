extension CanonicalForm {
  static func write(
    _ index: Int, of tape: JSONTape, _ numbers: Numbers, to writer: inout JSONWriter
  ) throws(JSONError) {
    let node = tape.nodes[index]
    switch node.kind {
    case .object: try writeObject(index, of: tape, numbers, to: &writer)
    case .array:
      writer.beginArray()
      var child = index + 1
      while child < Int(node.next) {
        try write(child, of: tape, numbers, to: &writer)
        child = Int(tape.nodes[child].next)
      }
      writer.endArray()
    case .string: writeString(tape, node, to: &writer)
    case .number: try writeNumber(tape, node, numbers, to: &writer)
    case .bool, .null: writer.raw(buffer: spelled(tape, node.range))
    }
  }

  private static func writeObject(
    _ index: Int, of tape: JSONTape, _ numbers: Numbers, to writer: inout JSONWriter
  ) throws(JSONError) {
    writer.beginObject()
    for child in orderedMembers(index, of: tape) {
      let node = tape.nodes[child]
      if node.isKeyEscaped {
        tape.key(of: child).withBytes { writer.key(utf8: $0) }
      } else {
        // A key without escapes is spelled canonically already.
        writer.separate()
        writer.bytes.append(contentsOf: spelled(tape, Int(node.keyStart) - 1..<Int(node.keyEnd) + 1))
        writer.bytes.append(UInt8(ascii: ":"))
        writer.needsComma = false
      }
      try write(child, of: tape, numbers, to: &writer)
    }
    writer.endObject()
  }

  private static func orderedMembers(_ index: Int, of tape: JSONTape) -> [Int] {
    let members = Array(tape.children(of: index))
    func isAscending(_ one: Int, _ other: Int) -> Bool {
      tape.key(of: one).withBytes { mine in
        tape.key(of: other).withBytes { UTF8Order.isUTF16Ascending(mine, $0) }
      }
    }
    if zip(members, members.dropFirst()).allSatisfy(isAscending) { return members }
    return members.sorted(by: isAscending)
  }

  private static func writeString(_ tape: JSONTape, _ node: JSONTape.Node, to writer: inout JSONWriter) {
    let content = spelled(tape, node.range.lowerBound + 1..<node.range.upperBound - 1)
    if content.contains(UInt8(ascii: "\\")) {
      let key = JSONKey(tape.base, start: Int(node.start) + 1, end: Int(node.end) - 1, isEscaped: true)
      key.withBytes { writer.string(utf8: $0) }
    } else {
      writer.raw(buffer: spelled(tape, node.range))
    }
  }

  private static func writeNumber(
    _ tape: JSONTape, _ node: JSONTape.Node, _ numbers: Numbers, to writer: inout JSONWriter
  ) throws(JSONError) {
    switch numbers {
    case .asSpelled: writer.raw(buffer: spelled(tape, node.range))
    case .ecmaScript:
      guard let value = DecimalDouble.nearest(tape.base, node.range) else {
        throw JSONError(.numberOutOfRange, at: Int(node.start))
      }
      writer.double(value)
    }
  }

  private static func spelled(_ tape: JSONTape, _ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: tape.base + range.lowerBound, count: range.count)
  }
}
