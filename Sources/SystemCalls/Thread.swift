import CLinux
import Glibc
import Synchronization

/// A thread of the system that runs one closure. One that is never joined goes on by itself.
package final class Thread: Sendable {
  private let handle: Mutex<pthread_t?>

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: shown by `top -H`; fifteen bytes are kept.
  ///   - stackBytes: room for its stack; the system's default (8 MiB) where nil.
  /// - Throws: `EAGAIN` when the system allows no more threads; `body` does not run then.
  package init(
    name: String, stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackBytes { pthread_attr_setstacksize(&attributes, max(stackBytes, 64 << 10)) }
    let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
    var thread = pthread_t()
    let failed = pthread_create(&thread, &attributes, runThread, start.toOpaque())
    if failed != 0 {
      start.release()
      throw SystemError(call: "pthread_create", errno: failed)
    }
    handle = Mutex(thread)
  }

  deinit {
    if let thread = handle.withLock({ $0 }) { pthread_detach(thread) }
  }

  /// Waits until the closure has returned. Joining again returns at once; the thread itself must not.
  package func join() {
    let thread = handle.withLock { handle in
      defer { handle = nil }
      return handle
    }
    if let thread { pthread_join(thread, nil) }
  }
}

/// What a new thread finds.
private final class ThreadStart: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
  clinux_thread_set_name(start.name)
  start.body()
  return nil
}
