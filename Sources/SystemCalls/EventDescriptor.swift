import CLinux
import Glibc

/// A wake-up call for a thread that waits in `Epoll` (eventfd).
package struct EventDescriptor: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try retrying("eventfd") { clinux_eventfd() })
  }

  /// Makes the descriptor readable; many signals before a `drain()` are one. Any thread.
  package func signal() {
    var one: UInt64 = 1
    // It can only refuse when 2^64-1 signals are waiting, and then it is readable anyway.
    while write(descriptor.rawValue, &one, 8) == -1, errno == EINTR {}
  }

  /// Takes the signals; whether there were any.
  @discardableResult
  package func drain() -> Bool { descriptor.takeCount() }
}

/// A moment on the boot clock that makes a descriptor readable (timerfd).
package struct TimerDescriptor: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try retrying("timerfd_create") { clinux_timerfd_boottime() })
  }

  /// Sets the moment, in nanoseconds of `Clock.boottimeNanoseconds()`; one that has passed fires at once, nil never.
  package func set(deadline: UInt64?) throws(SystemError) {
    let timer = descriptor.rawValue
    // Zero would disarm.
    let moment = deadline.map { max($0, 1) } ?? 0
    try retrying("timerfd_settime") { clinux_timerfd_set(timer, moment) }
  }

  /// Takes the expiry; whether there was one.
  @discardableResult
  package func drain() -> Bool { descriptor.takeCount() }
}

extension FileDescriptor {
  /// Takes the count that makes an event or timer descriptor readable; whether there was any.
  fileprivate func takeCount() -> Bool {
    var count: UInt64 = 0
    while true {
      if Glibc.read(rawValue, &count, 8) == 8 { return true }
      if errno != EINTR { return false }
    }
  }
}
