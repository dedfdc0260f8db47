/// Where the request of a lane stands. `idle` is "never loaded", which is not the same as "loaded and empty".
public enum RequestState: Codable, Equatable, Sendable {
  case idle
  case loading
  case loaded
  case failed(error: FeedError)
}

/// Why a page is asked for.
public enum LoadReason: String, CaseIterable, Codable, Hashable, Sendable {
  case initial
  case refresh
  case loadMore
  /// The whole list is wanted, page after page, so that what the service has no more can be told.
  case resync
}

/// Why a request or an edit came to nothing.
public struct FeedError: Error, Codable, Hashable, Sendable {
  /// What kind of failure, for programs.
  public enum Code: String, CaseIterable, Codable, Hashable, Sendable {
    case unreachable
    case notFound
    case malformed
    case tooLarge
    case refused
    case expiredCursor
    /// No answer came in time: of an edit it is unknown whether it was taken.
    case timedOut
  }

  /// What kind of failure, for programs.
  public let code: Code

  /// What happened and where, for people.
  public let message: String

  /// The failure `code`, told as `message`.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
