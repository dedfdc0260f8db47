extension JSONReader {
  /// Reads the brace that opens an object.
  ///
  /// - Returns: the brace's offset, which is the place of a `missingMember`.
  @discardableResult
  public mutating func beginObject() throws(JSONError) -> Int {
    skipWhitespace()
    guard offset < count, base[offset] == UInt8(ascii: "{") else { throw mismatch("an object") }
    guard levelsLeft > 0 else { throw tooDeep() }
    levelsLeft -= 1
    offset += 1
    isFresh = true
    if checksKeys { keys.open() }
    return offset - 1
  }

  /// Reads the next key and its colon, or the closing brace.
  ///
  /// - Returns: `nil` if the object ended.
  /// - Throws: `duplicateKey` at the key's offset if this object had an equal key before, however it was spelled.
  /// - Complexity: constant in the number of keys, expected, also for crafted keys.
  public mutating func nextKey() throws(JSONError) -> JSONKey? {
    skipWhitespace()
    guard offset < count else { throw unexpected(at: count) }
    if base[offset] == UInt8(ascii: "}") {
      closeObject()
      return nil
    }
    if isFresh {
      isFresh = false
    } else {
      guard base[offset] == UInt8(ascii: ",") else { throw unexpected(at: offset) }
      offset += 1
      skipWhitespace()
    }
    guard offset < count, base[offset] == UInt8(ascii: "\"") else { throw unexpected(at: offset) }
    let key = try scanText()
    if checksKeys, !keys.insert(key, in: base) { throw failure(.duplicateKey, at: key.offset) }
    skipWhitespace()
    guard offset < count, base[offset] == UInt8(ascii: ":") else { throw unexpected(at: offset) }
    offset += 1
    return key
  }

  /// Reads the bracket that opens an array.
  public mutating func beginArray() throws(JSONError) {
    skipWhitespace()
    guard offset < count, base[offset] == UInt8(ascii: "[") else { throw mismatch("an array") }
    guard levelsLeft > 0 else { throw tooDeep() }
    levelsLeft -= 1
    offset += 1
    isFresh = true
  }

  /// Moves on to the next element, or reads the closing bracket.
  ///
  /// - Returns: `false` if the array ended.
  public mutating func nextElement() throws(JSONError) -> Bool {
    skipWhitespace()
    guard offset < count else { throw unexpected(at: count) }
    if base[offset] == UInt8(ascii: "]") {
      levelsLeft += 1
      offset += 1
      isFresh = false
      return false
    }
    if isFresh {
      isFresh = false
    } else {
      guard base[offset] == UInt8(ascii: ",") else { throw unexpected(at: offset) }
      offset += 1
    }
    return true
  }

  private mutating func closeObject() {
    levelsLeft += 1
    offset += 1
    isFresh = false
    if checksKeys { keys.close() }
  }
}
