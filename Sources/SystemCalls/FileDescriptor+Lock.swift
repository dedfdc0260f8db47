import CLinux
import Glibc

/// What a `flock` keeps others from.
package enum LockMode: Sendable {
  /// Any number of holders, but no exclusive one.
  case shared
  /// One holder.
  case exclusive
}

extension FileDescriptor {
  /// Tries to lock the open file without waiting; the lock goes with its last descriptor.
  ///
  /// - Returns: whether it was got; `false` when another holds one that excludes it.
  package func tryLock(_ mode: LockMode) throws(SystemError) -> Bool {
    let descriptor = rawValue
    let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    do throws(SystemError) {
      try retrying("flock") { clinux_flock(descriptor, operation) }
      return true
    } catch {
      if error.errno == EWOULDBLOCK { return false }
      throw error
    }
  }

  /// Lets the lock go.
  package func unlock() throws(SystemError) {
    let descriptor = rawValue
    try retrying("flock") { clinux_flock(descriptor, LOCK_UN) }
  }
}
