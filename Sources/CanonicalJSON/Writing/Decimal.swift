/// Decimal digits of integers, without a detour through `String`.
package enum Decimal {
  /// Appends the digits of `value`, with zeros before them up to `width`.
  package static func append(_ value: UInt64, width: Int = 1, to bytes: inout [UInt8]) {
    let length = max(width, digitCount(value))
    bytes.append(addingCapacity: length) { text in text.append(digits: value, count: length) }
  }

  private static func digitCount(_ value: UInt64) -> Int {
    var count = 1
    var rest = value / 10
    while rest > 0 {
      rest /= 10
      count += 1
    }
    return count
  }
}

extension OutputSpan<UInt8> {
  /// Appends the last `count` digits of `value`, zeros where it has fewer.
  mutating func append(digits value: UInt64, count: Int) {
    append(repeating: UInt8(ascii: "0"), count: count)
    var written = mutableSpan
    var place = written.count
    var rest = value
    for _ in 0..<count {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      place -= 1
      written[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
  }

  /// Appends bytes, for which there must be room.
  mutating func append(copying bytes: UnsafeBufferPointer<UInt8>) {
    precondition(bytes.count <= freeCapacity, "no room for \(bytes.count) bytes")
    withUnsafeMutableBufferPointer { buffer, count in
      let end = count + bytes.count
      _ = buffer[count..<end].initialize(fromContentsOf: bytes)
      count = end
    }
  }
}
