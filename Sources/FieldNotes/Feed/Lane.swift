import CanonicalJSON

/// One lane of the feed's work: its latest request and where that stands.
///
/// At most one request of a lane is open. The first terminal event closes it; a newer request supersedes it. A lane
/// that is asked for is loading before its request has an id.
public struct Lane: Codable, Equatable, Sendable {
  /// The latest request; nil before the first, while the id is being made, and after it was superseded.
  public private(set) var requestID: RequestID?

  /// Where the latest request stands.
  public private(set) var status: RequestState

  /// What an answer to a request is to the lane.
  enum Verdict {
    /// The answer that is awaited.
    case current
    /// Another answer to the request that was answered last.
    case duplicate
    /// An answer that nobody awaits: it was superseded, or never asked for.
    case stale
  }

  /// A lane with nothing asked for, or as it was left.
  init(requestID: RequestID? = nil, status: RequestState = .idle) {
    self.requestID = requestID
    self.status = status
  }

  /// A lane in which the request `id` is open.
  init(open id: RequestID) { self.init(requestID: id, status: .loading) }

  /// Whether an answer is awaited, or the id to ask for it under.
  public var isOpen: Bool { status == .loading }

  /// Why the latest request came to nothing; nil where it did not.
  public var error: FeedError? {
    guard case .failed(let error) = status else { return nil }
    return error
  }

  /// Whether a request is wanted that has no id yet.
  var isAsked: Bool { isOpen && requestID == nil }

  /// What an answer to the request `id` is.
  func verdict(on id: RequestID) -> Verdict {
    guard id == requestID else { return .stale }
    return isOpen ? .current : .duplicate
  }

  /// Notes that a request is wanted; what was open is superseded.
  mutating func ask() { self = Lane(status: .loading) }

  /// Opens the request `id`; what was open is superseded.
  mutating func open(_ id: RequestID) { self = Lane(open: id) }

  /// Closes the open request with its answer.
  mutating func succeed() { status = .loaded }

  /// Closes the open request with why it came to nothing.
  mutating func fail(_ error: FeedError) { status = .failed(error: error) }

  /// Gives up what is open: nobody awaits its answer any more.
  mutating func drop() {
    guard isOpen else { return }
    self = Lane()
  }
}

extension Lane: CanonicalWritable {
  /// Writes the lane as `Codable` would.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let requestID {
      writer.key("requestID")
      writer.string(requestID.text)
    }
    writer.key("status")
    status.write(to: &writer)
    writer.endObject()
  }
}

extension RequestState: CanonicalWritable {
  /// Writes the state as `Codable` would.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .idle: writer.key("idle")
    case .loading: writer.key("loading")
    case .loaded: writer.key("loaded")
    case .failed: writer.key("failed")
    }
    writer.beginObject()
    if case .failed(let error) = self {
      writer.key("error")
      error.write(to: &writer)
    }
    writer.endObject()
    writer.endObject()
  }
}

extension FeedError: CanonicalWritable {
  /// Writes the error as `Codable` would.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("code")
    writer.string(code.rawValue)
    writer.key("message")
    writer.string(message)
    writer.endObject()
  }
}
