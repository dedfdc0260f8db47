/// One page of the feed, decoded and normalized at the boundary: entities apart, documents in the page's order.
public struct FeedPage: Codable, Equatable, Sendable {
  /// The cursor under which this page was asked for; nil is the first page.
  public var cursor: String?

  /// Where the next page begins; nil at the end.
  public var nextCursor: String?

  /// The documents in the page's order; an id may occur again, then its first place and its last data count.
  public var documents: [Document]

  /// The folders that the page includes.
  public var folders: [Folder]

  /// The owners that the page includes.
  public var owners: [Owner]

  /// A page with these entities.
  public init(
    cursor: String? = nil, nextCursor: String? = nil, documents: [Document] = [], folders: [Folder] = [],
    owners: [Owner] = []
  ) {
    self.cursor = cursor
    self.nextCursor = nextCursor
    self.documents = documents
    self.folders = folders
    self.owners = owners
  }
}
