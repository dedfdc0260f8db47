import CLinux
import Glibc

/// How a file is opened.
package struct OpenOptions: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let readOnly = OpenOptions(rawValue: O_RDONLY)
  package static let writeOnly = OpenOptions(rawValue: O_WRONLY)
  package static let readWrite = OpenOptions(rawValue: O_RDWR)
  package static let create = OpenOptions(rawValue: O_CREAT)
  /// With `create`: refused with `EEXIST` where the name is taken.
  package static let exclusive = OpenOptions(rawValue: O_EXCL)
  package static let truncate = OpenOptions(rawValue: O_TRUNC)
  package static let append = OpenOptions(rawValue: O_APPEND)
  /// Refused with `ENOTDIR` for anything else.
  package static let directory = OpenOptions(rawValue: O_DIRECTORY)
  /// Refused with `ELOOP` where the last step of the path is a symbolic link.
  package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
  package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
}

extension FileDescriptor {
  /// Opens `path`; `permissions` count only for a file that this call makes, and the umask applies.
  package static func open(
    _ path: String, _ options: OpenOptions, permissions: UInt32 = 0o600
  ) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying("open", path) { clinux_open(path, options.rawValue, permissions) })
  }

  /// Makes a new file for reading and writing.
  ///
  /// - Throws: `EEXIST` where the name is taken.
  package static func create(_ path: String, permissions: UInt32 = 0o600) throws(SystemError) -> FileDescriptor {
    try open(path, [.readWrite, .create, .exclusive], permissions: permissions)
  }

  /// Opens a directory, to lock, list or sync it or to open what is in it.
  package static func openDirectory(_ path: String) throws(SystemError) -> FileDescriptor {
    try open(path, [.readOnly, .directory])
  }

  /// Opens `name` in this directory, whatever became of the directory's own path.
  package func open(
    at name: String, _ options: OpenOptions, permissions: UInt32 = 0o600
  ) throws(SystemError) -> FileDescriptor {
    let directory = rawValue
    return FileDescriptor(
      owning: try retrying("openat", name) { clinux_openat(directory, name, options.rawValue, permissions) })
  }

  /// Another descriptor for the same open file.
  package func duplicate() throws(SystemError) -> FileDescriptor {
    let descriptor = rawValue
    return FileDescriptor(owning: try retrying("fcntl") { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) })
  }
}
