import ActionLog

/// The facts of the feed, each once. What is shown is derived by selectors.
public struct FeedState: StateTree {
  /// Every document known, listed or not.
  public var documentsByID = EntityTable<DocumentID, Document>()

  /// Every folder known.
  public var foldersByID = EntityTable<FolderID, Folder>()

  /// Every owner known.
  public var ownersByID = EntityTable<OwnerID, Owner>()

  /// The feed's order: each listed id once.
  public var orderedIDs = EntityList<DocumentID>()

  /// What the user wants to see.
  @Tracked public var query = FeedQuery()

  /// How far the list reaches, and the append lane.
  @Tracked public var pagination = PaginationState()

  /// Where the refresh lane's request stands.
  @Tracked public var request = RequestState.idle

  /// The refresh lane's latest request.
  @Tracked public var activeRequestID: RequestID?

  /// Raised by one with each change that the cache should hold.
  @Tracked public var cacheRevision = 0

  /// An empty feed that was never loaded.
  public init() {}

  /// Names the parts.
  public mutating func visit(_ parts: inout some PartVisitor) {
    parts.visit("documentsByID", &documentsByID)
    parts.visit("foldersByID", &foldersByID)
    parts.visit("ownersByID", &ownersByID)
    parts.visit("orderedIDs", &orderedIDs)
    parts.visit("query", &_query)
    parts.visit("pagination", &_pagination)
    parts.visit("request", &_request)
    parts.visit("activeRequestID", &_activeRequestID)
    parts.visit("cacheRevision", &_cacheRevision)
  }
}
