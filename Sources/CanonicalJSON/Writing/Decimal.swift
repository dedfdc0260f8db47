/// Decimal digits of integers, without a detour through `String`.
package enum Decimal {
  /// Appends the digits of `value`.
  package static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    if value < 10 {
      bytes.append(UInt8(ascii: "0") + UInt8(value))
      return
    }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var first = 20
    var rest = value
    while rest > 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
    digits.span.withUnsafeBufferPointer { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[first...])) }
  }

  /// Appends the digits of `value`, with zeros before them up to `width`.
  package static func append(_ value: UInt64, width: Int, to bytes: inout [UInt8]) {
    var bound: UInt64 = 1
    var length = 0
    while length < width, value >= bound {
      length += 1
      let (next, overflows) = bound.multipliedReportingOverflow(by: 10)
      bound = overflows ? UInt64.max : next
      if overflows { break }
    }
    for _ in 0..<max(0, width - max(length, value == 0 ? 1 : length)) { bytes.append(UInt8(ascii: "0")) }
    append(value, to: &bytes)
  }
}
