import SystemCalls

/// A Unix socket that accepts at a path, and the file that it made there.
struct ListeningSocket: ~Copyable, Sendable {
  /// Only the owner and the group may connect.
  static let permissions: UInt32 = 0o660

  let path: String
  let descriptor: FileDescriptor
  private let file: FileStatus

  /// Puts a socket at `path` and listens; connections queue until they are accepted.
  ///
  /// A stale socket, behind which nobody answers, is replaced.
  ///
  /// - Throws: why not; whatever stood at the path still does.
  init(claiming path: String) throws(SocketPathError) {
    if let stale = try Self.judge(path) { try Self.replace(path, stale) }
    let socket = try Self.listen(path)
    let file = try Self.status(path)
    self.path = path
    self.file = file
    descriptor = socket
  }

  /// Stops listening, and removes the file if it is still the one that was made.
  ///
  /// - Returns: whether the file was removed.
  @discardableResult
  consuming func remove() -> Bool {
    guard let now = try? FileSystem.linkStatus(path), now.isSameFile(as: file) else { return false }
    do throws(SystemError) {
      try FileSystem.remove(path)
      return true
    } catch {
      return false
    }
  }

  /// Changes what `epoll`, which watches it already, watches it for.
  func watch(for events: EpollEvents, in epoll: borrowing Epoll, token: UInt64) throws(SystemError) {
    try epoll.modify(descriptor, events, token: token)
  }

  /// Looks whether a socket could be put at `path`, and changes nothing.
  ///
  /// - Returns: the stale socket that would have to go first; nil where the place is free.
  /// - Throws: why no socket can be put there.
  @discardableResult
  static func judge(_ path: String) throws(SocketPathError) -> FileStatus? {
    try check(path)
    let found: FileStatus
    do throws(SystemError) {
      found = try FileSystem.linkStatus(path)
    } catch {
      guard error.errno == ErrorNumber.noSuchFile else { throw .system(path: path, error) }
      let around = directory(of: path)
      guard FileSystem.exists(around) else { throw .noDirectory(path: path, directory: around) }
      return nil
    }
    guard found.kind == .socket else { throw .foreignFile(path: path, kind: found.kind) }
    do throws(SystemError) {
      _ = try UnixSocket.connect(to: UnixAddress(path: path))
    } catch {
      if error.errno == ErrorNumber.noSuchFile { return nil }
      guard error.errno == ErrorNumber.connectionRefused else { throw .unreachable(path: path, error) }
      return found
    }
    throw .alreadyServed(path: path)
  }

  private static func check(_ path: String) throws(SocketPathError) {
    let length = path.utf8.count
    if length == 0 { throw .empty }
    if path.utf8.contains(0) { throw .containsNUL(path: path) }
    if length > UnixAddress.longestPath {
      throw .tooLong(path: path, length: length, limit: UnixAddress.longestPath)
    }
  }

  private static func listen(_ path: String) throws(SocketPathError) -> FileDescriptor {
    do throws(SystemError) {
      let socket = try UnixSocket.listen(at: UnixAddress(path: path), permissions: permissions)
      // The umask may have taken some away.
      try FileSystem.setPermissions(path, permissions)
      return socket
    } catch {
      if error.errno == ErrorNumber.addressInUse { throw .alreadyServed(path: path) }
      throw .system(path: path, error)
    }
  }

  private static func status(_ path: String) throws(SocketPathError) -> FileStatus {
    do throws(SystemError) {
      return try FileSystem.linkStatus(path)
    } catch {
      throw .system(path: path, error)
    }
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func replace(_ path: String, _ stale: FileStatus) throws(SocketPathError) {
    let isUnchanged: Bool
    do throws(SystemError) {
      isUnchanged = try FileSystem.linkStatus(path).isSameFile(as: stale)
      if isUnchanged { try FileSystem.remove(path) }
    } catch {
      throw .system(path: path, error)
    }
    // Somebody has put a live one there since.
    if !isUnchanged { throw .alreadyServed(path: path) }
  }
}
