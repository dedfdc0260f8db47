/// The first 16 bytes of a key as two big-endian words, so that most comparisons touch no string.
///
/// Equal prefixes say nothing (zero bytes pad short keys): the texts decide then.
@usableFromInline
struct KeyPrefix: Equatable, Sendable {
  @usableFromInline var high: UInt64
  @usableFromInline var low: UInt64

  @usableFromInline
  init(_ text: String) {
    let direct = text.utf8.withContiguousStorageIfAvailable { Self(bytes: UnsafeRawBufferPointer($0)) }
    self = direct ?? Array(text.utf8).withUnsafeBytes { Self(bytes: $0) }
  }

  private init(bytes: UnsafeRawBufferPointer) {
    high = Self.word(bytes, at: 0)
    low = Self.word(bytes, at: 8)
  }

  @inlinable
  static func < (left: Self, right: Self) -> Bool {
    left.high < right.high || (left.high == right.high && left.low < right.low)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, at start: Int) -> UInt64 {
    if start + 8 <= bytes.count {
      return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }
    var word: UInt64 = 0
    for offset in start..<(start + 8) {
      word = word << 8 | (offset < bytes.count ? UInt64(bytes[offset]) : 0)
    }
    return word
  }
}
