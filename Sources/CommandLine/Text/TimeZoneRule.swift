import CanonicalJSON

/// How times are read and shown: in UTC, or as the machine's clock on the wall shows them.
struct TimeZoneRule: Sendable {
  /// Seconds east of UTC at a moment; `nil` means UTC throughout.
  let offset: (@Sendable (Timestamp) -> Int)?

  static let utc = TimeZoneRule(offset: nil)

  /// The time as RFC 3339, with the offset spelled out where it is not UTC.
  func text(_ time: Timestamp) -> String {
    guard let offset else { return time.rfc3339 }
    let seconds = offset(time)
    var shifted = time
    shifted.microseconds += Int64(seconds) * 1_000_000
    let minutes = seconds.magnitude / 60
    return String(shifted.rfc3339.dropLast()) + (seconds < 0 ? "-" : "+") + Self.two(minutes / 60) + ":"
      + Self.two(minutes % 60)
  }

  /// The moment that a wall clock in this zone shows as `wall` (which is spelled as if it were UTC).
  func moment(ofWallClock wall: Timestamp) -> Timestamp {
    guard let offset else { return wall }
    var moment = wall
    moment.microseconds -= Int64(offset(wall)) * 1_000_000
    // Beside a change of the clocks the offset at the guess may differ from the one that applies.
    var corrected = wall
    corrected.microseconds -= Int64(offset(moment)) * 1_000_000
    return corrected
  }

  private static func two(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
