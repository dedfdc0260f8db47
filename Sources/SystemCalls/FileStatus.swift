import Glibc

/// What a name or a descriptor stands for.
package enum FileKind: Sendable, Equatable {
  case regular
  case directory
  case socket
  case symbolicLink
  case pipe
  case device
  case other
}

/// What the kernel knows about a file.
package struct FileStatus: Sendable, Equatable {
  /// In bytes.
  package let size: Int
  package let kind: FileKind
  /// The twelve low bits: set-id, sticky, and `rwx` three times.
  package let permissions: UInt32
  /// How many names the file has; 0 after it was unlinked.
  package let links: Int
  package let inode: UInt64
  package let device: UInt64
  package let owner: UInt32
  package let group: UInt32
  /// Bytes that the file takes on the device, reserved room included.
  package let allocated: Int
  /// Last change of the contents, in microseconds since 1970.
  package let modifiedMicroseconds: Int64
}

extension FileStatus {
  init(_ about: stat) {
    size = Int(about.st_size)
    kind = FileKind(mode: about.st_mode)
    permissions = about.st_mode & 0o7777
    links = Int(about.st_nlink)
    inode = UInt64(about.st_ino)
    device = UInt64(about.st_dev)
    owner = about.st_uid
    group = about.st_gid
    allocated = Int(about.st_blocks) * 512
    modifiedMicroseconds = Int64(about.st_mtim.tv_sec) * 1_000_000 + Int64(about.st_mtim.tv_nsec) / 1000
  }

  /// Whether both were taken of one and the same file, whatever it is called.
  package func isSameFile(as other: FileStatus) -> Bool {
    inode == other.inode && device == other.device
  }
}

extension FileKind {
  fileprivate init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFSOCK: .socket
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .pipe
      case S_IFCHR, S_IFBLK: .device
      default: .other
      }
  }
}

extension FileDescriptor {
  /// Status of the open file.
  package func status() throws(SystemError) -> FileStatus {
    var about = stat()
    let descriptor = rawValue
    try retrying("fstat") { fstat(descriptor, &about) }
    return FileStatus(about)
  }

  /// Sets the permission bits.
  package func setPermissions(_ permissions: UInt32) throws(SystemError) {
    let descriptor = rawValue
    try retrying("fchmod") { fchmod(descriptor, permissions) }
  }
}
