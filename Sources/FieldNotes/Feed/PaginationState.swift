/// How far the list reaches, and the lane that appends to it.
public struct PaginationState: Codable, Equatable, Sendable {
  /// Where the next page begins; nil at the end of the list.
  public var endCursor: String?

  /// Where the append lane's request stands.
  public var request = RequestState.idle

  /// The append lane's latest request.
  public var activeRequestID: RequestID?

  /// Whether the service has more than what is listed.
  public var hasNextPage: Bool { endCursor != nil }

  /// A list that ends at `endCursor`, with nothing asked for.
  public init(endCursor: String? = nil) { self.endCursor = endCursor }
}
