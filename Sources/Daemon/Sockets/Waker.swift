import SystemCalls

/// Wakes the event loop from any thread.
final class Waker: Sendable {
  let event: EventDescriptor

  init() throws(SystemError) {
    event = try EventDescriptor()
  }

  /// Makes the loop call `LineService.wake()`; many calls before that are one.
  func wake() {
    event.signal()
  }
}
