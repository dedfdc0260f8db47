extension Timestamp {
  /// Reads an RFC 3339 date and time with any offset; `nil` if it is not one.
  ///
  /// Digits past the microsecond are cut. A leap second (`:60`) is refused.
  public init?(rfc3339 text: String) {
    var text = text
    guard let moment = text.withUTF8({ Timestamp(rfc3339: $0) }) else { return nil }
    self = moment
  }

  /// Reads an RFC 3339 date and time with any offset; `nil` if it is not one.
  ///
  /// Digits past the microsecond are cut. A leap second (`:60`) is refused.
  public init?(rfc3339 bytes: [UInt8]) {
    guard let moment = bytes.withUnsafeBufferPointer({ Timestamp(rfc3339: $0) }) else { return nil }
    self = moment
  }

  /// Reads an RFC 3339 date and time with any offset; `nil` if it is not one.
  ///
  /// Digits past the microsecond are cut. A leap second (`:60`) is refused.
  public init?(rfc3339 bytes: UnsafeBufferPointer<UInt8>) {
    var cursor = TimeCursor(bytes: bytes)
    guard let year = cursor.number(4), cursor.take("-"), let month = cursor.number(2), cursor.take("-"),
      let day = cursor.number(2), cursor.take("T", or: "t"),
      let hour = cursor.number(2), cursor.take(":"), let minute = cursor.number(2), cursor.take(":"),
      let second = cursor.number(2), let micro = cursor.fraction(), let offset = cursor.offsetMinutes(),
      cursor.isAtEnd, hour < 24, minute < 60, second < 60,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    let seconds = date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60
    self.init(microseconds: seconds * 1_000_000 + micro)
  }
}

/// Reads the fixed fields of a date and time.
private struct TimeCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var place = 0

  var isAtEnd: Bool { place == bytes.count }

  mutating func take(_ byte: Unicode.Scalar, or other: Unicode.Scalar? = nil) -> Bool {
    guard place < bytes.count,
      bytes[place] == UInt8(ascii: byte) || other.map({ bytes[place] == UInt8(ascii: $0) }) == true
    else { return false }
    place += 1
    return true
  }

  mutating func digit() -> Int64? {
    guard place < bytes.count, bytes[place] &- UInt8(ascii: "0") < 10 else { return nil }
    defer { place += 1 }
    return Int64(bytes[place] - UInt8(ascii: "0"))
  }

  mutating func number(_ width: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<width {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// The microseconds of an optional fraction.
  mutating func fraction() -> Int64? {
    guard take(".") else { return 0 }
    var value: Int64 = 0
    var count = 0
    while let digit = digit() {
      if count < 6 { value = value * 10 + digit }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in 0..<max(0, 6 - count) { value *= 10 }
    return value
  }

  /// The minutes that the local time is ahead of UTC.
  mutating func offsetMinutes() -> Int64? {
    if take("Z", or: "z") { return 0 }
    let isAhead = take("+")
    guard isAhead || take("-"), let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isAhead ? 1 : -1)
  }
}
