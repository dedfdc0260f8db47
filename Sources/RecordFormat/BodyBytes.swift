import CanonicalJSON

extension [UInt8] {
  /// Appends text of ours, as it is.
  mutating func append(_ literal: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends a member: `key` with its punctuation, then the string; nothing where there is no value.
  mutating func append(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    append(key)
    append(quoted: value)
  }

  /// Appends a JSON string in canonical spelling.
  mutating func append(quoted text: String) {
    if text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
      var writer = JSONWriter(reservingCapacity: text.utf8.count + 16)
      writer.string(text)
      append(contentsOf: writer.bytes)
    } else {
      append(UInt8(ascii: "\""))
      append(contentsOf: text.utf8)
      append(UInt8(ascii: "\""))
    }
  }

  /// Appends the digits of a number.
  mutating func append(decimal number: UInt64) {
    let start = count
    var rest = number
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }

  /// Appends sixteen lowercase hex digits.
  mutating func append(hex number: UInt64) {
    for half in [number >> 32, number & 0xffff_ffff] {
      let digits = HexDigits.encode(UInt32(half).byteSwapped)
      for index in 0..<8 { append(UInt8(truncatingIfNeeded: digits >> (8 * index))) }
    }
  }
}
