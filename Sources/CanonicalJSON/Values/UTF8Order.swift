/// Strings by their bytes; the standard library's comparison holds different spellings of one character for equal.
package enum UTF8Order {
  /// Whether both have the same UTF-8 bytes.
  package static func areEqual(_ one: String, _ other: String) -> Bool {
    var one = one
    var other = other
    return one.withUTF8 { mine in
      other.withUTF8 { theirs in mine.count == theirs.count && mine.elementsEqual(theirs) }
    }
  }

  /// Whether `one` comes before `other` in the order of UTF-16 code units, which RFC 8785 sorts keys by.
  package static func isUTF16Ascending(_ one: String, _ other: String) -> Bool {
    var one = one
    var other = other
    return one.withUTF8 { mine in other.withUTF8 { isUTF16Ascending(mine, $0) } }
  }

  /// The same for well-formed UTF-8.
  ///
  /// Both orders differ only where a character past U+FFFF (lead byte F0 and up, but surrogates in UTF-16) meets one of
  /// U+E000 to U+FFFF (lead byte EE or EF).
  package static func isUTF16Ascending(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<min(one.count, other.count) where one[index] != other[index] {
      let mine = one[index]
      let theirs = other[index]
      if mine >= 0xEE, theirs >= 0xEE, (mine >= 0xF0) != (theirs >= 0xF0) { return mine >= 0xF0 }
      return mine < theirs
    }
    return one.count < other.count
  }
}
