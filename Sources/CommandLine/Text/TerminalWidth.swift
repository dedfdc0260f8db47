/// How many columns of a terminal text takes.
///
/// By scalars, as the plainest terminals count: where one joins several to a single picture, less is shown than would
/// have fitted, and no line is wrapped.
enum TerminalWidth {
  /// The columns of one character, with all that is joined to it.
  static func columns(of character: Character) -> Int {
    character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar.value) ? 2 : 1
    }
  }

  /// The blocks whose characters are Wide or Fullwidth in Unicode's EastAsianWidth, some unassigned ones among them.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615,
      0x2648...0x2653, 0x26A1...0x26FA, 0x2705...0x274E, 0x2753...0x2757, 0x2795...0x27BF, 0x2B1B...0x2B55,
      0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF, 0x1F004...0x1F0CF, 0x1F18E...0x1FAFF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
