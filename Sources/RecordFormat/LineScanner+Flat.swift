extension LineScanner {
  /// Takes an object of a few plain members: keys and strings without escapes and in ASCII, integers, `true`, `false`
  /// and `null`, no white space between tokens. Most payloads are so.
  ///
  /// - Returns: nil, with nothing taken, for every other object; the strict reader decides about those.
  mutating func flatObject() -> Place? {
    let start = at
    if let end = flatMembers() { return Place(start..<end) }
    at = start
    return nil
  }

  private mutating func flatMembers() -> Int? {
    guard take("{") else { return nil }
    if take("}") { return at }
    var keys = InlineArray<8, Place>(repeating: Place())
    for count in 0..<8 {
      guard let key = plainString(), take(":") else { return nil }
      for earlier in 0..<count where isSame(keys[earlier], key) { return nil }
      keys[count] = key
      guard flatValue() else { return nil }
      if take("}") { return at }
      guard take(",") else { return nil }
    }
    return nil
  }

  private mutating func flatValue() -> Bool {
    guard at < end else { return false }
    switch bytes[at] {
    case UInt8(ascii: "\""): return plainString() != nil
    case UInt8(ascii: "t"): return take("true")
    case UInt8(ascii: "f"): return take("false")
    case UInt8(ascii: "n"): return take("null")
    case UInt8(ascii: "-"):
      at &+= 1
      return number() != nil
    default: return number() != nil
    }
  }

  private func isSame(_ one: Place, _ other: Place) -> Bool {
    guard one.count == other.count else { return false }
    for index in 0..<Int(one.count) where bytes[Int(one.start) &+ index] != bytes[Int(other.start) &+ index] {
      return false
    }
    return true
  }
}
