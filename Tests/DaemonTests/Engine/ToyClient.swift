import CanonicalJSON
import SystemCalls
import TestSupport

/// A client of the socket, one line at a time.
final class ToyClient {
  private let socket: FileDescriptor
  private var buffer: [UInt8] = []
  private var lastID = 0

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  init(_ path: String) throws {
    socket = try UnixSocket.connect(to: UnixAddress(path: path))
  }

  /// Sends a request and waits for its answer.
  @discardableResult
  func call(_ method: String, _ params: String = "{}") throws -> Answer {
    let id = try send(method, params)
    return try answer(to: id)
  }

  /// Dispatches an action and waits for its answer.
  @discardableResult
  func dispatch(_ type: String, _ action: String = "{}", _ more: String = "") throws -> Answer {
    try call("dispatch", #"{"type":"\#(type)","action":\#(action)\#(more)}"#)
  }

  /// Sends a request, and returns the id of its answer.
  func send(_ method: String, _ params: String = "{}") throws -> Int {
    lastID += 1
    try sendLine(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#)
    return lastID
  }

  func sendLine(_ line: String) throws {
    try Array((line + "\n").utf8).withUnsafeBytes { try socket.sendAll($0) }
  }

  private var early: [Int: Answer] = [:]
  private var notifications: [Told] = []

  /// Waits for the answer with this id; others that come first are kept.
  func answer(to id: Int) throws -> Answer {
    while true {
      if let answer = early.removeValue(forKey: id) { return answer }
      let answer = try nextAnswer()
      if let notification = Told(answer.json) {
        notifications.append(notification)
        continue
      }
      guard let number = answer.id else { throw Failure(description: "an answer without a number") }
      early[number] = answer
    }
  }

  /// The next notification; answers that come first are kept.
  func nextNotification() throws -> Told {
    while notifications.isEmpty {
      let answer = try nextAnswer()
      if let notification = Told(answer.json) {
        notifications.append(notification)
      } else if let number = answer.id {
        early[number] = answer
      }
    }
    return notifications.removeFirst()
  }

  /// The notifications that came before the answer to a request made now.
  func notificationsSoFar() throws -> [Told] {
    try call("status")
    defer { notifications = [] }
    return notifications
  }

  /// The next answer as it comes.
  func nextAnswer() throws -> Answer {
    guard let line = try nextLine() else { throw Failure(description: "the connection ended") }
    return try Answer(JSONValue.parse(line))
  }

  /// The next line, or nil when the connection has ended.
  func nextLine() throws -> [UInt8]? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        defer { buffer.removeFirst(end + 1) }
        return Array(buffer[..<end])
      }
      guard try Poll.wait(socket.rawValue, for: .readable, timeoutMilliseconds: Int32(Patience.milliseconds)) else {
        throw Failure(description: "no answer")
      }
      var bytes = [UInt8](repeating: 0, count: 64 << 10)
      switch try bytes.withUnsafeMutableBytes({ try socket.receive(into: $0) }) {
      case .bytes(let count): buffer += bytes[..<count]
      case .wouldBlock: continue
      case .ended, .reset: return nil
      }
    }
  }
}

/// The answer to a request.
struct Answer {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  var id: Int? { json["id"]?.int }
  var result: JSONValue? { json["result"] }
  /// The stable name of the error; nil for a result.
  var error: String? { json["error"]?["data"]?["name"]?.text }
  var data: JSONValue? { json["error"]?["data"] }
  var message: String? { json["error"]?["message"]?.text }
  var seq: Int? { result?["seq"]?.int }
  var outcome: String? { result?["outcome"]?.text }
  var state: String? { result?["state"]?.text }
}

/// What came without being an answer.
struct Told {
  let method: String
  let params: JSONValue

  init?(_ json: JSONValue) {
    guard let method = json["method"]?.text, let params = json["params"], json["id"] == nil else { return nil }
    self.method = method
    self.params = params
  }

  var subscription: Int? { params["subscription"]?.int }
  var seq: Int? { params["seq"]?.int }
  var value: JSONValue? { params["value"] }
  var isGone: Bool { params["gone"]?.isTrue == true }
  var skipped: Int? { params["skipped"]?.int }
  /// The stable name of the error that stands in place of a value.
  var error: String? { params["error"]?["data"]?["name"]?.text }
}

extension JSONValue {
  var int: Int? {
    guard case .number = self else { return nil }
    var writer = JSONWriter()
    write(to: &writer)
    return Int(String(decoding: writer.bytes, as: UTF8.self))
  }

  var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  var isTrue: Bool { self == .bool(true) }

  /// The value as canonical text.
  var spelled: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
