extension JSONReader {
  /// Reads an integer exactly.
  ///
  /// - Throws: `numberOutOfRange` if it does not fit; `typeMismatch` for anything spelled with a fraction or exponent.
  public mutating func readInt64() throws(JSONError) -> Int64 {
    let (start, isNegative, magnitude) = try readMagnitude()
    if isNegative {
      guard magnitude <= 1 << 63 else { throw failure(.numberOutOfRange, at: start) }
      return Int64(truncatingIfNeeded: 0 &- magnitude)
    }
    guard magnitude <= UInt64(Int64.max) else { throw failure(.numberOutOfRange, at: start) }
    return Int64(truncatingIfNeeded: magnitude)
  }

  /// Reads an integer that is not negative exactly.
  ///
  /// - Throws: `numberOutOfRange` if it does not fit; `typeMismatch` for anything spelled with a fraction or exponent.
  public mutating func readUInt64() throws(JSONError) -> UInt64 {
    let (start, isNegative, magnitude) = try readMagnitude()
    guard !isNegative || magnitude == 0 else { throw failure(.numberOutOfRange, at: start) }
    return magnitude
  }

  /// Reads an integer exactly; the same as `readInt64` with another name for the type.
  public mutating func readInt() throws(JSONError) -> Int { Int(try readInt64()) }

  /// Reads a number as the double nearest to it.
  ///
  /// - Throws: `numberOutOfRange` if the nearest double is infinite.
  public mutating func readDouble() throws(JSONError) -> Double {
    let range = try readNumberRange()
    guard let value = DecimalDouble.nearest(base, range) else {
      throw failure(.numberOutOfRange, at: range.lowerBound)
    }
    return value
  }

  /// Reads a number and keeps its spelling.
  public mutating func readNumber() throws(JSONError) -> JSONNumber {
    let range = try readNumberRange()
    return JSONNumber(
      checked: String(decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self))
  }

  /// Moves past a number.
  mutating func readNumberRange() throws(JSONError) -> Range<Int> {
    skipWhitespace()
    guard offset < count, Self.startsNumber(base[offset]) else { throw mismatch("a number") }
    let start = offset
    offset = try endOfNumber(at: start)
    return start..<offset
  }

  @inline(__always)
  private static func startsNumber(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || isDigit(byte) }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  @inline(__always)
  private func isDigit(at place: Int) -> Bool { place < count && Self.isDigit(base[place]) }

  /// The place behind the number at `start`, checked against the grammar.
  private func endOfNumber(at start: Int) throws(JSONError) -> Int {
    var place = start
    if base[place] == UInt8(ascii: "-") { place += 1 }
    guard isDigit(at: place) else { throw badNumber(at: place) }
    if base[place] == UInt8(ascii: "0"), isDigit(at: place + 1) { throw badNumber(at: place + 1) }
    while isDigit(at: place) { place += 1 }
    if place < count, base[place] == UInt8(ascii: ".") {
      place += 1
      guard isDigit(at: place) else { throw badNumber(at: place) }
      while isDigit(at: place) { place += 1 }
    }
    if place < count, base[place] | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place < count, base[place] == UInt8(ascii: "+") || base[place] == UInt8(ascii: "-") { place += 1 }
      guard isDigit(at: place) else { throw badNumber(at: place) }
      while isDigit(at: place) { place += 1 }
    }
    return place
  }

  private func badNumber(at place: Int) -> JSONError {
    place < count ? failure(.invalidNumber, at: place) : failure(.unexpectedEnd, at: count)
  }

  private mutating func readMagnitude() throws(JSONError) -> (start: Int, isNegative: Bool, magnitude: UInt64) {
    skipWhitespace()
    guard offset < count, Self.startsNumber(base[offset]) else { throw mismatch("an integer") }
    let start = offset
    let isNegative = base[start] == UInt8(ascii: "-")
    let firstDigit = start + (isNegative ? 1 : 0)
    var place = firstDigit
    var magnitude: UInt64 = 0
    var overflows = false
    while isDigit(at: place) {
      let digit = UInt64(base[place] &- UInt8(ascii: "0"))
      if place - firstDigit < 19 {
        magnitude = magnitude &* 10 &+ digit
      } else {
        let (product, over) = magnitude.multipliedReportingOverflow(by: 10)
        let (sum, over2) = product.addingReportingOverflow(digit)
        magnitude = sum
        overflows = overflows || over || over2
      }
      place += 1
    }
    let isPlain = place > firstDigit && (place == firstDigit + 1 || base[firstDigit] != UInt8(ascii: "0"))
    let goesOn = place < count && (base[place] == UInt8(ascii: ".") || base[place] | 0x20 == UInt8(ascii: "e"))
    guard isPlain, !goesOn else {
      _ = try endOfNumber(at: start)
      throw failure(.typeMismatch(expected: "an integer"), at: start)
    }
    guard !overflows else { throw failure(.numberOutOfRange, at: start) }
    offset = place
    return (start, isNegative, magnitude)
  }
}
