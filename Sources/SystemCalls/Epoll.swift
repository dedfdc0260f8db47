import CLinux
import Glibc

/// What a descriptor is watched for, or found ready for.
package struct EpollEvents: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static let readable = EpollEvents(rawValue: 0x001)
  package static let writable = EpollEvents(rawValue: 0x004)
  /// Always reported.
  package static let failed = EpollEvents(rawValue: 0x008)
  /// Both halves are shut; always reported.
  package static let hangUp = EpollEvents(rawValue: 0x010)
  /// The other end will send no more.
  package static let peerEnded = EpollEvents(rawValue: 0x2000)
}

/// Waiting for many descriptors, level-triggered. One thread waits; any may change the set.
package struct Epoll: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try retrying("epoll_create1") { clinux_epoll_create() })
  }

  /// Watches `file`; its events come with `token`. It leaves the set when it is closed.
  ///
  /// - Throws: `EPERM` for a regular file, `EEXIST` for one that is watched already.
  package func add(_ file: borrowing FileDescriptor, _ events: EpollEvents, token: UInt64) throws(SystemError) {
    try control(1, file.rawValue, events, token)
  }

  /// Changes what `file` is watched for; nothing leaves only failure and hang-up.
  package func modify(_ file: borrowing FileDescriptor, _ events: EpollEvents, token: UInt64) throws(SystemError) {
    try control(3, file.rawValue, events, token)
  }

  /// Stops watching `file`.
  package func remove(_ file: borrowing FileDescriptor) throws(SystemError) {
    try control(2, file.rawValue, [], 0)
  }

  private func control(
    _ operation: Int32, _ file: Int32, _ events: EpollEvents, _ token: UInt64
  ) throws(SystemError) {
    let epoll = descriptor.rawValue
    try retrying("epoll_ctl") { clinux_epoll_control(epoll, operation, file, events.rawValue, token) }
  }

  /// Waits until something is ready and fills `ready` with up to 256 events, oldest readiness first.
  ///
  /// - Parameter timeoutMilliseconds: nil waits for ever, 0 not at all.
  /// - Returns: the number of events; 0 after the time is over or a signal came.
  package func wait(into ready: inout EpollReady, timeoutMilliseconds: Int32? = nil) throws(SystemError) -> Int {
    let count = clinux_epoll_wait(
      descriptor.rawValue, &ready.storage, Int32(ready.storage.count), timeoutMilliseconds ?? -1)
    if count >= 0 {
      ready.count = Int(count)
    } else {
      ready.count = 0
      if errno != EINTR { throw SystemError("epoll_wait", nil) }
    }
    return ready.count
  }
}

/// Room for the events of one wait, kept from one to the next.
package struct EpollReady: Sendable {
  fileprivate var storage = [clinux_epoll_event](repeating: clinux_epoll_event(), count: 256)
  package fileprivate(set) var count = 0

  package init() {}

  package subscript(index: Int) -> (events: EpollEvents, token: UInt64) {
    precondition(index < count, "only the events of the last wait can be read")
    return (EpollEvents(rawValue: storage[index].events), storage[index].token)
  }
}
