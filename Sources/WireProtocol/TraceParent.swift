/// The form of the W3C Trace Context header `traceparent`.
enum TraceParent {
  /// Bytes of version 00: `00-` 32 hex `-` 16 hex `-` 2 hex.
  static let length = 55
  /// Later versions may be longer; this is where it ends for us.
  static let lengthMax = 256

  static func isWellFormed(_ text: String) -> Bool {
    let bytes = Array(text.utf8.prefix(lengthMax + 1))
    guard (length...lengthMax).contains(bytes.count) else { return false }
    for (index, byte) in bytes.prefix(length).enumerated() {
      let isDash = index == 2 || index == 35 || index == 52
      guard isDash ? byte == 0x2D : isLowerHex(byte) else { return false }
    }
    let isVersion00 = bytes[0] == 0x30 && bytes[1] == 0x30
    let isVersionFF = bytes[0] == 0x66 && bytes[1] == 0x66
    if isVersionFF || isZero(bytes[3..<35]) || isZero(bytes[36..<52]) { return false }
    guard bytes.count > length else { return true }
    return !isVersion00 && bytes[length] == 0x2D && bytes.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func isLowerHex(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }

  private static func isZero(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy { $0 == 0x30 } }
}
