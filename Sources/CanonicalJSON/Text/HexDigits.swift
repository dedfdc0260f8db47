/// Four bytes and their eight lowercase hex digits, all at once in one word.
///
/// In both words the lowest byte is the first in memory.
package enum HexDigits {
  /// The digits of four bytes.
  @inlinable
  package static func encode(_ four: UInt32) -> UInt64 {
    // One nibble per byte, the high nibble of a byte before its low one.
    var spread = UInt64(four)
    spread = (spread | spread << 16) & 0x0000_ffff_0000_ffff
    spread = (spread | spread << 8) & 0x00ff_00ff_00ff_00ff
    let nibbles = (spread >> 4 & 0x000f_000f_000f_000f) | (spread & 0x000f_000f_000f_000f) << 8
    let letters = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & ones
    return nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 39
  }

  /// The sixteen digits of a number, the highest first, in the memory of two words.
  @inlinable
  package static func encode(number: UInt64) -> (UInt64, UInt64) {
    (
      encode(UInt32(truncatingIfNeeded: number >> 32).byteSwapped).littleEndian,
      encode(UInt32(truncatingIfNeeded: number).byteSwapped).littleEndian
    )
  }

  /// The four bytes of eight digits; nil where one is not a lowercase hex digit.
  @inlinable
  package static func decode(_ digits: UInt64) -> UInt32? {
    // Letters are 0x61...0x66, numerals 0x30...0x39: bit 6 tells them apart.
    let letters = digits >> 6 & ones
    let nibbles = digits &- 0x3030_3030_3030_3030 &- letters &* 39
    // Everything else either leaves the low nibble's range or is not what its nibbles spell.
    guard nibbles & 0xf0f0_f0f0_f0f0_f0f0 == 0 else { return nil }
    var spread = (nibbles & 0x000f_000f_000f_000f) << 4 | (nibbles >> 8 & 0x000f_000f_000f_000f)
    spread = (spread | spread >> 8) & 0x0000_ffff_0000_ffff
    let four = UInt32(truncatingIfNeeded: spread | spread >> 16)
    return encode(four) == digits ? four : nil
  }

  @inlinable
  package static var ones: UInt64 { 0x0101_0101_0101_0101 }
}
