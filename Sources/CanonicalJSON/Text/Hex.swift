/// Lower-case hexadecimal digits, both ways; upper-case digits are refused when read.
package enum Hex {
  /// The digit of a value below 16.
  package static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Appends the sixteen digits of `value`, the highest first.
  package static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: HexDigits.encode(number: value)) { bytes.append(contentsOf: $0) }
  }

  /// Appends two digits for each byte of `content`.
  package static func append(_ content: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    for byte in content {
      bytes.append(digit(byte >> 4))
      bytes.append(digit(byte & 0xF))
    }
  }

  /// The sixteen digits of `value`.
  package static func text(_ value: UInt64) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Two digits for each byte of `content`.
  package static func text(_ content: some Collection<UInt8>) -> String {
    var bytes: [UInt8] = []
    for byte in content {
      bytes.append(digit(byte >> 4))
      bytes.append(digit(byte & 0xF))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value of exactly sixteen digits, else `nil`.
  package static func uint64(_ digits: some Collection<UInt8>) -> UInt64? {
    guard digits.count == 16 else { return nil }
    var value: UInt64 = 0
    for byte in digits {
      guard let digit = nibble(byte) else { return nil }
      value = value << 4 | UInt64(digit)
    }
    return value
  }

  /// The value of exactly sixteen digits, else `nil`.
  package static func uint64(_ text: String) -> UInt64? { uint64(text.utf8) }

  /// The bytes that `digits` stand for; `nil` if their number is odd or one is not a digit.
  package static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for byte in digits {
      guard let digit = nibble(byte) else { return nil }
      if let first = high {
        result.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return result
  }

  /// Fills `target` with the bytes that twice as many `digits` stand for; `false`, with `target` undefined, if they do not.
  package static func decode(_ digits: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableRawBufferPointer) -> Bool {
    guard digits.count == target.count * 2 else { return false }
    for index in 0..<target.count {
      guard let high = nibble(digits[2 * index]), let low = nibble(digits[2 * index + 1]) else { return false }
      target[index] = high << 4 | low
    }
    return true
  }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
