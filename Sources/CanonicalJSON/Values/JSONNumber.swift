/// A JSON number of any size and precision, kept as it was spelled.
public struct JSONNumber: Sendable, Hashable {
  /// The digits as they stand in the bytes.
  public let spelling: String

  /// Makes a number of a spelling that was checked before.
  init(checked spelling: String) { self.spelling = spelling }

  /// Makes a number of its JSON spelling; `nil` if that is not one.
  public init?(spelling: String) {
    let isNumber = [UInt8](spelling.utf8).withJSONReader(limits: .unlimited) { reader in
      guard let range = try? reader.readNumberRange() else { return false }
      return range == 0..<spelling.utf8.count
    }
    guard isNumber else { return nil }
    self.spelling = spelling
  }

  /// Makes a number of an integer.
  public init(_ value: some FixedWidthInteger) { spelling = String(value) }

  /// Makes a number of a double, spelled as ECMAScript does; `nil` for NaN and the infinities.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    var bytes: [UInt8] = []
    ECMAScriptNumber.append(value, to: &bytes)
    spelling = String(decoding: bytes, as: UTF8.self)
  }

  /// The integer, if it is spelled as one and fits.
  public var int64: Int64? { read { reader throws(JSONError) in try reader.readInt64() } }

  /// The integer, if it is spelled as one, is not negative and fits.
  public var uint64: UInt64? { read { reader throws(JSONError) in try reader.readUInt64() } }

  /// The nearest double, unless it is infinite.
  public var double: Double? { read { reader throws(JSONError) in try reader.readDouble() } }

  /// Whether both are the same number, exactly, however they are spelled.
  public func isNumericallyEqual(to other: JSONNumber) -> Bool {
    spelling == other.spelling || DecimalValue(spelling) == DecimalValue(other.spelling)
  }

  private func read<R>(_ body: (inout JSONReader) throws(JSONError) -> R) -> R? {
    [UInt8](spelling.utf8).withJSONReader(limits: .unlimited) { reader in try? body(&reader) }
  }
}

/// A number as sign, digits without zeros around them, and the power of ten of the last digit.
private struct DecimalValue: Equatable {
  private var isNegative = false
  private var digits: [UInt8] = []
  private var exponent = 0
  /// The exponent's own digits where it is too large to reckon with; such numbers are equal only digit for digit.
  private var hugeExponent: [UInt8] = []

  init(_ spelling: String) {
    let bytes = [UInt8](spelling.utf8)
    let mark = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
    var scale = 0
    var isFraction = false
    for byte in bytes[..<mark] {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      default:
        if isFraction { scale -= 1 }
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
      }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      scale += 1
    }
    guard !digits.isEmpty else {
      isNegative = false
      return
    }
    let spelled = Self.exponent(bytes[min(mark + 1, bytes.count)...])
    exponent = (spelled.value ?? 0) + scale
    hugeExponent = spelled.digits
  }

  private static func exponent(_ bytes: ArraySlice<UInt8>) -> (value: Int?, digits: [UInt8]) {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let unsigned = bytes.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let digits = unsigned.drop { $0 == UInt8(ascii: "0") }
    guard digits.count <= 17 else { return (nil, (isNegative ? [UInt8(ascii: "-")] : []) + digits) }
    let magnitude = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return (isNegative ? -magnitude : magnitude, [])
  }
}
