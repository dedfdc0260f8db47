import SystemCalls

/// The machine's file system.
package struct RealFileSystem: JournalFileSystem {
  private let reservesBlocks: Bool

  /// - Parameter reservesBlocks: false to go without `fallocate`, as on file systems that have none.
  package init(reservesBlocks: Bool = true) { self.reservesBlocks = reservesBlocks }

  package func open(_ path: String, _ mode: JournalOpenMode) throws(SystemError) -> any JournalFile {
    switch mode {
    case .read:
      // A pipe in the place of a segment would keep its reader until someone writes into it.
      return file(try FileDescriptor.open(path, [.readOnly, .noFollow, .nonBlocking]), path)
    case .readWrite:
      return file(try FileDescriptor.open(path, [.readWrite, .noFollow]), path)
    case .directory:
      return file(try FileDescriptor.openDirectory(path), path)
    case .create(let permissions):
      let descriptor = try FileDescriptor.create(path, permissions: permissions)
      try descriptor.setPermissions(permissions)
      return file(descriptor, path)
    }
  }

  private func file(_ descriptor: consuming FileDescriptor, _ path: String) -> RealFile {
    RealFile(descriptor, path: path, reservesBlocks: reservesBlocks)
  }

  package func status(of path: String) throws(SystemError) -> JournalFileStatus? {
    do throws(SystemError) {
      return JournalFileStatus(try FileSystem.linkStatus(path))
    } catch {
      if error.errno == ErrorNumber.noSuchFile { return nil }
      throw error
    }
  }

  package func names(in path: String) throws(SystemError) -> [String] { try FileSystem.names(in: path) }

  package func makeDirectory(_ path: String) throws(SystemError) {
    try FileSystem.makeDirectory(path, permissions: 0o700)
    try FileSystem.setPermissions(path, 0o700)
  }

  package func rename(_ path: String, to new: String) throws(SystemError) { try FileSystem.rename(path, to: new) }

  package func remove(_ path: String) throws(SystemError) { try FileSystem.remove(path) }

  package func freeBytes(at path: String) throws(SystemError) -> Int { try FileSystem.freeBytes(path) }

  package func pause(milliseconds: Int) {
    // Nothing is waited for, so nothing can fail but an interruption, after which less was waited: the caller counts.
    _ = try? Poll.wait([], timeoutMilliseconds: Int32(clamping: milliseconds))
  }

  package func makeUUID() throws(SystemError) -> String { try SystemRandom.uuid() }
}

/// An open file of the machine. All calls may come from any thread.
final class RealFile: JournalFile {
  private let descriptor: FileDescriptor
  private let path: String
  private let reservesBlocks: Bool

  init(_ descriptor: consuming FileDescriptor, path: String, reservesBlocks: Bool) {
    self.descriptor = descriptor
    self.path = path
    self.reservesBlocks = reservesBlocks
  }

  /// Names the file in what a call on its descriptor threw.
  private func naming<R>(_ body: (borrowing FileDescriptor) throws(SystemError) -> R) throws(SystemError) -> R {
    do throws(SystemError) {
      return try body(descriptor)
    } catch {
      throw SystemError(call: error.call, errno: error.errno, path: path)
    }
  }

  func status() throws(SystemError) -> JournalFileStatus {
    JournalFileStatus(try naming { d throws(SystemError) in try d.status() })
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    try naming { d throws(SystemError) in try d.read(into: buffer, at: offset) }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    try naming { d throws(SystemError) in try d.write(bytes, at: offset) }
    return bytes.count
  }

  func syncData() throws(SystemError) { try naming { d throws(SystemError) in try d.syncData() } }

  func sync() throws(SystemError) { try naming { d throws(SystemError) in try d.sync() } }

  func truncate(to size: Int) throws(SystemError) { try naming { d throws(SystemError) in try d.truncate(to: size) } }

  func reserve(_ range: Range<Int>) throws(SystemError) {
    guard reservesBlocks else {
      throw SystemError(call: "fallocate", errno: ErrorNumber.notSupported, path: path)
    }
    try naming { d throws(SystemError) in try d.reserve(at: range.lowerBound, count: range.count) }
  }

  func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try naming { d throws(SystemError) in try d.setPermissions(permissions) }
  }

  func lock(exclusive: Bool) throws(SystemError) -> Bool {
    try naming { d throws(SystemError) in try d.tryLock(exclusive ? .exclusive : .shared) }
  }

  func unlock() throws(SystemError) { try naming { d throws(SystemError) in try d.unlock() } }

  func map(size: Int) throws(SystemError) -> (any JournalMapping)? {
    let mapped = try naming { d throws(SystemError) in RealMapping(try MappedFile(d, count: size)) }
    mapped.willReadInOrder()
    return mapped
  }
}

/// A mapped segment.
private final class RealMapping: JournalMapping {
  private let file: MappedFile

  init(_ file: consuming MappedFile) { self.file = file }

  var bytes: UnsafeBufferPointer<UInt8> { file.bytes.bindMemory(to: UInt8.self) }

  func willReadInOrder() { file.willReadInOrder() }
}

extension JournalFileStatus {
  init(_ status: FileStatus) {
    let kind: Kind =
      switch status.kind {
      case .regular: .file
      case .directory: .directory
      case .socket, .symbolicLink, .pipe, .device, .other: .other
      }
    self.init(
      kind: kind, size: status.size, permissions: status.permissions & 0o777, links: status.links,
      inode: status.inode, device: status.device)
  }
}
