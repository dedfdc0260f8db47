import SystemCalls
import TestSupport
import Testing

@testable import Daemon

@Suite("Telling the service manager")
struct ServiceNotifierTests {
  private func received(_ socket: borrowing FileDescriptor) throws -> String? {
    guard try Poll.wait(socket.rawValue, for: .readable, timeoutMilliseconds: Int32(Patience.milliseconds)) else {
      return nil
    }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    guard case .bytes(let count) = try buffer.withUnsafeMutableBytes({ try socket.receive(into: $0) }) else {
      return nil
    }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  @Test("a manager at a path and one in the abstract space are told")
  func told() throws {
    let path = TemporarySocket.path()
    for name in [path, "@actionlog-\(UInt64.random(in: 0 ..< .max))"] {
      let manager = try UnixSocket.receiveDatagrams(at: UnixAddress(notation: name))
      let notifier = ServiceNotifier(notifySocket: name)
      #expect(notifier.isListening)
      #expect(notifier.ready(status: "serving\nseq 7"))
      #expect(try received(manager) == "READY=1\nSTATUS=serving seq 7")
      #expect(notifier.stopping())
      #expect(try received(manager) == "STOPPING=1")
      #expect(notifier.extendTimeout(microseconds: 5))
      #expect(try received(manager) == "EXTEND_TIMEOUT_USEC=5")
    }
    try FileSystem.remove(path)
  }

  @Test("without a manager, or with one that cannot be told, nothing happens")
  func untold() {
    for name in [
      nil, "", "relative", "/tmp/nobody-\(UInt32.random(in: 0 ..< .max))", "/" + String(repeating: "x", count: 200),
    ] {
      #expect(!ServiceNotifier(notifySocket: name).ready())
    }
  }
}
