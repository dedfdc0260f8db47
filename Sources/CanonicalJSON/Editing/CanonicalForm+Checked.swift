/// What can be told quickly of bytes that a `JSONReader` has passed as one value; of others it says nothing.
extension CanonicalForm {
  /// Whether the value is spelled canonically already, numbers as they are: most that programs write are.
  ///
  /// `false` also where that is not told at a glance: for strings with escapes.
  /// - Complexity: O(n), much less than writing it anew.
  package static func isCanonical(checked bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    // The last key of each object that is open.
    var keys: [Range<Int>] = []
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case 0...0x20: return false
      case UInt8(ascii: "{"): keys.append(0..<0)
      case UInt8(ascii: "}"): _ = keys.popLast()
      case UInt8(ascii: "\""):
        let content = place + 1..<ByteScan.firstToEscape(base, from: place + 1, to: bytes.count)
        place = content.upperBound
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return false }
        if place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: ":"), let last = keys.last {
          guard UTF8Order.isUTF16Ascending(slice(bytes, last), slice(bytes, content)) else { return false }
          keys[keys.count - 1] = content
        }
      default: break
      }
      place += 1
    }
    return true
  }

  /// Appends the value as it is spelled, less the white space between tokens.
  ///
  /// - Complexity: O(n).
  package static func minify(checked bytes: UnsafeBufferPointer<UInt8>, into target: inout [UInt8]) {
    guard let base = bytes.baseAddress else { return }
    appendTokens(base, 0..<bytes.count, to: &target)
  }

  private static func slice(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }
}
