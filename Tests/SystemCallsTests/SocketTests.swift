import SystemCalls
import Testing

@Suite("Unix sockets")
struct SocketTests {
  @Test("bytes go both ways; the peer is this process; an end is told from nothing yet")
  func stream() throws {
    let directory = try TemporaryDirectory()
    let address = UnixAddress(path: directory("socket"))
    let listener = try UnixSocket.listen(at: address)
    #expect(try FileSystem.status(directory("socket")).kind == .socket)
    #expect(try listener.nothingWaits())
    let client = try UnixSocket.connect(to: address)
    guard let server = try listener.accept() else {
      Issue.record("no connection waits")
      return
    }
    #expect(try server.peerCredentials().pid == CurrentProcess.id)
    #expect(try server.peerCredentials().uid == CurrentProcess.user)
    _ = try server.peerGroups()
    #expect(try receive(server) == .wouldBlock)
    try client.sendAll("ping".utf8)
    #expect(try receive(server) == .bytes(4))
    try client.shutDown(.writing)
    #expect(try receive(server) == .ended)
    #expect(try server.send("pong".utf8) == .bytes(4))
    #expect(try receive(client) == .bytes(4))
  }

  @Test("a full socket says so after a short send; a gone reader is no signal")
  func full() throws {
    let pair = try UnixSocket.pair()
    let bytes = [UInt8](repeating: 65, count: 4 << 20)
    let first = try bytes.withUnsafeBytes { try pair.one.send($0) }
    guard case .bytes(let count) = first else {
      Issue.record("nothing was sent: \(first)")
      return
    }
    #expect(count > 0 && count < bytes.count)
    #expect(try bytes.withUnsafeBytes { try pair.one.send($0) } == .wouldBlock)
    try pair.other.shutDown(.both)
    #expect(try bytes.withUnsafeBytes { try pair.one.send($0) } == .peerGone)
    let error = #expect(throws: SystemError.self) { try bytes.withUnsafeBytes { try pair.one.sendAll($0) } }
    #expect(error?.errno == ErrorNumber.brokenPipe)
  }

  @Test("what the kernel holds for the other end rises with what is sent, and falls as it is read")
  func sendQueue() throws {
    let pair = try UnixSocket.pair()
    let before = try pair.one.sendQueueBytes()
    let bytes = [UInt8](repeating: 65, count: 3_000)
    for _ in 0..<2 { try bytes.withUnsafeBytes { try pair.one.sendAll($0) } }
    let full = try pair.one.sendQueueBytes()
    #expect(full >= 6_000)
    #expect(try receive(pair.other) == .bytes(4_096))
    let less = try pair.one.sendQueueBytes()
    #expect(less < full && less > 0)
    #expect(try receive(pair.other) == .bytes(1_904))
    let after = try pair.one.sendQueueBytes()
    #expect(before == 0 && after == 0)
  }

  @Test("all of a long message arrives although each send is short")
  func shortSends() throws {
    let pair = try UnixSocket.pair()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let received = ConditionLock<[UInt8]>([])
    let reading = try pair.other.duplicate()
    let thread = try Thread(name: "reader") { [reading] in
      let all = try? reading.readToEnd()
      received.change { $0 = all ?? [] }
    }
    try bytes.withUnsafeBytes { try pair.one.sendAll($0) }
    try pair.one.shutDown(.writing)
    thread.join()
    #expect(received.withLock { $0 == bytes })
  }

  @Test("the longest path is 107 bytes, and one more is refused by name")
  func longPaths() throws {
    let directory = try TemporaryDirectory()
    let room = UnixAddress.longestPath - directory.path.utf8.count - 1
    let fits = UnixAddress(path: directory(String(repeating: "s", count: room)))
    let listener = try UnixSocket.listen(at: fits)
    _ = try UnixSocket.connect(to: fits)
    try listener.close()
    let error = #expect(throws: SystemError.self) {
      _ = try UnixSocket.listen(at: UnixAddress(path: directory(String(repeating: "s", count: room + 1))))
    }
    #expect(error?.name == "ENAMETOOLONG")
  }

  @Test("a taken path, a stale socket and a missing one each have their number")
  func connectErrors() throws {
    let directory = try TemporaryDirectory()
    let address = UnixAddress(path: directory("socket"))
    #expect(throws: SystemError(call: "connect", errno: ErrorNumber.noSuchFile, path: address.text)) {
      _ = try UnixSocket.connect(to: address)
    }
    do {
      let listener = try UnixSocket.listen(at: address)
      #expect(throws: SystemError(call: "bind", errno: ErrorNumber.addressInUse, path: address.text)) {
        _ = try UnixSocket.listen(at: address)
      }
      try listener.close()
    }
    #expect(throws: SystemError(call: "connect", errno: ErrorNumber.connectionRefused, path: address.text)) {
      _ = try UnixSocket.connect(to: address)
    }
  }

  @Test("a datagram reaches a path and an abstract name", arguments: ["path", "@abstract"])
  func datagrams(kind: String) throws {
    let directory = try TemporaryDirectory()
    let name = kind == "path" ? directory("notify") : "@actionlog-test-\(try SystemRandom.uuid())"
    let receiver = try UnixSocket.receiveDatagrams(at: UnixAddress(notation: name))
    try UnixSocket.sendDatagram(Array("READY=1".utf8), to: UnixAddress(notation: name))
    #expect(try receive(receiver) == .bytes(7))
  }

  private func receive(_ socket: borrowing FileDescriptor) throws -> ReceiveOutcome {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    defer { buffer.deallocate() }
    return try socket.receive(into: buffer)
  }
}

extension FileDescriptor {
  fileprivate func nothingWaits() throws -> Bool {
    switch try accept() {
    case .none: true
    case .some: false
    }
  }

  fileprivate func sendAll(_ text: String.UTF8View) throws {
    try Array(text).withUnsafeBytes { try sendAll($0) }
  }

  fileprivate func send(_ text: String.UTF8View) throws -> SendOutcome {
    try Array(text).withUnsafeBytes { try send($0) }
  }
}
