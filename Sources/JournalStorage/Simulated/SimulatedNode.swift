/// A file or directory of a `SimulatedFileSystem`: what the kernel shows, and what is on the medium.
struct SimulatedNode {
  /// The unit in which a power cut keeps or loses what was not synced, in bytes.
  static let sector = 512

  let isDirectory: Bool
  var permissions: UInt32
  var storedPermissions: UInt32
  var links = 1

  /// The content as every reader sees it.
  var data: [UInt8] = []
  /// The content as it would be read after a power cut that kept nothing more.
  var stored: [UInt8] = []
  /// Sectors written and not yet synced. What is neither here nor in `stored` was forgotten by a failed sync.
  var dirty: Set<Int> = []
  /// The end of the blocks reserved beyond the content.
  var reserved = 0

  /// Entries as every reader sees them.
  var entries: [String: Int] = [:]
  var storedEntries: [String: Int] = [:]
  /// Changes of entries not yet synced, each atomic: names and what they come to mean.
  var pending: [[(name: String, node: Int?)]] = []

  var exclusiveLock: Int?
  var sharedLocks: Set<Int> = []

  init(isDirectory: Bool, permissions: UInt32) {
    self.isDirectory = isDirectory
    self.permissions = permissions
    storedPermissions = permissions
  }

  /// Space it takes on the medium, in bytes.
  var space: Int { max(data.count, reserved) }

  mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard !bytes.isEmpty else { return }
    let end = offset + bytes.count
    if end > data.count { data += [UInt8](repeating: 0, count: end - data.count) }
    data.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[offset..<end]).copyMemory(from: bytes) }
    for sector in offset / Self.sector...(end - 1) / Self.sector { dirty.insert(sector) }
  }

  mutating func truncate(to size: Int) {
    if size < data.count {
      data.removeLast(data.count - size)
    } else {
      data += [UInt8](repeating: 0, count: size - data.count)
    }
    reserved = 0
  }

  mutating func change(_ changes: [(name: String, node: Int?)]) {
    for change in changes { entries[change.name] = change.node }
    pending.append(changes)
  }

  mutating func syncData() {
    if isDirectory {
      storedEntries = entries
      pending.removeAll()
    } else {
      store(dirty, size: data.count)
      dirty.removeAll()
    }
  }

  /// A sync that fails: some sectors made it, and the kernel holds all of them for clean from now on.
  mutating func failSync(using generator: inout SeededGenerator) {
    guard !isDirectory else { return }
    var kept: Set<Int> = []
    for sector in dirty.sorted() where generator.oneIn(2) { kept.insert(sector) }
    store(kept, size: generator.oneIn(2) ? data.count : stored.count)
    dirty.removeAll()
  }

  /// Keeps what was synced, and of the rest what chance leaves.
  mutating func cutPower(using generator: inout SeededGenerator) {
    if isDirectory {
      for change in pending where generator.oneIn(2) {
        for entry in change { storedEntries[entry.name] = entry.node }
      }
      pending.removeAll()
      entries = storedEntries
    } else {
      let granule = generator.oneIn(2) ? 1 : 8
      let odds = [1, 2, 2, 6][Int.random(in: 0..<4, using: &generator)]
      let granules = Set(dirty.map { $0 / granule }).sorted().filter { _ in generator.oneIn(odds) }
      let kept = dirty.filter { granules.contains($0 / granule) }
      store(kept, size: sizeAfterCut(using: &generator))
      data = stored
      dirty.removeAll()
    }
    if generator.oneIn(2) { storedPermissions = permissions }
    permissions = storedPermissions
    exclusiveLock = nil
    sharedLocks.removeAll()
    reserved = 0
  }

  private func sizeAfterCut(using generator: inout SeededGenerator) -> Int {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: stored.count
    case 1: data.count
    default: data.count > stored.count ? Int.random(in: stored.count...data.count, using: &generator) : data.count
    }
  }

  private mutating func store(_ sectors: Set<Int>, size: Int) {
    if size < stored.count {
      stored.removeLast(stored.count - size)
    } else {
      stored += [UInt8](repeating: 0, count: size - stored.count)
    }
    for sector in sectors {
      let end = min((sector + 1) * Self.sector, size, data.count)
      let start = sector * Self.sector
      guard start < end else { continue }
      data.withUnsafeBytes { from in
        stored.withUnsafeMutableBytes { to in
          UnsafeMutableRawBufferPointer(rebasing: to[start..<end])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: from[start..<end]))
        }
      }
    }
  }
}
