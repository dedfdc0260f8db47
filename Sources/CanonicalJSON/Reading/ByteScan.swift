/// Looks for bytes of interest eight at a time.
enum ByteScan {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func word(_ base: UnsafePointer<UInt8>, at place: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self))
  }

  /// The high bit of the first byte that is a quote, a backslash or a control character; later bits may be wrong.
  @inline(__always)
  private static func stops(_ word: UInt64) -> UInt64 {
    let quote = word ^ 0x2222_2222_2222_2222
    let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
    return ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
      | ((word &- 0x2020_2020_2020_2020) & ~word)
  }

  /// The first place of a quote, a backslash, a control character or a byte past ASCII; `end` if there is none.
  @inline(__always)
  static func firstSpecial(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var place = start
    while place &+ 8 <= end {
      let word = word(base, at: place)
      let found = (stops(word) | word) & highs
      if found != 0 { return place &+ found.trailingZeroBitCount >> 3 }
      place &+= 8
    }
    while place < end {
      let byte = base[place]
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return place }
      place &+= 1
    }
    return end
  }

  /// The first place of a byte that a string cannot hold as it is: a quote, a backslash, a control character.
  @inline(__always)
  static func firstToEscape(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var place = start
    while place &+ 8 <= end {
      let found = stops(word(base, at: place)) & highs
      if found != 0 { return place &+ found.trailingZeroBitCount >> 3 }
      place &+= 8
    }
    while place < end {
      let byte = base[place]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return place }
      place &+= 1
    }
    return end
  }
}
