import Foundation
import SystemCalls
import TestSupport
import Testing

/// A blocking client. It gives up in the end, so that a test fails instead of hanging.
struct TestClient: ~Copyable {
  let socket: FileDescriptor
  private var buffer: [UInt8] = []

  init(_ path: String) throws {
    socket = try UnixSocket.connect(to: UnixAddress(path: path))
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try socket.sendAll($0) }
  }

  func endInput() throws { try socket.shutDown(.writing) }

  /// The next line; nil at the end of the stream.
  mutating func line() throws -> String? {
    while true {
      if let feed = buffer.firstIndex(of: 0x0A) {
        defer { buffer.removeFirst(feed + 1) }
        return String(decoding: buffer[..<feed], as: UTF8.self)
      }
      guard try fill() else { return buffer.isEmpty ? nil : String(decoding: buffer, as: UTF8.self) }
    }
  }

  /// All lines up to the end of the stream.
  mutating func lines() throws -> [String] {
    while try fill() {}
    let all = buffer.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    buffer = []
    return all
  }

  /// The next reply.
  mutating func reply() throws -> Reply { try Reply(try #require(try line())) }

  /// Receives exactly `count` bytes, which no line is made of.
  func take(_ count: Int) throws {
    var left = count
    while left > 0 {
      guard try Poll.wait(socket.rawValue, for: .readable, timeoutMilliseconds: Int32(Patience.milliseconds)) else {
        throw Silence()
      }
      var piece = [UInt8](repeating: 0, count: left)
      guard case .bytes(let count) = try piece.withUnsafeMutableBytes({ try socket.receive(into: $0) }) else {
        throw Silence()
      }
      left -= count
    }
  }

  /// Receives some more; false at the end.
  private mutating func fill() throws -> Bool {
    guard try Poll.wait(socket.rawValue, for: .readable, timeoutMilliseconds: Int32(Patience.milliseconds)) else {
      throw Silence()
    }
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    switch try piece.withUnsafeMutableBytes({ try socket.receive(into: $0) }) {
    case .bytes(let count): buffer += piece[..<count]
    case .wouldBlock: break
    case .ended, .reset: return false
    }
    return true
  }

  struct Silence: Error {}
}

/// A reply, taken apart by another reader than ours.
struct Reply {
  let id: String
  let result: String?
  let error: String?
  let data: [String: String]

  init(_ line: String) throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line.prefix(200))")
    id = object["id"].map { "\($0)" } ?? "none"
    result = object["result"].map { "\($0)" }
    let data = (object["error"] as? [String: Any])?["data"] as? [String: Any] ?? [:]
    error = data["name"] as? String
    self.data = data.mapValues { "\($0)" }
  }
}

/// Requests for the test server.
enum Line {
  static func status(_ id: Int) -> String { "{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":\(id)}\n" }

  static func get(_ count: Int, _ id: Int) -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"get\",\"params\":{\"pointer\":\"/\(count)\"},\"id\":\(id)}\n"
  }

  static func dispatch(_ type: String, _ id: Int?) -> String {
    let end = id.map { ",\"id\":\($0)" } ?? ""
    return "{\"jsonrpc\":\"2.0\",\"method\":\"dispatch\",\"params\":{\"type\":\"\(type)\",\"action\":{}}\(end)}\n"
  }
}

/// Paths for sockets, short enough for the kernel.
enum TemporarySocket {
  static func path() -> String {
    "/tmp/al-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ..< .max)).sock"
  }
}
