/// XXH64 of the public specification: a fast 64-bit hash against accidents, not against attackers.
@usableFromInline
enum XXH64 {
  static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The hash of `bytes` under `seed`.
  ///
  /// - Complexity: O(bytes), about 32 bytes per round.
  @usableFromInline
  static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var offset = 0
    var hash: UInt64
    if bytes.count >= 32 {
      hash = stripes(bytes, seed: seed, offset: &offset)
    } else {
      hash = seed &+ prime5
    }
    hash = hash &+ UInt64(truncatingIfNeeded: bytes.count)
    return avalanche(tail(bytes, from: offset, into: hash))
  }

  /// The hash of the UTF-8 bytes of `text`, as written: no Unicode normalisation.
  @usableFromInline
  static func hash(_ text: String, seed: UInt64) -> UInt64 {
    let direct = text.utf8.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0), seed: seed) }
    if let direct { return direct }
    return Array(text.utf8).withUnsafeBytes { hash($0, seed: seed) }
  }

  /// The hash of the bytes of a literal.
  static func hash(_ literal: StaticString, seed: UInt64) -> UInt64 {
    literal.withUTF8Buffer { hash(UnsafeRawBufferPointer($0), seed: seed) }
  }

  private static func stripes(_ bytes: UnsafeRawBufferPointer, seed: UInt64, offset: inout Int) -> UInt64 {
    var lane1 = seed &+ prime1 &+ prime2
    var lane2 = seed &+ prime2
    var lane3 = seed
    var lane4 = seed &- prime1
    while offset &+ 32 <= bytes.count {
      lane1 = round(lane1, word(bytes, offset))
      lane2 = round(lane2, word(bytes, offset &+ 8))
      lane3 = round(lane3, word(bytes, offset &+ 16))
      lane4 = round(lane4, word(bytes, offset &+ 24))
      offset &+= 32
    }
    var hash = rotated(lane1, 1) &+ rotated(lane2, 7) &+ rotated(lane3, 12) &+ rotated(lane4, 18)
    hash = merge(hash, lane1)
    hash = merge(hash, lane2)
    hash = merge(hash, lane3)
    return merge(hash, lane4)
  }

  private static func tail(_ bytes: UnsafeRawBufferPointer, from start: Int, into value: UInt64) -> UInt64 {
    var hash = value
    var offset = start
    while offset &+ 8 <= bytes.count {
      hash = rotated(hash ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
      offset &+= 8
    }
    if offset &+ 4 <= bytes.count {
      let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      hash = rotated(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
      offset &+= 4
    }
    while offset < bytes.count {
      hash = rotated(hash ^ (UInt64(bytes[offset]) &* prime5), 11) &* prime1
      offset &+= 1
    }
    return hash
  }

  private static func avalanche(_ value: UInt64) -> UInt64 {
    var hash = value
    hash = (hash ^ (hash &>> 33)) &* prime2
    hash = (hash ^ (hash &>> 29)) &* prime3
    return hash ^ (hash &>> 32)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    (value &<< bits) | (value &>> (64 &- bits))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }
}
