/// The double nearest to a decimal number.
enum DecimalDouble {
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
    1e20, 1e21, 1e22,
  ]

  /// The double nearest to the number spelled in `range`, ties to even; `nil` if that is infinite.
  ///
  /// The spelling was checked before.
  static func nearest(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) -> Double? {
    if let exact = exactProduct(base, range) { return exact }
    let text = String(decoding: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count), as: UTF8.self)
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The value where digits and power of ten are both exact doubles, so that one operation rounds correctly.
  private static func exactProduct(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) -> Double? {
    var place = range.lowerBound
    let isNegative = base[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    var digits: UInt64 = 0
    var scale = 0
    var isFraction = false
    while place < range.upperBound {
      let byte = base[place]
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte | 0x20 == UInt8(ascii: "e") {
        break
      } else {
        guard digits < 1 << 53 / 10 else { return nil }
        digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
        if isFraction { scale -= 1 }
      }
      place += 1
    }
    if place < range.upperBound {
      guard let exponent = smallExponent(base, place + 1..<range.upperBound) else { return nil }
      scale += exponent
    }
    guard scale >= -22, scale <= 22 else { return nil }
    let value = scale < 0 ? Double(digits) / powers[-scale] : Double(digits) * powers[scale]
    return isNegative ? -value : value
  }

  private static func smallExponent(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) -> Int? {
    var place = range.lowerBound
    let isNegative = base[place] == UInt8(ascii: "-")
    if isNegative || base[place] == UInt8(ascii: "+") { place += 1 }
    guard range.upperBound - place <= 4 else { return nil }
    var value = 0
    while place < range.upperBound {
      value = value * 10 + Int(base[place] - UInt8(ascii: "0"))
      place += 1
    }
    return isNegative ? -value : value
  }
}
