/// A moment in UTC, to the microsecond.
public struct Timestamp: Comparable, Hashable, Sendable {
  /// Microseconds since the start of 1970, without leap seconds.
  public var microseconds: Int64

  /// Makes a moment of microseconds since the start of 1970.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Whether `one` is earlier than `other`.
  public static func < (one: Timestamp, other: Timestamp) -> Bool { one.microseconds < other.microseconds }

  /// The moment so many milliseconds later, or earlier for a negative number; beyond what a `Timestamp` holds, the last
  /// or first that it does.
  public func adding(milliseconds: Int64) -> Timestamp {
    let (product, isTooMuch) = milliseconds.multipliedReportingOverflow(by: 1000)
    let (sum, isBeyond) = microseconds.addingReportingOverflow(product)
    guard isTooMuch || isBeyond else { return Timestamp(microseconds: sum) }
    return Timestamp(microseconds: milliseconds < 0 ? .min : .max)
  }

  /// How many whole milliseconds this is later than `other`, cut toward it; negative where it is earlier.
  public func milliseconds(since other: Timestamp) -> Int64 {
    let (difference, isBeyond) = microseconds.subtractingReportingOverflow(other.microseconds)
    guard isBeyond else { return difference / 1000 }
    return (microseconds < other.microseconds ? Int64.min : .max) / 1000
  }

  /// The RFC 3339 spelling in UTC, always with six decimals: `2026-01-02T03:04:05.000006Z`.
  ///
  /// That spelling has years 0 to 9999; others are written with as many digits as they need, and do not read back.
  public var rfc3339: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(27)
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the RFC 3339 spelling, without quotes.
  public func write(into bytes: inout [UInt8]) {
    let (second, micro) = Self.floorDivide(microseconds, 1_000_000)
    let (day, secondOfDay) = Self.floorDivide(second, 86_400)
    let date = CivilDate(day: day)
    if date.year < 0 { bytes.append(UInt8(ascii: "-")) }
    Decimal.append(UInt64(date.year.magnitude), width: 4, to: &bytes)
    bytes.append(addingCapacity: 23) { text in
      func append(_ mark: Unicode.Scalar, _ number: Int64, width: Int) {
        text.append(UInt8(ascii: mark))
        text.append(digits: UInt64(number), count: width)
      }
      append("-", date.month, width: 2)
      append("-", date.day, width: 2)
      append("T", secondOfDay / 3_600, width: 2)
      append(":", secondOfDay / 60 % 60, width: 2)
      append(":", secondOfDay % 60, width: 2)
      append(".", micro, width: 6)
      text.append(UInt8(ascii: "Z"))
    }
  }

  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}

extension Timestamp: Codable, CustomStringConvertible {
  /// The same as `rfc3339`.
  public var description: String { rfc3339 }

  /// Reads the RFC 3339 spelling.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let moment = Timestamp(rfc3339: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a time as RFC 3339 spells it")
    }
    self = moment
  }

  /// Writes the RFC 3339 spelling.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rfc3339)
  }
}
