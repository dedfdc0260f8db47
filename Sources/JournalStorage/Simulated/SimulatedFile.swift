import Synchronization
import SystemCalls

/// An open file of a `SimulatedFileSystem`.
final class SimulatedFile: JournalFile {
  private let system: SimulatedFileSystem
  private let node: Int
  private let handle: Int
  private let path: String

  init(system: SimulatedFileSystem, node: Int, handle: Int, path: String) {
    self.system = system
    self.node = node
    self.handle = handle
    self.path = path
  }

  deinit {
    system.state.withLock { $0.close(handle, node) }
  }

  private func with<R>(
    _ call: StaticString, _ body: (inout SimulatedDisk) throws(SystemError) -> R
  ) throws(SystemError) -> R {
    try system.state.withLock { disk throws(SystemError) in
      try disk.checkPower(call, path)
      guard disk.openFiles.contains(handle) else { throw disk.failure(call, .badDescriptor, path) }
      return try body(&disk)
    }
  }

  func status() throws(SystemError) -> JournalFileStatus {
    try with("fstat") { disk in disk.status(of: node) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    try with("pread") { disk in
      disk.nodes[node].data.withUnsafeBytes { data in
        let count = max(0, min(buffer.count, data.count - offset))
        guard count > 0 else { return 0 }
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: data[offset..<offset + count]))
        return count
      }
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    try with("pwrite") { disk throws(SystemError) in
      let taken = disk.bytesTaken(of: bytes.count)
      let growth = max(0, offset + taken - disk.nodes[node].space)
      guard growth <= disk.freeBytes else {
        try disk.changing("pwrite", path)
        throw disk.failure("pwrite", .noSpace, path)
      }
      if !disk.isReadOnly { disk.nodes[node].write(UnsafeRawBufferPointer(rebasing: bytes[..<taken]), at: offset) }
      try disk.changing("pwrite", path)
      try disk.changed("pwrite", path)
      return taken
    }
  }

  func syncData() throws(SystemError) {
    try sync("fdatasync") { node in node.syncData() }
  }

  func sync() throws(SystemError) {
    try sync("fsync") { node in
      node.syncData()
      node.storedPermissions = node.permissions
    }
  }

  private func sync(_ call: StaticString, _ body: (inout SimulatedNode) -> Void) throws(SystemError) {
    try with(call) { disk throws(SystemError) in
      do throws(SystemError) {
        try disk.changing(call, path)
      } catch {
        if !disk.isPowerOff { disk.nodes[node].failSync(using: &disk.generator) }
        throw error
      }
      body(&disk.nodes[node])
      try disk.changed(call, path)
    }
  }

  func truncate(to size: Int) throws(SystemError) {
    try with("ftruncate") { disk throws(SystemError) in
      try disk.changing("ftruncate", path)
      disk.nodes[node].truncate(to: size)
      try disk.changed("ftruncate", path)
    }
  }

  func reserve(_ range: Range<Int>) throws(SystemError) {
    try with("fallocate") { disk throws(SystemError) in
      guard disk.reservesBlocks else { throw disk.failure("fallocate", .notSupported, path) }
      try disk.changing("fallocate", path)
      let more = max(0, range.upperBound - disk.nodes[node].space)
      guard more <= disk.freeBytes else { throw disk.failure("fallocate", .noSpace, path) }
      disk.nodes[node].reserved = max(disk.nodes[node].reserved, range.upperBound)
      try disk.changed("fallocate", path)
    }
  }

  func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try with("fchmod") { disk throws(SystemError) in
      try disk.changing("fchmod", path)
      disk.nodes[node].permissions = permissions
      try disk.changed("fchmod", path)
    }
  }

  func lock(exclusive: Bool) throws(SystemError) -> Bool {
    try with("flock") { disk in disk.lock(handle, node, exclusive: exclusive) }
  }

  func unlock() throws(SystemError) {
    try with("flock") { disk in disk.unlock(handle, node) }
  }

  /// Nothing to map: readers fall back to reading.
  func map(size: Int) throws(SystemError) -> (any JournalMapping)? { nil }
}
