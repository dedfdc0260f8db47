/// Finds a byte, eight at a time.
package enum ByteScan {
  /// The first index of `byte` in `bytes`.
  ///
  /// - Complexity: O(n), eight bytes per step.
  package static func firstIndex(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    var index = 0
    while index &+ 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ pattern
      // The lowest set bit marks the first zero byte of `word`; bits above it may be false.
      let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeros != 0 { return index &+ zeros.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < bytes.count {
      if bytes[index] == byte { return index }
      index &+= 1
    }
    return nil
  }
}
