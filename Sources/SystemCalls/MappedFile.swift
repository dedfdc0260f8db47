import Glibc

/// A file's bytes in memory, read only; unmapped when it goes out of scope.
///
/// Only for files that nobody cuts: touching a page behind the end raises SIGBUS. Any thread may read.
package struct MappedFile: ~Copyable {
  private let base: UnsafeMutableRawPointer?
  package let count: Int

  /// Maps the first `count` bytes of the file, all of it by default.
  package init(_ file: borrowing FileDescriptor, count: Int? = nil) throws(SystemError) {
    let size: Int
    if let count { size = count } else { size = try file.status().size }
    var address: UnsafeMutableRawPointer?
    if size > 0 {
      address = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.rawValue, 0)
      if address == MAP_FAILED { throw SystemError("mmap", nil) }
    }
    base = address
    self.count = size
  }

  deinit {
    if let base { munmap(base, count) }
  }

  /// The bytes, valid while this value lives.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base, count: count)
  }

  /// Tells the kernel that reading goes from the first byte to the last.
  package func willReadInOrder() {
    if let base { _ = madvise(base, count, MADV_SEQUENTIAL) }
  }

  /// Tells the kernel that the pages before `offset` are not needed any more.
  package func isDone(before offset: Int) {
    let whole = min(offset, count) / 4096 * 4096
    if let base, whole > 0 { _ = madvise(base, whole, MADV_DONTNEED) }
  }
}
