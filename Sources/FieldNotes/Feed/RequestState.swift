/// Where the request of a lane stands.
public enum RequestState: Codable, Equatable, Sendable {
  /// Never asked for, which is not the same as loaded and empty.
  case idle
  /// The answer is awaited.
  case loading
  /// The answer came.
  case loaded
  /// It came to nothing.
  case failed(error: FeedError)
}

/// Why a page is asked for.
public enum LoadReason: String, CaseIterable, Codable, Hashable, Sendable {
  /// The user came to the feed.
  case initial
  /// The first page is wanted anew.
  case refresh
  /// The page behind the end of the list is wanted.
  case loadMore
  /// The whole list is wanted, page after page, so that what the service has no more can be told.
  case resync
}

/// Why a request or an edit came to nothing.
public struct FeedError: Error, Codable, Hashable, Sendable {
  /// What kind of failure, for programs.
  public enum Code: String, CaseIterable, Codable, Hashable, Sendable {
    /// The service could not be asked.
    case unreachable
    /// The service does not have it.
    case notFound
    /// The answer is not what was asked for, or cannot be read.
    case malformed
    /// Something is longer than can be carried.
    case tooLarge
    /// The service said no.
    case refused
    /// The list has changed so much that its pages begin anew.
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
