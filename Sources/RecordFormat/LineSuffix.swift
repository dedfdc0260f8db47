/// The 75 bytes that every line ends with: `,"hash":"` + 64 lowercase hex digits + `"}`.
package enum LineSuffix {
  /// Up to so many of its bytes may be off before a line counts as cut short.
  ///
  /// A bit that flipped in a suffix leaves it the form of one, and so stays damage rather than a torn write.
  package static let tolerance = 4

  private static let digits = 9..<73

  /// The hash that a line tells, if its last 75 bytes have the form of a suffix exactly; nil otherwise.
  ///
  /// - Parameter line: without its 0x0A.
  package static func hash(of line: UnsafeBufferPointer<UInt8>) -> RecordHash? {
    let start = line.count - HashChain.suffixLength
    guard start >= 0, let base = UnsafeRawPointer(line.baseAddress)?.advanced(by: start) else { return nil }
    // `,"hash":` in one word, then the quote, and `"}` at the end.
    guard UInt64(littleEndian: base.loadUnaligned(as: UInt64.self)) == 0x3a22_6873_6168_222c,
      line[start + 8] == UInt8(ascii: "\""), line[start + 73] == UInt8(ascii: "\""),
      line[start + 74] == UInt8(ascii: "}")
    else { return nil }
    return RecordHash(
      hexDigits: UnsafeBufferPointer(rebasing: line[start + digits.lowerBound..<start + digits.upperBound]))
  }

  /// In how many of its last 75 bytes a line is off the form of a suffix; nil where it is shorter.
  package static func misfits(of line: UnsafeBufferPointer<UInt8>) -> Int? {
    let start = line.count - HashChain.suffixLength
    guard start >= 0 else { return nil }
    let form: StaticString = #","hash":"0000000000000000000000000000000000000000000000000000000000000000"}"#
    var count = 0
    for index in 0..<HashChain.suffixLength {
      let byte = line[start + index]
      let fits =
        if digits.contains(index) {
          (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        } else {
          byte == form.utf8Start[index]
        }
      if !fits { count += 1 }
    }
    return count
  }

  /// Whether a line ends before its suffix does: shorter than one, or more than `tolerance` bytes off the form of one.
  package static func isCutShort(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let misfits = misfits(of: line) else { return true }
    return misfits > tolerance
  }
}
