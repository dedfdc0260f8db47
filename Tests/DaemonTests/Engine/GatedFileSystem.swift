import JournalStorage
import SystemCalls
import TestSupport

/// A file system whose syncs can be held up, so that a test decides when records become durable.
final class GatedFileSystem: JournalFileSystem {
  private struct Gate: Sendable {
    var isOpen = true
    var waiting = 0
  }

  private let base: any JournalFileSystem
  private let gate = ConditionLock(Gate())

  init(_ base: any JournalFileSystem) { self.base = base }

  /// From now on syncs wait.
  func shut() { gate.change { $0.isOpen = false } }

  /// Lets all syncs go on.
  func open() { gate.change { $0.isOpen = true } }

  /// Waits until a sync is held up; false if none ever was.
  func waitUntilHeld() -> Bool {
    gate.wait(milliseconds: Patience.milliseconds) { $0.waiting > 0 ? true : nil } ?? false
  }

  fileprivate func pass() {
    gate.change { $0.waiting += 1 }
    gate.wait { $0.isOpen ? () : nil }
    gate.change { $0.waiting -= 1 }
  }

  func open(_ path: String, _ mode: JournalOpenMode) throws(SystemError) -> any JournalFile {
    GatedFile(try base.open(path, mode), self)
  }

  func status(of path: String) throws(SystemError) -> JournalFileStatus? { try base.status(of: path) }
  func names(in path: String) throws(SystemError) -> [String] { try base.names(in: path) }
  func makeDirectory(_ path: String) throws(SystemError) { try base.makeDirectory(path) }
  func rename(_ path: String, to new: String) throws(SystemError) { try base.rename(path, to: new) }
  func remove(_ path: String) throws(SystemError) { try base.remove(path) }
  func freeBytes(at path: String) throws(SystemError) -> Int { try base.freeBytes(at: path) }
  func pause(milliseconds: Int) { base.pause(milliseconds: milliseconds) }
  func makeUUID() throws(SystemError) -> String { try base.makeUUID() }
}

private final class GatedFile: JournalFile {
  private let base: any JournalFile
  private let system: GatedFileSystem

  init(_ base: any JournalFile, _ system: GatedFileSystem) {
    self.base = base
    self.system = system
  }

  func syncData() throws(SystemError) {
    system.pass()
    try base.syncData()
  }

  func status() throws(SystemError) -> JournalFileStatus { try base.status() }
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    try base.read(into: buffer, at: offset)
  }
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    try base.write(bytes, at: offset)
  }
  func sync() throws(SystemError) { try base.sync() }
  func truncate(to size: Int) throws(SystemError) { try base.truncate(to: size) }
  func reserve(_ range: Range<Int>) throws(SystemError) { try base.reserve(range) }
  func setPermissions(_ permissions: UInt32) throws(SystemError) { try base.setPermissions(permissions) }
  func lock(exclusive: Bool) throws(SystemError) -> Bool { try base.lock(exclusive: exclusive) }
  func unlock() throws(SystemError) { try base.unlock() }
  func map(size: Int) throws(SystemError) -> (any JournalMapping)? { try base.map(size: size) }
}
