import SystemCalls
import Testing

@Suite("Files")
struct FileTests {
  @Test("what is written is read back, at any offset")
  func readAndWrite() throws {
    let directory = try TemporaryDirectory()
    let file = try FileDescriptor.create(directory("a"))
    try file.write(Array("hello, ".utf8))
    try file.write(Array("world".utf8))
    try file.write(Array("W".utf8), at: 7)
    let all = try file.bytes(at: 0, count: 100)
    let some = try file.bytes(at: 7, count: 2)
    #expect(all == Array("hello, World".utf8))
    #expect(some == Array("Wo".utf8))
    #expect(try FileSystem.contents(directory("a")) == Array("hello, World".utf8))
  }

  @Test("creating refuses a name that is taken, and says which")
  func exclusive() throws {
    let directory = try TemporaryDirectory()
    try make(directory("a"), [])
    let error = #expect(throws: SystemError.self) { try make(directory("a"), []) }
    #expect(error?.errno == ErrorNumber.exists)
    #expect(error?.description == "open \(directory("a")): File exists (EEXIST)")
  }

  @Test("many pieces are written in order, empty ones among them")
  func gather() throws {
    let directory = try TemporaryDirectory()
    let file = try FileDescriptor.create(directory("a"))
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let start = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { start.deallocate() }
    start.copyBytes(from: bytes)
    var pieces: [UnsafeRawBufferPointer] = []
    // More pieces than the kernel takes at once.
    for index in 0..<2500 {
      pieces.append(UnsafeRawBufferPointer(rebasing: start[index * 40..<index * 40 + 40]))
      pieces.append(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    try file.write(gathering: pieces)
    #expect(try FileSystem.contents(directory("a")) == bytes)
  }

  @Test("status tells size, kind, permissions, links and identity")
  func status() throws {
    let directory = try TemporaryDirectory()
    let file = try FileDescriptor.create(directory("a"))
    try file.write([1, 2, 3])
    try file.setPermissions(0o400)
    let before = try file.status()
    #expect(before.size == 3 && before.kind == .regular && before.permissions == 0o400 && before.links == 1)
    try FileSystem.rename(directory("a"), to: directory("b"))
    #expect(try FileSystem.status(directory("b")).isSameFile(as: before))
    try FileSystem.remove(directory("b"))
    let after = try file.status()
    #expect(after.links == 0)
    #expect(try FileSystem.status(directory.path).kind == .directory)
    #expect(!FileSystem.exists(directory("b")))
  }

  @Test("names of a directory come without dot entries; made and removed ones show")
  func names() throws {
    let directory = try TemporaryDirectory()
    #expect(try FileSystem.names(in: directory.path).isEmpty)
    try FileSystem.makeDirectory(directory("sub"))
    try make(directory("a"), [])
    #expect(try FileSystem.names(in: directory.path).sorted() == ["a", "sub"])
    try FileSystem.removeDirectory(directory("sub"))
    try FileSystem.syncDirectory(directory.path)
    #expect(try FileSystem.names(in: directory.path) == ["a"])
    #expect(throws: SystemError(call: "opendir", errno: ErrorNumber.noSuchFile, path: directory("missing"))) {
      try FileSystem.names(in: directory("missing"))
    }
  }

  @Test("a file opens by its directory, wherever that was moved")
  func openAt() throws {
    let directory = try TemporaryDirectory()
    try FileSystem.makeDirectory(directory("one"))
    let one = try FileDescriptor.openDirectory(directory("one"))
    try FileSystem.rename(directory("one"), to: directory("two"))
    let file = try one.open(at: "a", [.writeOnly, .create])
    try file.write([7])
    #expect(try FileSystem.contents(directory("two/a")) == [7])
  }

  @Test("cutting, syncing and reserved room: the size is what was written")
  func space() throws {
    let directory = try TemporaryDirectory()
    let file = try FileDescriptor.create(directory("a"))
    try file.write([UInt8](repeating: 1, count: 1000))
    try file.truncate(to: 10)
    try file.syncData()
    try file.sync()
    let isReserved = try reserve(file, 1 << 20)
    let status = try file.status()
    // A file system without reservations says so, and `reserve` here with it.
    #expect(!isReserved || status.allocated >= 1 << 20)
    #expect(status.size == 10)
    let free = try file.freeBytes()
    #expect(free > 0)
  }

  @Test("a mapped file shows its bytes, an empty one none")
  func mapping() throws {
    let directory = try TemporaryDirectory()
    let file = try FileDescriptor.create(directory("a"))
    let empty = try MappedFile(file)
    let emptyCount = empty.bytes.count
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0) }
    try file.write(bytes)
    let mapped = try MappedFile(file)
    mapped.willReadInOrder()
    mapped.isDone(before: 5000)
    let seen = Array(mapped.bytes)
    #expect(emptyCount == 0 && seen == bytes)
  }

  @Test("a descriptor is closed when it goes out of scope")
  func closes() throws {
    let pair = try UnixSocket.pair()
    let reader = try pair.one.duplicate()
    try end(pair)
    // Both ends of the pair are closed, so the copy of one reads the end.
    let rest = try reader.readToEnd()
    #expect(rest.isEmpty)
  }

  private func end(_ pair: consuming SocketPair) throws {}

  private func make(_ path: String, _ bytes: [UInt8]) throws {
    let file = try FileDescriptor.create(path)
    try file.write(bytes)
  }

  private func reserve(_ file: borrowing FileDescriptor, _ count: Int) throws -> Bool {
    do throws(SystemError) {
      try file.reserve(at: 0, count: count)
      return true
    } catch {
      guard error.errno == ErrorNumber.notSupported else { throw error }
      return false
    }
  }
}
