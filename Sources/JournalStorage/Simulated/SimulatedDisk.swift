import SystemCalls

/// The state of a `SimulatedFileSystem`: nodes, open files, and what is to go wrong when.
struct SimulatedDisk: Sendable {
  /// Error numbers of Linux that the simulation answers with.
  enum Number: Int32 {
    case noEntry = 2
    case interrupted = 4
    case io = 5
    case badDescriptor = 9
    case exists = 17
    case noSpace = 28
    case readOnly = 30
    case notSupported = 95
  }

  var nodes: [SimulatedNode] = [SimulatedNode(isDirectory: true, permissions: 0o755)]
  var openFiles: Set<Int> = []
  var nextHandle = 0
  var generator: SeededGenerator
  var capacity: Int
  let reservesBlocks: Bool
  var isReadOnly = false
  var isPowerOff = false
  var faults: [SimulatedFault] = []
  var calls = 0

  init(seed: UInt64, capacity: Int, reservesBlocks: Bool) {
    generator = SeededGenerator(seed: seed)
    self.capacity = capacity
    self.reservesBlocks = reservesBlocks
  }

  var freeBytes: Int {
    max(0, capacity - nodes.reduce(0) { $0 + ($1.isDirectory || $1.links == 0 ? 0 : $1.space) })
  }

  func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

  func parent(of path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

  func find(_ path: String) -> Int? {
    var node = 0
    for name in path.split(separator: "/") where name != "." {
      guard let next = nodes[node].entries[String(name)] else { return nil }
      node = next
    }
    return node
  }

  /// Makes a node whose entry is not durable yet; nil if its directory is not there.
  mutating func make(_ path: String, isDirectory: Bool, permissions: UInt32) -> Int? {
    guard let parent = find(parent(of: path)) else { return nil }
    nodes.append(SimulatedNode(isDirectory: isDirectory, permissions: permissions))
    nodes[parent].change([(name(of: path), nodes.count - 1)])
    return nodes.count - 1
  }

  /// Makes a node whose entry is durable.
  mutating func insert(_ path: String, isDirectory: Bool, permissions: UInt32) -> Int? {
    guard let parent = find(parent(of: path)) else { return nil }
    nodes.append(SimulatedNode(isDirectory: isDirectory, permissions: permissions))
    nodes[parent].entries[name(of: path)] = nodes.count - 1
    nodes[parent].storedEntries[name(of: path)] = nodes.count - 1
    return nodes.count - 1
  }

  func status(of node: Int) -> JournalFileStatus {
    let n = nodes[node]
    return JournalFileStatus(
      kind: n.isDirectory ? .directory : .file, size: n.data.count, permissions: n.permissions, links: n.links,
      inode: UInt64(node), device: 1)
  }

  mutating func open(_ path: String, _ mode: JournalOpenMode) throws(SystemError) -> (node: Int, handle: Int) {
    try checkPower("open", path)
    var node = find(path)
    switch mode {
    case .create(let permissions):
      try changing("open", path)
      guard node == nil else { throw failure("open", .exists, path) }
      node = make(path, isDirectory: false, permissions: permissions)
      try changed("open", path)
    case .readWrite:
      if isReadOnly { throw failure("open", .readOnly, path) }
    case .read, .directory:
      break
    }
    guard let node else { throw failure("open", .noEntry, path) }
    nextHandle += 1
    openFiles.insert(nextHandle)
    return (node, nextHandle)
  }

  mutating func close(_ handle: Int, _ node: Int) {
    guard openFiles.remove(handle) != nil else { return }
    unlock(handle, node)
  }

  mutating func closeAll() {
    openFiles.removeAll()
    for node in nodes.indices {
      nodes[node].exclusiveLock = nil
      nodes[node].sharedLocks.removeAll()
    }
  }

  mutating func lock(_ handle: Int, _ node: Int, exclusive: Bool) -> Bool {
    let others = nodes[node].sharedLocks.subtracting([handle])
    if let holder = nodes[node].exclusiveLock, holder != handle { return false }
    guard exclusive else {
      nodes[node].sharedLocks.insert(handle)
      return true
    }
    guard others.isEmpty else { return false }
    nodes[node].exclusiveLock = handle
    return true
  }

  mutating func unlock(_ handle: Int, _ node: Int) {
    if nodes[node].exclusiveLock == handle { nodes[node].exclusiveLock = nil }
    nodes[node].sharedLocks.remove(handle)
  }

  mutating func cutPower() {
    closeAll()
    for node in nodes.indices { nodes[node].cutPower(using: &generator) }
    isPowerOff = true
  }

  mutating func makeUUID() -> String {
    let digits = Array("0123456789abcdef")
    let lengths = [8, 4, 4, 4, 12]
    return lengths.map { length in String((0..<length).map { _ in digits[Int(generator.next() % 16)] }) }
      .joined(separator: "-")
  }
}

extension SimulatedDisk {
  func failure(_ call: StaticString, _ number: Number, _ path: String) -> SystemError {
    SystemError(call: call, errno: number.rawValue, path: path)
  }

  func checkPower(_ call: StaticString, _ path: String) throws(SystemError) {
    if isPowerOff { throw failure(call, .io, path) }
  }

  /// Counts a changing call, and lets what is armed for it go wrong before it has any effect.
  mutating func changing(_ call: StaticString, _ path: String) throws(SystemError) {
    try checkPower(call, path)
    if isReadOnly { throw failure(call, .readOnly, path) }
    defer { calls += 1 }
    guard let fault = faults.first(where: { $0.call == calls }) else { return }
    switch fault.kind {
    case .powerCut:
      if generator.oneIn(2) { try cut(call, path) }
    case .fail(let number):
      throw SystemError(call: call, errno: number, path: path)
    case .short:
      break
    }
  }

  /// Lets a power cut armed for the call that just took effect happen after it.
  mutating func changed(_ call: StaticString, _ path: String) throws(SystemError) {
    if faults.contains(SimulatedFault(call: calls - 1, .powerCut)) { try cut(call, path) }
  }

  private mutating func cut(_ call: StaticString, _ path: String) throws(SystemError) {
    cutPower()
    throw failure(call, .io, path)
  }

  /// How many bytes of a write at the present call are to be taken: fewer than all if a fault says so.
  mutating func bytesTaken(of count: Int) -> Int {
    for case let fault in faults where fault.call == calls {
      switch fault.kind {
      case .short(let bytes): return max(1, min(bytes, count))
      case .fail(Number.interrupted.rawValue): return 0
      case .powerCut, .fail: return Int.random(in: 0...count, using: &generator)
      }
    }
    return count
  }
}
