/// The 64-bit digest of a whole state: the sum over its JSON leaves, each hashed under its path.
///
/// It finds accidents (a reducer that is not pure, a damaged replay), not attackers; the journal's hash
/// chain is there for those.
public struct StateDigest: Hashable, Sendable {
  /// The sum, modulo 2⁶⁴.
  public var value: UInt64

  /// A digest with a known value.
  public init(value: UInt64) {
    self.value = value
  }

  /// A digest from the 16 lower-case hex digits that stand in a record; `nil` for anything else.
  public init?(hex16 text: String) {
    guard text.utf8.count == 16 else { return nil }
    var value: UInt64 = 0
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: value = value << 4 | UInt64(byte - 0x61 + 10)
      default: return nil
      }
    }
    self.value = value
  }

  /// The digest as 16 lower-case hex digits, as records carry it.
  public var hex16: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension StateDigest: CustomStringConvertible {
  /// The digest as 16 lower-case hex digits.
  public var description: String { hex16 }
}
