import Glibc

/// The kernel's clocks; any thread, no system call in the usual case.
package enum Clock {
  /// Wall clock: microseconds since 1970 in UTC. It may step, backwards too.
  package static func realtimeMicroseconds() -> Int64 {
    Int64(nanoseconds(CLOCK_REALTIME) / 1000)
  }

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
