/// The well-formed sequences of UTF-8 (Unicode, table 3-7): no overlong forms, no surrogates, nothing past U+10FFFF.
enum UTF8Check {
  /// The length of the sequence of two to four bytes at `place`, or 0 if it is not well-formed.
  static func sequenceLength(_ base: UnsafePointer<UInt8>, at place: Int, to end: Int) -> Int {
    let lead = base[place]
    switch lead {
    case 0xC2...0xDF:
      return continues(base, place + 1, 0x80...0xBF, end) ? 2 : 0
    case 0xE0...0xEF:
      let second: ClosedRange<UInt8> = lead == 0xE0 ? 0xA0...0xBF : lead == 0xED ? 0x80...0x9F : 0x80...0xBF
      return continues(base, place + 1, second, end) && continues(base, place + 2, 0x80...0xBF, end) ? 3 : 0
    case 0xF0...0xF4:
      let second: ClosedRange<UInt8> = lead == 0xF0 ? 0x90...0xBF : lead == 0xF4 ? 0x80...0x8F : 0x80...0xBF
      return continues(base, place + 1, second, end) && continues(base, place + 2, 0x80...0xBF, end)
        && continues(base, place + 3, 0x80...0xBF, end) ? 4 : 0
    default:
      return 0
    }
  }

  @inline(__always)
  private static func continues(
    _ base: UnsafePointer<UInt8>, _ place: Int, _ allowed: ClosedRange<UInt8>, _ end: Int
  ) -> Bool {
    place < end && allowed.contains(base[place])
  }
}
