import CanonicalJSON

extension Timestamp {
  /// The time that 27 bytes spell as journals do: `2026-01-02T03:04:05.000006Z`; nil for anything else.
  @inline(__always)
  init?(usual bytes: UnsafeRawPointer) {
    var digits = FixedDigits(bytes)
    let year = digits.pair(0) &* 100 &+ digits.pair(2)
    let month = digits.pair(5)
    let day = digits.pair(8)
    let hour = digits.pair(11)
    let minute = digits.pair(14)
    let second = digits.pair(17)
    let micro = (digits.pair(20) &* 100 &+ digits.pair(22)) &* 100 &+ digits.pair(24)
    guard digits.areAll, Self.hasUsualPunctuation(bytes), 1...12 ~= month, day >= 1,
      day <= Self.days(in: month, of: year), hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = ((Self.daysSince1970(year, month, day) &* 24 &+ hour) &* 60 &+ minute) &* 60 &+ second
    self.init(microseconds: seconds &* 1_000_000 &+ micro)
  }

  private static func hasUsualPunctuation(_ bytes: UnsafeRawPointer) -> Bool {
    func has(_ scalar: Unicode.Scalar, at offset: Int) -> Bool {
      bytes.load(fromByteOffset: offset, as: UInt8.self) == UInt8(ascii: scalar)
    }
    return has("-", at: 4) && has("-", at: 7) && has("T", at: 10) && has(":", at: 13) && has(":", at: 16)
      && has(".", at: 19) && has("Z", at: 26)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    if month == 2 { return isLeap ? 29 : 28 }
    // Thirty in April, June, September and November.
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }

  /// Days from the start of 1970 in the Gregorian calendar, years 0 to 9999.
  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Years counted from March have their leap day at the end; 400 added keeps year 0's January positive.
    let year = month <= 2 ? year &+ 399 : year &+ 400
    let monthFromMarch = (month &+ 9) % 12
    let dayOfYear = (monthFromMarch &* 153 &+ 2) / 5 &+ day &- 1
    let days = year &* 365 &+ year / 4 &- year / 100 &+ year / 400 &+ dayOfYear
    return days &- 719_468 &- 146_097
  }
}

/// Pairs of decimal digits at fixed places, and whether all that were read are digits.
private struct FixedDigits {
  private let bytes: UnsafeRawPointer
  private(set) var areAll = true

  @inline(__always)
  init(_ bytes: UnsafeRawPointer) {
    self.bytes = bytes
  }

  @inline(__always)
  mutating func pair(_ offset: Int) -> Int64 {
    let high = bytes.load(fromByteOffset: offset, as: UInt8.self) &- UInt8(ascii: "0")
    let low = bytes.load(fromByteOffset: offset &+ 1, as: UInt8.self) &- UInt8(ascii: "0")
    if high > 9 || low > 9 { areAll = false }
    return Int64(high) &* 10 &+ Int64(low)
  }
}
