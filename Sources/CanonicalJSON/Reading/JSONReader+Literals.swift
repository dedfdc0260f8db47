extension JSONReader {
  /// Reads `true` or `false`.
  public mutating func readBool() throws(JSONError) -> Bool {
    skipWhitespace()
    guard offset < count else { throw unexpected(at: count) }
    switch base[offset] {
    case UInt8(ascii: "t"):
      try readLiteral("true")
      return true
    case UInt8(ascii: "f"):
      try readLiteral("false")
      return false
    default:
      throw mismatch("true or false")
    }
  }

  /// Reads `null`.
  public mutating func readNull() throws(JSONError) {
    guard try readNullIfPresent() else { throw mismatch("null") }
  }

  /// Reads `null` if that is what follows; else reads nothing and gives `false`.
  public mutating func readNullIfPresent() throws(JSONError) -> Bool {
    skipWhitespace()
    guard offset < count else { throw unexpected(at: count) }
    guard base[offset] == UInt8(ascii: "n") else { return false }
    try readLiteral("null")
    return true
  }

  mutating func readLiteral(_ literal: StaticString) throws(JSONError) {
    for index in 0..<literal.utf8CodeUnitCount {
      guard offset + index < count, base[offset + index] == literal.utf8Start[index] else {
        throw unexpected(at: offset + index)
      }
    }
    offset += literal.utf8CodeUnitCount
  }
}
