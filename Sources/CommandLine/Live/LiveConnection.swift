import CanonicalJSON

/// A connection on which the daemon tells news between its answers. Used by one thread.
///
/// Before it waits, everything that was printed is handed on, and while it waits, a reader of standard output that goes
/// away ends the command.
final class LiveConnection {
  private let client: SocketClient
  private let invocation: Invocation
  private let welcome: String?
  /// News that came before an answer that was waited for.
  private var early: ArraySlice<News> = []
  /// Whether the daemon took up what was asked; until then a lost connection tells nothing new.
  private(set) var isEstablished = false

  /// - Parameter welcome: what is said once the daemon took up what was asked.
  init(_ client: SocketClient, _ invocation: Invocation, welcome: String?) {
    self.client = client
    self.invocation = invocation
    self.welcome = welcome
  }

  /// Notes that the daemon took up what was asked.
  func established() throws(Failure) {
    isEstablished = true
    if let welcome { try invocation.note(welcome) }
  }

  /// Asks one thing and waits for its answer; news that comes first is kept.
  func call(
    _ method: StaticString, params: (inout JSONWriter) -> Void = SocketClient.noParams
  ) throws(Failure) -> RawJSON {
    let id = try client.queue(method, params: params)
    try client.flush()
    while true {
      switch try incoming(milliseconds: nil) {
      case .news(let news): early.append(news)
      case .reply(let reply): if let result = try reply.result(of: id) { return result }
      case nil: break
      }
    }
  }

  /// The next news, waiting for it; `nil` once so many milliseconds went by without a line.
  func next(milliseconds: Int? = nil) throws(Failure) -> News? {
    if let news = early.popFirst() { return news }
    while true {
      switch try incoming(milliseconds: milliseconds) {
      case .news(let news): return news
      case .reply(let reply):
        // An answer that nobody waits for is only of interest where it says why the connection ends.
        if case .failure(let error) = reply.answer, reply.id == nil { throw error.failure }
      case nil: return nil
      }
    }
  }

  private func incoming(milliseconds: Int?) throws(Failure) -> Incoming? {
    while true {
      if let message = try client.takeBuffered() { return message }
      try invocation.output.flush()
      if try invocation.surroundings.wait(client.descriptor, milliseconds) {
        try client.fill()
      } else if milliseconds != nil {
        return nil
      }
    }
  }
}
