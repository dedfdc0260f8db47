/// Numbers as ECMAScript's `Number::toString` spells them, which is what RFC 8785 asks for.
enum ECMAScriptNumber {
  /// Appends the finite `value`; minus zero is `0`.
  static func append(_ value: Double, to bytes: inout [UInt8]) {
    if value.magnitude < 9_007_199_254_740_992, value == Double(Int64(value)) {
      if value < 0 { bytes.append(UInt8(ascii: "-")) }
      return Decimal.append(UInt64(value.magnitude), to: &bytes)
    }
    layOut(value.description, to: &bytes)
  }

  /// Appends the finite `value`; minus zero is `0`.
  static func append(_ value: Float, to bytes: inout [UInt8]) {
    if value.magnitude < 16_777_216, value == Float(Int64(value)) {
      return append(Double(value), to: &bytes)
    }
    layOut(value.description, to: &bytes)
  }

  /// Swift's description has the shortest digits that read back as the same value; only the layout differs.
  private static func layOut(_ description: String, to bytes: inout [UInt8]) {
    var digits: [UInt8] = []
    digits.reserveCapacity(20)
    /// Where the point stands: the value is 0.digits × 10^point.
    var point = 0
    var sawPoint = false
    var exponent: Substring.UTF8View?
    let text = description.utf8
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: "-") {
        bytes.append(byte)
      } else if byte == UInt8(ascii: ".") {
        sawPoint = true
      } else if byte == UInt8(ascii: "e") {
        exponent = text[text.index(after: index)...]
        break
      } else if digits.isEmpty, byte == UInt8(ascii: "0") {
        if sawPoint { point -= 1 }
      } else {
        digits.append(byte)
        if !sawPoint { point += 1 }
      }
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if let exponent { point += Int(Substring(exponent)) ?? 0 }
    layOut(digits[...], point, to: &bytes)
  }

  private static func layOut(_ digits: ArraySlice<UInt8>, _ point: Int, to bytes: inout [UInt8]) {
    let zero = UInt8(ascii: "0")
    switch point {
    case digits.count...21 where digits.count <= 21:
      bytes.append(contentsOf: digits)
      bytes.append(contentsOf: repeatElement(zero, count: point - digits.count))
    case 1...21:
      bytes.append(contentsOf: digits.prefix(point))
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: digits.dropFirst(point))
    case -5...0:
      bytes.append(zero)
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: repeatElement(zero, count: -point))
      bytes.append(contentsOf: digits)
    default:
      bytes.append(contentsOf: digits.prefix(1))
      if digits.count > 1 {
        bytes.append(UInt8(ascii: "."))
        bytes.append(contentsOf: digits.dropFirst())
      }
      bytes.append(UInt8(ascii: "e"))
      bytes.append(point > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-"))
      Decimal.append(UInt64((point - 1).magnitude), to: &bytes)
    }
  }
}
