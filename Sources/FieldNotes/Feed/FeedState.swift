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

  /// Listed ids whose documents are not known: these are the dangling ones, and no others.
  public var danglingIDs = EntityTable<DocumentID, DanglingID>()

  /// What opened folders hold.
  public var contentsByFolderID = EntityTable<FolderID, FolderContents>()

  /// What the user wants to see.
  @Tracked public var query = FeedQuery()

  /// How far the list reaches, and what it stands for.
  @Tracked public var pagination = PaginationState()

  /// Where the refresh lane's request stands.
  @Tracked public var request = RequestState.idle

  /// The refresh lane's latest request.
  @Tracked public var activeRequestID: RequestID?

  /// The other lanes.
  public var lanes = FeedLanes()

  /// The full resync under way, if any.
  public var resync = Resync()

  /// Raised by one with each change that the cache should hold.
  @Tracked public var cacheRevision = 0

  /// Raised by each action after which lists may match or sort other documents: one came or went, or has another
  /// title, owner or folder. Lists read this, not every document.
  @Tracked public var headingRevision = 0

  /// An empty feed that was never loaded.
  public init() {}

  /// Names the parts.
  public mutating func visit(_ parts: inout some PartVisitor) {
    parts.visit("documentsByID", &documentsByID)
    parts.visit("foldersByID", &foldersByID)
    parts.visit("ownersByID", &ownersByID)
    parts.visit("orderedIDs", &orderedIDs)
    parts.visit("danglingIDs", &danglingIDs)
    parts.visit("contentsByFolderID", &contentsByFolderID)
    parts.visit("query", &_query)
    parts.visit("pagination", &_pagination)
    parts.visit("request", &_request)
    parts.visit("activeRequestID", &_activeRequestID)
    parts.visit("lanes", &lanes)
    parts.visit("resync", &resync)
    parts.visit("cacheRevision", &_cacheRevision)
    parts.visit("headingRevision", &_headingRevision)
  }

  /// The refresh lane: `request` and `activeRequestID`.
  var refreshLane: Lane {
    get { Lane(requestID: activeRequestID, status: request) }
    set {
      activeRequestID = newValue.requestID
      request = newValue.status
    }
  }
}
