import Foundation
import Synchronization
import SystemCalls

@testable import CommandLine

/// A daemon in a few lines: it answers each request line as the test says, one connection after another.
final class TestServer: Sendable {
  /// What it does with a request line.
  enum Step: Sendable {
    case answer([String])
    case answerAndHangUp([String])
    case hangUp
  }

  typealias Respond = @Sendable (_ line: String, _ id: Int) -> Step

  let path: String
  private let directory: URL
  private let shared: Shared
  private let thread: SystemCalls.Thread

  /// The request lines so far.
  var requests: [String] { shared.requests.withLock { $0 } }

  /// - Parameter respond: called with each request line and its id, on the server's thread.
  init(_ respond: @escaping Respond) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "cli-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    path = directory.appending(path: "s.sock").path
    let shared = Shared(listener: try UnixSocket.listen(at: UnixAddress(path: path)), stop: try UnixSocket.pair())
    self.shared = shared
    thread = try SystemCalls.Thread(name: "test-server") { shared.serve(respond) }
  }

  deinit {
    try? shared.stop.one.shutDown(.both)
    thread.join()
    try? FileManager.default.removeItem(at: directory)
  }

  /// What the server's thread and the test's both see.
  private final class Shared: Sendable {
    let listener: FileDescriptor
    let stop: SocketPair
    let requests = Mutex<[String]>([])

    init(listener: consuming FileDescriptor, stop: consuming SocketPair) {
      self.listener = listener
      self.stop = stop
    }

    func serve(_ respond: Respond) {
      while wait(for: listener.rawValue) {
        guard let connection = try? listener.accept() else { continue }
        serve(connection, respond)
      }
    }

    private func serve(_ connection: borrowing FileDescriptor, _ respond: Respond) {
      // An answer that finds no room must wait for it, not be lost.
      try? connection.setNonBlocking(false)
      let lines = LineBuffer()
      while wait(for: connection.rawValue) {
        let descriptor = connection.rawValue
        let more = try? lines.fill { buffer throws(Failure) in TestServer.receive(descriptor, into: buffer) }
        guard more == true else { return }
        while let line = lines.takeLine() {
          let text = String(decoding: line, as: UTF8.self)
          requests.withLock { $0.append(text) }
          switch respond(text, TestServer.id(of: text)) {
          case .hangUp: return
          case .answerAndHangUp(let answers): return Self.send(answers, on: connection)
          case .answer(let answers): Self.send(answers, on: connection)
          }
        }
      }
    }

    private static func send(_ answers: [String], on connection: borrowing FileDescriptor) {
      for answer in answers {
        let bytes = Array((answer + "\n").utf8)
        try? bytes.withUnsafeBufferPointer { try connection.sendAll(UnsafeRawBufferPointer($0)) }
      }
    }

    private func wait(for descriptor: Int32) -> Bool {
      let ready = try? Poll.wait([(descriptor, .readable), (stop.other.rawValue, .readable)])
      return ready.map { $0[1].isEmpty } ?? false
    }
  }

  private static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    max(0, read(descriptor, buffer.baseAddress, buffer.count))
  }

  private static func id(of line: String) -> Int {
    let request = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return request?["id"] as? Int ?? -1
  }
}

extension TestServer {
  /// A response with a result.
  static func result(_ id: Int, _ json: String) -> String { "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":\(json)}" }

  /// A response with an error.
  static func error(_ id: Int?, _ name: String, _ message: String, code: Int = -32_000) -> String {
    let id = id.map { String($0) } ?? "null"
    return "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"error\":{\"code\":\(code),\"message\":\"\(message)\","
      + "\"data\":{\"name\":\"\(name)\"}}}"
  }

  /// A result of `dispatch`.
  static func dispatched(_ id: Int, seq: Int, outcome: String = "applied", why: String? = nil) -> String {
    let why = why.map { ",\"why\":\($0)" } ?? ""
    return result(
      id,
      "{\"seq\":\(seq),\"at\":\"2026-11-30T08:10:00.000001Z\",\"outcome\":\"\(outcome)\"\(why),"
        + "\"state\":\"00000000000000ff\"}")
  }
}
