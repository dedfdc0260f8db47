import Glibc

/// What a descriptor is waited for, or was found ready for.
package struct Readiness: OptionSet, Sendable {
  package let rawValue: Int16

  package init(rawValue: Int16) {
    self.rawValue = rawValue
  }

  package static let readable = Readiness(rawValue: Int16(POLLIN))
  package static let writable = Readiness(rawValue: Int16(POLLOUT))
  /// The other end is gone (always reported).
  package static let hangUp = Readiness(rawValue: Int16(POLLHUP))
  /// Always reported.
  package static let failed = Readiness(rawValue: Int16(POLLERR))
}

/// Waiting for a few descriptors, regular files included (which `Epoll` refuses).
package enum Poll {
  /// Waits until one of `descriptors` is ready; what each is ready for, in the same order.
  ///
  /// - Parameter timeoutMilliseconds: nil waits for ever. All are empty after the time is over or a signal came.
  package static func wait(
    _ descriptors: [(descriptor: Int32, readiness: Readiness)], timeoutMilliseconds: Int32? = nil
  ) throws(SystemError) -> [Readiness] {
    var entries = descriptors.map { pollfd(fd: $0.descriptor, events: $0.readiness.rawValue, revents: 0) }
    let count = poll(&entries, nfds_t(entries.count), timeoutMilliseconds ?? -1)
    if count == -1, errno != EINTR { throw SystemError("poll", nil) }
    return entries.map { Readiness(rawValue: count > 0 ? $0.revents : 0) }
  }

  /// Waits until `descriptor` is ready or `timeoutMilliseconds` are over; whether it is.
  @discardableResult
  package static func wait(
    _ descriptor: Int32, for readiness: Readiness, timeoutMilliseconds: Int32? = nil
  ) throws(SystemError) -> Bool {
    try !wait([(descriptor, readiness)], timeoutMilliseconds: timeoutMilliseconds)[0].isEmpty
  }
}
