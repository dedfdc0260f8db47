import CLinux
import Glibc

/// A system call that failed: which, why, and on what.
package struct SystemError: Error, Sendable {
  package let call: StaticString
  package let errno: Int32
  package let path: String?

  package init(call: StaticString, errno: Int32, path: String? = nil) {
    self.call = call
    self.errno = errno
    self.path = path
  }

  /// The error that `errno` of the calling thread holds now.
  init(_ call: StaticString, _ path: String?) {
    self.init(call: call, errno: Glibc.errno, path: path)
  }
}

extension SystemError {
  /// The number's name, such as `ENOSPC`; `errno 4095` where it has none.
  package var name: String {
    guard let name = clinux_errno_name(errno) else { return "errno \(errno)" }
    return String(cString: name)
  }

  /// What the number means, in words: `No space left on device`.
  package var text: String {
    guard let text = clinux_errno_text(errno) else { return "unknown error" }
    return String(cString: text)
  }
}

extension SystemError {
  /// Whether the process or the system has no descriptor left, which passes.
  package var isLackOfDescriptors: Bool { errno == EMFILE || errno == ENFILE }
}

extension SystemError: Equatable {
  package static func == (one: SystemError, other: SystemError) -> Bool {
    one.errno == other.errno && one.path == other.path && one.call.description == other.call.description
  }
}

extension SystemError: CustomStringConvertible {
  /// One line: `open logs/journal: No such file or directory (ENOENT)`.
  package var description: String {
    "\(call)\(path.map { " \($0)" } ?? ""): \(text) (\(name))"
  }
}
