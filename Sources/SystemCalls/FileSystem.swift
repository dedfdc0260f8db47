import Glibc

/// Calls on names; each may be made from any thread.
package enum FileSystem {
  /// Status of what `path` leads to, symbolic links followed.
  package static func status(_ path: String) throws(SystemError) -> FileStatus {
    var about = stat()
    try retrying("stat", path) { stat(path, &about) }
    return FileStatus(about)
  }

  /// Status of the name itself: a symbolic link is not followed.
  package static func linkStatus(_ path: String) throws(SystemError) -> FileStatus {
    var about = stat()
    try retrying("lstat", path) { lstat(path, &about) }
    return FileStatus(about)
  }

  /// Whether anything that can be reached stands at `path`.
  package static func exists(_ path: String) -> Bool {
    (try? status(path)) != nil
  }

  /// Renames in one step; an existing `target` is replaced. Durable only after its directory was synced.
  package static func rename(_ path: String, to target: String) throws(SystemError) {
    try retrying("rename", path) { Glibc.rename(path, target) }
  }

  /// Removes the name of a file, a socket or a link.
  package static func remove(_ path: String) throws(SystemError) {
    try retrying("unlink", path) { unlink(path) }
  }

  /// Removes an empty directory.
  package static func removeDirectory(_ path: String) throws(SystemError) {
    try retrying("rmdir", path) { rmdir(path) }
  }

  /// Makes one directory.
  ///
  /// - Throws: `EEXIST` where the name is taken, `ENOENT` where its parent is missing.
  package static func makeDirectory(_ path: String, permissions: UInt32 = 0o700) throws(SystemError) {
    try retrying("mkdir", path) { mkdir(path, permissions) }
  }

  /// Sets the permission bits of what `path` leads to.
  package static func setPermissions(_ path: String, _ permissions: UInt32) throws(SystemError) {
    try retrying("chmod", path) { chmod(path, permissions) }
  }

  /// Syncs a directory, so that renames, new and removed names in it last.
  package static func syncDirectory(_ path: String) throws(SystemError) {
    try FileDescriptor.openDirectory(path).sync()
  }

  /// Bytes that an unprivileged writer may still use on the file system of `path`.
  package static func freeBytes(_ path: String) throws(SystemError) -> Int {
    try FileDescriptor.open(path, .readOnly).freeBytes()
  }

  /// The directory that relative paths start from.
  package static func currentDirectory() throws(SystemError) -> String {
    guard let path = getcwd(nil, 0) else { throw SystemError("getcwd", nil) }
    defer { free(path) }
    return String(cString: path)
  }

  /// The whole of a file.
  package static func contents(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor.open(path, .readOnly)
    do throws(SystemError) {
      return try file.readToEnd()
    } catch {
      throw SystemError(call: error.call, errno: error.errno, path: path)
    }
  }
}
