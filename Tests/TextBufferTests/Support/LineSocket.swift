import SystemCalls

/// A blocking connection that carries lines.
final class LineSocket {
  private let socket: FileDescriptor
  private var buffer: [UInt8] = []

  init(_ path: String) throws {
    socket = try UnixSocket.connect(to: UnixAddress(path: path))
  }

  /// Sends bytes.
  func send(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try socket.sendAll($0) }
  }

  /// Waits for bytes, and gives the lines that are whole by then; nil once the other end is gone.
  func receiveLines() -> [[UInt8]]? {
    while true {
      let lines = takeLines()
      if !lines.isEmpty { return lines }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      guard let count = try? chunk.withUnsafeMutableBytes({ try socket.read(into: $0) }), count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }

  private func takeLines() -> [[UInt8]] {
    guard buffer.last == 0x0A else {
      guard let end = buffer.lastIndex(of: 0x0A) else { return [] }
      let rest = Array(buffer[(end + 1)...])
      defer { buffer = rest }
      return buffer[...end].split(separator: 0x0A).map(Array.init)
    }
    defer { buffer = [] }
    return buffer.split(separator: 0x0A).map(Array.init)
  }
}
