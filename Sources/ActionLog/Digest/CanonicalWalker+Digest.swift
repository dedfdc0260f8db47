extension CanonicalWalker {
  /// The digest of one canonical JSON value whose path hashes to `seed`: the sum over its leaves.
  ///
  /// - Complexity: O(bytes).
  static func digest(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    var walker = CanonicalWalker(bytes)
    let sum = walker.digest(seed: seed)
    precondition(
      walker.offset == bytes.count, "A CanonicalWritable conformance wrote more than one JSON value")
    return sum
  }

  /// The digest of the value at the cursor, which moves behind it.
  private mutating func digest(seed: UInt64) -> UInt64 {
    switch byte {
    case 0x7B: return objectDigest(seed: seed)
    case 0x5B: return arrayDigest(seed: seed)
    case 0x22:
      let start = offset
      _ = passString()
      return hash(start..<offset, seed: seed)
    default:
      let start = offset
      passScalar()
      return hash(start..<offset, seed: seed)
    }
  }

  private mutating func objectDigest(seed: UInt64) -> UInt64 {
    pass(0x7B)
    if byte == 0x7D {
      offset &+= 1
      return hash((offset - 2)..<offset, seed: seed)
    }
    var sum: UInt64 = 0
    repeat {
      let (content, hasEscapes) = passString()
      let path =
        hasEscapes
        ? Self.unescaped(UnsafeBufferPointer(rebasing: bytes[content])).withUnsafeBytes { XXH64.hash($0, seed: seed) }
        : hash(content, seed: seed)
      pass(0x3A)
      sum &+= digest(seed: path)
    } while continues(closer: 0x7D)
    return sum
  }

  private mutating func arrayDigest(seed: UInt64) -> UInt64 {
    pass(0x5B)
    var summary = ListSummary()
    if byte == 0x5D {
      offset &+= 1
      return summary.leafHash(seed: seed)
    }
    repeat {
      let start = offset
      passValue()
      summary.append(hash(start..<offset, seed: 0))
    } while continues(closer: 0x5D)
    return summary.leafHash(seed: seed)
  }

  private func hash(_ range: Range<Int>, seed: UInt64) -> UInt64 {
    XXH64.hash(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range])), seed: seed)
  }
}
