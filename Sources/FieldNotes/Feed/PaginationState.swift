/// How far the list reaches, and what it stands for.
public struct PaginationState: Codable, Equatable, Sendable {
  /// What the list stands for.
  public enum Standing: String, CaseIterable, Codable, Sendable {
    /// Never loaded; an empty list means nothing.
    case never
    /// As the cache had it.
    case cached
    /// As the service listed it, also where it listed nothing.
    case loaded
    /// As the service once listed it; its end cursor expired, so it is being asked for anew.
    case stale
  }

  /// Where the next page begins; nil at the end of the list.
  public var endCursor: String?

  /// What the list stands for.
  public var standing: Standing

  /// Whether the service has more than what is listed.
  public var hasNextPage: Bool { endCursor != nil }

  /// A list that ends at `endCursor`.
  public init(endCursor: String? = nil, standing: Standing = .never) {
    self.endCursor = endCursor
    self.standing = standing
  }
}
