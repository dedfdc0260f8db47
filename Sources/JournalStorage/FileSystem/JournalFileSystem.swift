import SystemCalls

/// What a journal needs of a file system.
///
/// This is the fault seam: the real one stands behind it in production, a simulated one, which loses, tears and
/// refuses at a chosen call, in the tests. Paths are absolute or relative to the working directory.
package protocol JournalFileSystem: Sendable {
  /// Opens a file or a directory.
  func open(_ path: String, _ mode: JournalOpenMode) throws(SystemError) -> any JournalFile
  /// What stands at `path`, links not followed; nil if nothing does.
  func status(of path: String) throws(SystemError) -> JournalFileStatus?
  /// The names in a directory, in no particular order, without `.` and `..`.
  func names(in path: String) throws(SystemError) -> [String]
  /// Makes a directory that only its owner may enter (0700).
  func makeDirectory(_ path: String) throws(SystemError)
  /// Renames a file atomically, replacing what had the new name.
  func rename(_ path: String, to new: String) throws(SystemError)
  /// Removes a file's name.
  func remove(_ path: String) throws(SystemError)
  /// The bytes an unprivileged process may still write on the file system that holds `path`.
  func freeBytes(at path: String) throws(SystemError) -> Int
  /// Waits; used only between two attempts at the lock.
  func pause(milliseconds: Int)
  /// A new random uuid, lower case.
  func makeUUID() throws(SystemError) -> String
}

/// How `JournalFileSystem.open` opens.
package enum JournalOpenMode: Equatable, Sendable {
  /// An existing file, for reading.
  case read
  /// An existing file, for reading and writing.
  case readWrite
  /// A file that must not exist yet, with these permission bits whatever the process's mask says.
  case create(permissions: UInt32)
  /// A directory, for locking and syncing it.
  case directory
}

/// An open file or directory; closed, and its lock let go, when the last reference goes.
package protocol JournalFile: AnyObject, Sendable {
  /// What is open here now, whatever its name has become.
  func status() throws(SystemError) -> JournalFileStatus
  /// Reads up to `buffer.count` bytes from `offset`; 0 means the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int
  /// Writes at `offset`; returns how many of the bytes were taken, at least one.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) -> Int
  /// Makes content and size durable.
  func syncData() throws(SystemError)
  /// Makes content, size and permissions durable; for a directory, its entries.
  func sync() throws(SystemError)
  /// Sets the size and gives back blocks reserved beyond it.
  func truncate(to size: Int) throws(SystemError)
  /// Reserves blocks for `range` without changing the size.
  func reserve(_ range: Range<Int>) throws(SystemError)
  /// Sets the permission bits.
  func setPermissions(_ permissions: UInt32) throws(SystemError)
  /// Takes an advisory lock without waiting; false if another open file holds one that conflicts.
  func lock(exclusive: Bool) throws(SystemError) -> Bool
  /// Lets the lock go.
  func unlock() throws(SystemError)
  /// Maps `size` bytes read-only; nil where the file system cannot.
  func map(size: Int) throws(SystemError) -> (any JournalMapping)?
}

/// Bytes of a file in memory, there as long as the object is.
package protocol JournalMapping: AnyObject {
  /// The bytes.
  var bytes: UnsafeBufferPointer<UInt8> { get }
}

/// What a file is, as far as a journal asks.
package struct JournalFileStatus: Equatable, Sendable {
  /// The kinds that matter here.
  package enum Kind: Equatable, Sendable {
    case file
    case directory
    case other
  }

  package var kind: Kind
  /// In bytes.
  package var size: Int
  /// The lower nine mode bits.
  package var permissions: UInt32
  /// The number of names.
  package var links: Int
  package var inode: UInt64
  package var device: UInt64

  package init(kind: Kind, size: Int, permissions: UInt32, links: Int, inode: UInt64, device: UInt64) {
    self.kind = kind
    self.size = size
    self.permissions = permissions
    self.links = links
    self.inode = inode
    self.device = device
  }

  /// Whether nobody may write to it: a segment that is sealed.
  package var isSealed: Bool { permissions & 0o222 == 0 }
}
