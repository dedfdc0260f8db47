extension CanonicalWalker {
  /// The bytes of the value that the pointer `tokens` lead to inside `bytes`; `nil` where they lead nowhere.
  static func value(in bytes: [UInt8], at tokens: ArraySlice<String>) -> [UInt8]? {
    if tokens.isEmpty { return bytes }
    return bytes.withUnsafeBufferPointer { buffer in
      var walker = CanonicalWalker(buffer)
      for token in tokens {
        guard walker.descend(token) else { return nil }
      }
      let start = walker.offset
      walker.passValue()
      return Array(buffer[start..<walker.offset])
    }
  }

  /// The names of the members of the object that `bytes` are, the first so many of them; none of anything else.
  static func memberNames(in bytes: [UInt8], atMost limit: Int) -> [String] {
    guard bytes.first == 0x7B, bytes.count > 2 else { return [] }
    return bytes.withUnsafeBufferPointer { buffer in
      var walker = CanonicalWalker(buffer)
      var names: [String] = []
      walker.pass(0x7B)
      repeat {
        let (content, hasEscapes) = walker.passString()
        names.append(walker.text(content, hasEscapes: hasEscapes))
        walker.pass(0x3A)
        walker.passValue()
      } while names.count < limit && walker.continues(closer: 0x7D)
      return names
    }
  }

  /// Moves to the member or element that `token` names; false where there is none.
  private mutating func descend(_ token: String) -> Bool {
    switch byte {
    case 0x7B: return descendIntoObject(token)
    case 0x5B:
      guard let index = ListIndex.parse(token) else { return false }
      return descendIntoArray(index)
    default: return false
    }
  }

  private mutating func descendIntoObject(_ token: String) -> Bool {
    pass(0x7B)
    if byte == 0x7D { return false }
    repeat {
      let (content, hasEscapes) = passString()
      pass(0x3A)
      if TextOrder.areEqual(text(content, hasEscapes: hasEscapes), token) { return true }
      passValue()
    } while continues(closer: 0x7D)
    return false
  }

  private mutating func descendIntoArray(_ index: Int) -> Bool {
    pass(0x5B)
    if byte == 0x5D { return false }
    var position = 0
    repeat {
      if position == index { return true }
      passValue()
      position += 1
    } while continues(closer: 0x5D)
    return false
  }
}

/// Array indices in JSON pointers.
enum ListIndex {
  /// The index that a pointer token spells: digits without a leading zero; `nil` for anything else, `-` too.
  static func parse(_ token: String) -> Int? {
    let digits = token.utf8
    guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    if first == 0x30 && digits.count > 1 { return nil }
    return Int(token)
  }
}
