import Glibc

/// The kernel's clocks; any thread, no system call in the usual case.
package enum Clock {
  /// Wall clock: microseconds since 1970 in UTC. It may step, backwards too.
  ///
  /// A clock that was never set, or set to nonsense, is held within what times can be written for, with room behind.
  package static func realtimeMicroseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return microseconds(seconds: Int64(now.tv_sec), nanoseconds: Int64(now.tv_nsec))
  }

  /// A moment as microseconds since 1970, held between 1970 and the end of 9998.
  static func microseconds(seconds: Int64, nanoseconds: Int64) -> Int64 {
    if seconds < 0 { return 0 }
    return min(seconds, latestSeconds) * 1_000_000 + nanoseconds / 1_000
  }

  /// The last second of the year 9998.
  private static let latestSeconds: Int64 = 253_370_764_799

  /// Nanoseconds since the machine was started, sleep included. Never goes back.
  package static func boottimeNanoseconds() -> UInt64 {
    nanoseconds(CLOCK_BOOTTIME)
  }

  /// Nanoseconds for measuring intervals. Never goes back.
  package static func monotonicNanoseconds() -> UInt64 {
    nanoseconds(CLOCK_MONOTONIC)
  }

  /// Minutes east of UTC of the local time zone at a moment (`TZ` and `/etc/localtime` decide).
  package static func localOffsetMinutes(atSeconds seconds: Int64) -> Int {
    var moment = time_t(seconds)
    var local = tm()
    localtime_r(&moment, &local)
    return local.tm_gmtoff / 60
  }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var now = timespec()
    // These clocks exist on every kernel that the other calls need.
    clock_gettime(clock, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}
