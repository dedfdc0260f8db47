import Glibc

/// An open file, directory or socket; closed when it goes out of scope.
///
/// Every call may be made from any thread; which thread may make it is the owner's business. Descriptors are
/// close-on-exec.
package struct FileDescriptor: ~Copyable, Sendable {
  package let rawValue: Int32

  /// Takes over `rawValue`: nobody else may close it.
  package init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    _ = Glibc.close(rawValue)
  }

  /// Closes now, and tells what the kernel says about it.
  ///
  /// - Throws: what `close` reported (the descriptor is gone all the same).
  package consuming func close() throws(SystemError) {
    let descriptor = rawValue
    discard self
    // After EINTR Linux has closed the descriptor: closing again could hit another thread's.
    if Glibc.close(descriptor) == -1, errno != EINTR { throw SystemError("close", nil) }
  }
}
