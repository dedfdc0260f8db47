import CanonicalJSON
import SystemCalls

/// A connection to the daemon: requests go out, replies come in, one line each. Blocking; used by one thread.
final class SocketClient {
  private let path: String
  private let socket: FileDescriptor
  private var outgoing: [UInt8] = []
  private let incoming = LineBuffer(portion: 64 << 10)
  private var lastID: UInt64 = 0
  private static let portion = 64 << 10

  /// Connects to whoever answers at a path.
  init(answeringAt path: String) throws(SystemError) {
    self.path = path
    socket = try UnixSocket.connect(to: UnixAddress(path: path))
  }

  /// Connects.
  ///
  /// - Parameter place: the path and, for messages, how it was chosen.
  /// - Throws: `unreachable`, with the path and how to start a daemon there.
  convenience init(connectingTo place: SocketPlace) throws(Failure) {
    do throws(SystemError) {
      try self.init(answeringAt: place.path)
    } catch {
      throw place.failure(error)
    }
  }

  /// What to wait for until more can be received.
  var descriptor: Int32 { socket.rawValue }

  /// Buffers a request.
  ///
  /// - Parameter params: writes the object of parameters.
  /// - Returns: the request's id.
  @discardableResult
  func queue(_ method: StaticString, params: (inout JSONWriter) -> Void) throws(Failure) -> UInt64 {
    lastID += 1
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("jsonrpc")
    writer.string("2.0")
    writer.key("id")
    writer.integer(lastID)
    writer.key("method")
    writer.string("\(method)")
    writer.key("params")
    params(&writer)
    writer.endObject()
    outgoing += writer.bytes
    outgoing.append(UInt8(ascii: "\n"))
    if outgoing.count >= Self.portion { try flush() }
    return lastID
  }

  /// Sends what is buffered.
  func flush() throws(Failure) {
    guard !outgoing.isEmpty else { return }
    defer { outgoing.removeAll(keepingCapacity: true) }
    do throws(SystemError) {
      try outgoing.withUnsafeBufferPointer { bytes throws(SystemError) in
        try socket.sendAll(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      // A daemon that turns a connection away says why before it closes.
      if let reply = try? receiveBuffered(), case .failure(let refusal) = reply.answer { throw refusal.failure }
      throw lost(error.text)
    }
  }

  /// Sends what is buffered and waits for the next reply, whichever request it belongs to.
  func receive() throws(Failure) -> Reply {
    try flush()
    return try receiveBuffered()
  }

  /// Asks one thing and waits for its answer.
  func call(_ method: StaticString, params: (inout JSONWriter) -> Void = noParams) throws(Failure) -> RawJSON {
    let id = try queue(method, params: params)
    while true {
      if let result = try receive().result(of: id) { return result }
    }
  }

  /// Writes the parameters of a method that takes none.
  static func noParams(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }

  private func receiveBuffered() throws(Failure) -> Reply {
    while true {
      switch try takeBuffered() {
      case .reply(let reply): return reply
      // Nobody subscribed on a connection that is read like this.
      case .news: continue
      case nil: try fill()
      }
    }
  }

  /// The next message of those that are here already.
  func takeBuffered() throws(Failure) -> Incoming? {
    guard let line = incoming.takeLine() else { return nil }
    return try Incoming(parsing: line, from: path)
  }

  /// Takes in what comes next, waiting for it.
  func fill() throws(Failure) {
    let more = try incoming.fill { buffer throws(Failure) in
      do throws(SystemError) {
        return try socket.read(into: buffer)
      } catch {
        throw lost(error.text)
      }
    }
    if !more { throw lost("it closed the connection") }
  }

  private func lost(_ why: String) -> Failure {
    Failure(
      status: .unreachable, name: "connectionLost",
      message: "\(path): lost the daemon before it answered (\(why)): what was not answered may or may not be durable")
  }
}
