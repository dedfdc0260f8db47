import Foundation
import SystemCalls

/// A blocking client of the socket, as anyone could write it with a socket and JSON.
package final class WireClient {
  private let socket: FileDescriptor
  private var buffer: [UInt8] = []
  /// How much of the buffer is known to hold no line's end.
  private var scanned = 0
  private var nextID = 1

  package init(_ path: String) throws {
    socket = try UnixSocket.connect(to: UnixAddress(path: path))
  }

  /// Sends one line.
  package func send(_ line: String) throws {
    try Array((line + "\n").utf8).withUnsafeBytes { try socket.sendAll($0) }
  }

  /// Sends bytes as they are.
  package func send(bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try socket.sendAll($0) }
  }

  /// Says that nothing more will be sent.
  package func endSending() throws { try socket.shutDown(.writing) }

  /// The next line, nil when the other end has closed.
  package func receive() throws -> String? {
    while true {
      if let end = buffer[scanned...].firstIndex(of: 0x0A) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeFirst(end + 1)
        scanned = 0
        return line
      }
      scanned = buffer.count
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = try chunk.withUnsafeMutableBytes { try socket.read(into: $0) }
      if count == 0 { return nil }
      buffer += chunk[..<count]
    }
  }

  /// The next line as an object.
  package func receiveObject() throws -> [String: Any] {
    guard let line = try receive() else { throw Failure("the daemon closed the connection") }
    return try object(line)
  }

  /// Calls a method and waits for its answer; an error answer is thrown.
  @discardableResult
  package func call(_ method: String, _ params: String = "{}") throws -> [String: Any] {
    let id = nextID
    nextID += 1
    try send("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(params)}")
    let answer = try receiveObject()
    guard answer["id"] as? Int == id else { throw Failure("answer to another request: \(answer)") }
    if let error = answer["error"] as? [String: Any] { throw WireFailure(error) }
    guard let result = answer["result"] as? [String: Any] else { throw Failure("no result: \(answer)") }
    return result
  }

  /// Dispatches an action and waits until it is durable.
  @discardableResult
  package func dispatch(_ type: String, _ action: String = "{}", id: String? = nil) throws -> [String: Any] {
    let key = id.map { ",\"id\":\"\($0)\"" } ?? ""
    return try call("dispatch", "{\"type\":\"\(type)\",\"action\":\(action)\(key)}")
  }

  private func object(_ line: String) throws -> [String: Any] {
    guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
      throw Failure("no object: \(line)")
    }
    return object
  }
}

/// An error that the daemon answered with.
package struct WireFailure: Error, CustomStringConvertible, @unchecked Sendable {
  package let code: Int
  package let name: String
  package let data: [String: Any]
  package let message: String

  package init(_ error: [String: Any]) {
    code = error["code"] as? Int ?? 0
    data = error["data"] as? [String: Any] ?? [:]
    name = data["name"] as? String ?? ""
    message = error["message"] as? String ?? ""
  }

  package var description: String { "\(name) (\(code)): \(message) \(data)" }
}
