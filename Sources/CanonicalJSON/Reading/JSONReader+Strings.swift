extension JSONReader {
  /// Reads a string.
  public mutating func readString() throws(JSONError) -> String {
    try readText().string
  }

  /// Reads a string as a view of the bytes; nothing is copied unless the string has escapes.
  public mutating func readText() throws(JSONError) -> JSONKey {
    skipWhitespace()
    guard offset < count, base[offset] == UInt8(ascii: "\"") else { throw mismatch("a string") }
    return try scanText()
  }

  /// Reads a string whose opening quote is at the cursor.
  mutating func scanText() throws(JSONError) -> JSONKey {
    let start = offset + 1
    let isEscaped = try scanString()
    return JSONKey(base, start: start, end: offset - 1, isEscaped: isEscaped)
  }

  /// Moves past a string whose opening quote is at the cursor, and tells whether it has escapes.
  mutating func scanString() throws(JSONError) -> Bool {
    var place = offset + 1
    var isEscaped = false
    while true {
      place = ByteScan.firstSpecial(base, from: place, to: count)
      guard place < count else { throw unexpected(at: count) }
      switch base[place] {
      case UInt8(ascii: "\""):
        offset = place + 1
        return isEscaped
      case UInt8(ascii: "\\"):
        isEscaped = true
        place = try endOfEscape(at: place)
      case 0..<0x20:
        throw failure(.controlCharacter(base[place]), at: place)
      default:
        let length = UTF8Check.sequenceLength(base, at: place, to: count)
        guard length > 0 else { throw failure(.invalidUTF8, at: place) }
        place += length
      }
    }
  }

  private func endOfEscape(at place: Int) throws(JSONError) -> Int {
    guard place + 1 < count else { throw unexpected(at: count) }
    switch base[place + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return place + 2
    case UInt8(ascii: "u"):
      return try endOfUnicodeEscape(at: place)
    default:
      throw failure(.invalidEscape, at: place)
    }
  }

  private func endOfUnicodeEscape(at place: Int) throws(JSONError) -> Int {
    let unit = try codeUnit(at: place)
    guard unit & 0xF800 == 0xD800 else { return place + 6 }
    guard unit < 0xDC00 else { throw failure(.loneSurrogate, at: place) }
    let low = place + 6
    guard low < count else { throw unexpected(at: count) }
    guard base[low] == UInt8(ascii: "\\"), low + 1 < count, base[low + 1] == UInt8(ascii: "u"),
      try codeUnit(at: low) & 0xFC00 == 0xDC00
    else { throw failure(.loneSurrogate, at: place) }
    return low + 6
  }

  /// The four hex digits of the `\u` escape at `place`.
  private func codeUnit(at place: Int) throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for index in place + 2..<place + 6 {
      guard index < count else { throw unexpected(at: count) }
      guard let digit = Escapes.hexValue(base[index]) else { throw failure(.invalidEscape, at: place) }
      unit = unit << 4 | digit
    }
    return unit
  }
}
