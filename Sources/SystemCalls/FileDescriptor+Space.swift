import CLinux
import Glibc

extension FileDescriptor {
  /// Returns once all data and metadata of the file are on the device.
  ///
  /// - Throws: after an error the written bytes may be lost although a later call succeeds; do not go on.
  package func sync() throws(SystemError) {
    let descriptor = rawValue
    try retrying("fsync") { fsync(descriptor) }
  }

  /// Like `sync()`, less the metadata that reading the data back does not need.
  package func syncData() throws(SystemError) {
    let descriptor = rawValue
    try retrying("fdatasync") { fdatasync(descriptor) }
  }

  /// Cuts or extends the file to `size` bytes; new ones are NUL.
  package func truncate(to size: Int) throws(SystemError) {
    let descriptor = rawValue
    try retrying("ftruncate") { ftruncate(descriptor, off_t(size)) }
  }

  /// Takes room on the device for `count` bytes at `offset`; the file's size stays.
  ///
  /// - Throws: `ENOSPC` (nothing that was written is changed); `EOPNOTSUPP` where the file system cannot.
  package func reserve(at offset: Int, count: Int) throws(SystemError) {
    let descriptor = rawValue
    try retrying("fallocate") { clinux_fallocate_keep_size(descriptor, Int64(offset), Int64(count)) }
  }

  /// Bytes that an unprivileged writer may still use on the file system of this file.
  package func freeBytes() throws(SystemError) -> Int {
    var about = statvfs()
    let descriptor = rawValue
    try retrying("fstatvfs") { fstatvfs(descriptor, &about) }
    return Int(clamping: UInt64(about.f_bavail).multipliedReportingOverflow(by: UInt64(about.f_frsize)).partialValue)
  }
}
