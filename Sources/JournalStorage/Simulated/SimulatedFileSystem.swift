import Synchronization
import SystemCalls

/// A file system in memory that loses, tears, corrupts and refuses at a chosen call, the same way for the same seed.
///
/// It keeps apart what the kernel shows and what a power cut would leave: for each file content and size, for each
/// directory its entries. Open files die with a power cut or a kill, as those of a process do. For tests.
package final class SimulatedFileSystem: JournalFileSystem {
  let state: Mutex<SimulatedDisk>

  /// - Parameters:
  ///   - seed: decides everything that chance decides here.
  ///   - capacity: of the medium, in bytes.
  ///   - reservesBlocks: whether blocks can be reserved beyond the end of a file.
  package init(seed: UInt64, capacity: Int = 1 << 40, reservesBlocks: Bool = true) {
    state = Mutex(SimulatedDisk(seed: seed, capacity: capacity, reservesBlocks: reservesBlocks))
  }

  /// Arms faults, counted from the next changing call; replaces those armed before.
  package func arm(_ faults: [SimulatedFault]) {
    state.withLock { disk in
      disk.faults = faults
      disk.calls = 0
    }
  }

  /// The changing calls since faults were last armed.
  package var calls: Int { state.withLock { $0.calls } }

  /// Whether an armed power cut has happened and `restart` was not called yet.
  package var isPowerOff: Bool { state.withLock { $0.isPowerOff } }

  /// Cuts the power now (unless it is off already) and starts anew with what the medium kept.
  package func restart() {
    state.withLock { disk in
      disk.cutPower()
      disk.isPowerOff = false
      disk.faults = []
    }
  }

  /// Ends the process: open files and locks are gone, what it wrote is still with the kernel.
  package func kill() {
    state.withLock { disk in
      disk.closeAll()
      disk.faults = []
    }
  }

  /// Forgets clean pages, as memory pressure does: what a failed sync forgot now reads as it was before.
  package func dropCaches() {
    state.withLock { disk in
      for node in disk.nodes.indices where !disk.nodes[node].isDirectory && disk.nodes[node].dirty.isEmpty {
        disk.nodes[node].data = disk.nodes[node].stored
      }
    }
  }

  /// Makes every changing call fail with `EROFS`, or stops doing so.
  package func setReadOnly(_ readOnly: Bool) { state.withLock { $0.isReadOnly = readOnly } }

  /// Changes the size of the medium.
  package func setCapacity(_ bytes: Int) { state.withLock { $0.capacity = bytes } }

  /// The bytes not taken by any file.
  package var freeBytes: Int { state.withLock { $0.freeBytes } }

  /// The content of a file, as every reader sees it.
  package func contents(of path: String) -> [UInt8]? {
    state.withLock { disk in disk.find(path).map { disk.nodes[$0].data } }
  }

  /// Puts a file there from outside, content and name durable at once, keeping its permissions if it is there.
  package func put(_ bytes: [UInt8], at path: String, permissions: UInt32 = 0o600) {
    state.withLock { disk in
      let node = disk.find(path) ?? disk.insert(path, isDirectory: false, permissions: permissions)
      guard let node else { return }
      disk.nodes[node].data = bytes
      disk.nodes[node].stored = bytes
      disk.nodes[node].dirty.removeAll()
    }
  }

  /// Gives a file another name too, from outside.
  package func link(_ path: String, as new: String) {
    state.withLock { disk in
      guard let node = disk.find(path), let parent = disk.find(disk.parent(of: new)) else { return }
      disk.nodes[parent].entries[disk.name(of: new)] = node
      disk.nodes[parent].storedEntries[disk.name(of: new)] = node
      disk.nodes[node].links += 1
    }
  }
}

extension SimulatedFileSystem {
  package func open(_ path: String, _ mode: JournalOpenMode) throws(SystemError) -> any JournalFile {
    let (node, handle) = try state.withLock { disk throws(SystemError) in try disk.open(path, mode) }
    return SimulatedFile(system: self, node: node, handle: handle, path: path)
  }

  package func status(of path: String) throws(SystemError) -> JournalFileStatus? {
    try state.withLock { disk throws(SystemError) in
      try disk.checkPower("fstatat", path)
      return disk.find(path).map { disk.status(of: $0) }
    }
  }

  package func names(in path: String) throws(SystemError) -> [String] {
    try state.withLock { disk throws(SystemError) in
      try disk.checkPower("readdir", path)
      guard let node = disk.find(path) else { throw disk.failure("opendir", .noEntry, path) }
      return disk.nodes[node].entries.keys.sorted()
    }
  }

  package func makeDirectory(_ path: String) throws(SystemError) {
    try state.withLock { disk throws(SystemError) in
      try disk.changing("mkdir", path)
      guard disk.find(path) == nil else { throw disk.failure("mkdir", .exists, path) }
      guard disk.make(path, isDirectory: true, permissions: 0o700) != nil else {
        throw disk.failure("mkdir", .noEntry, path)
      }
      try disk.changed("mkdir", path)
    }
  }

  package func rename(_ path: String, to new: String) throws(SystemError) {
    try state.withLock { disk throws(SystemError) in
      try disk.changing("rename", path)
      guard let node = disk.find(path), let parent = disk.find(disk.parent(of: path)) else {
        throw disk.failure("rename", .noEntry, path)
      }
      disk.nodes[parent].change([(disk.name(of: new), node), (disk.name(of: path), nil)])
      try disk.changed("rename", path)
    }
  }

  package func remove(_ path: String) throws(SystemError) {
    try state.withLock { disk throws(SystemError) in
      try disk.changing("unlink", path)
      guard let node = disk.find(path), let parent = disk.find(disk.parent(of: path)) else {
        throw disk.failure("unlink", .noEntry, path)
      }
      disk.nodes[node].links -= 1
      disk.nodes[parent].change([(disk.name(of: path), nil)])
      try disk.changed("unlink", path)
    }
  }

  package func freeBytes(at path: String) throws(SystemError) -> Int {
    try state.withLock { disk throws(SystemError) in
      try disk.checkPower("statvfs", path)
      return disk.freeBytes
    }
  }

  /// Waits for nothing: no clock runs here.
  package func pause(milliseconds: Int) {}

  package func makeUUID() throws(SystemError) -> String {
    state.withLock { disk in disk.makeUUID() }
  }
}
