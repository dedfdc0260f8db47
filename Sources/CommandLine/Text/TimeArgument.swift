import CanonicalJSON

/// Times as people type them.
///
/// `2026-01-02T03:04:05.6Z` and other RFC 3339; the same without its zone, its seconds or its time; with a space for
/// the `T`; `now`, `today`, `yesterday`; and spans that lie back: `90s`, `10m`, `2h`, `3d`, `1w`.
struct TimeArgument {
  /// What "now" is.
  let now: Timestamp
  /// The zone of times that name none.
  let zone: TimeZoneRule

  static let examples = "2026-01-02, 2026-01-02T03:04:05Z, 10m, 2h, 3d, today"

  /// The moment, or `nil` for text that is none.
  func parse(_ text: String) -> Timestamp? {
    switch text {
    case "now": return now
    case "today": return startOfDay(daysBack: 0)
    case "yesterday": return startOfDay(daysBack: 1)
    default: break
    }
    if let span = Self.span(text) {
      var time = now
      let (back, overflow) = time.microseconds.subtractingReportingOverflow(span)
      guard !overflow else { return nil }
      time.microseconds = back
      return time
    }
    let spelled = Self.withT(text)
    if let time = Timestamp(rfc3339: spelled) { return time }
    for rest in ["Z", ":00Z", "T00:00:00Z"] {
      if let wall = Timestamp(rfc3339: spelled + rest) { return zone.moment(ofWallClock: wall) }
    }
    return nil
  }

  private func startOfDay(daysBack: Int64) -> Timestamp? {
    let local = zone.text(now)
    guard var wall = Timestamp(rfc3339: String(local.prefix(10)) + "T00:00:00Z") else { return nil }
    wall.microseconds -= daysBack * 86_400_000_000
    return zone.moment(ofWallClock: wall)
  }

  private static func withT(_ text: String) -> String {
    var bytes = Array(text.utf8)
    if bytes.count > 10, bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func span(_ text: String) -> Int64? {
    guard let unit = text.utf8.last, let number = Int64(text.dropLast()), number >= 0 else { return nil }
    let seconds: Int64
    switch unit {
    case UInt8(ascii: "s"): seconds = 1
    case UInt8(ascii: "m"): seconds = 60
    case UInt8(ascii: "h"): seconds = 3_600
    case UInt8(ascii: "d"): seconds = 86_400
    case UInt8(ascii: "w"): seconds = 604_800
    default: return nil
    }
    let (span, overflow) = number.multipliedReportingOverflow(by: seconds * 1_000_000)
    return overflow ? nil : span
  }
}
