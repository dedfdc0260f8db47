/// One page of the feed, decoded and normalized at the boundary: entities apart, documents in the page's order.
public struct FeedPage: Codable, Equatable, Sendable {
  /// The cursor under which this page was asked for; nil is the first page.
  public var cursor: String?

  /// Where the next page begins; nil at the end.
  public var nextCursor: String?

  /// The documents in the page's order; an id may occur again, then its first place and its last data count.
  public var documents: [DocumentPayload]

  /// The folders that the page includes.
  public var folders: [FolderPayload]

  /// The owners that the page includes.
  public var owners: [OwnerPayload]

  /// A page of payloads.
  public init(
    cursor: String? = nil, nextCursor: String? = nil, payloads: [DocumentPayload], folders: [FolderPayload] = [],
    owners: [OwnerPayload] = []
  ) {
    self.cursor = cursor
    self.nextCursor = nextCursor
    self.documents = payloads
    self.folders = folders
    self.owners = owners
  }

  /// A page of whole entities.
  public init(
    cursor: String? = nil, nextCursor: String? = nil, documents: [Document] = [], folders: [Folder] = [],
    owners: [Owner] = []
  ) {
    self.init(
      cursor: cursor, nextCursor: nextCursor, payloads: documents.map { DocumentPayload($0) },
      folders: folders.map { FolderPayload($0) }, owners: owners.map { OwnerPayload($0) })
  }

  var entities: IncludedEntities { IncludedEntities(documents: documents, folders: folders, owners: owners) }
}

/// What a folder holds, in one answer: its documents in the folder's order, and the entities that come with them.
public struct FolderPage: Codable, Equatable, Sendable {
  /// The documents in the folder's order; an id may occur again, then its first place and its last data count.
  public var documents: [DocumentPayload]

  /// The folder itself and those in it.
  public var folders: [FolderPayload]

  /// The owners of the documents.
  public var owners: [OwnerPayload]

  /// An answer of payloads.
  public init(documents: [DocumentPayload], folders: [FolderPayload] = [], owners: [OwnerPayload] = []) {
    self.documents = documents
    self.folders = folders
    self.owners = owners
  }

  var entities: IncludedEntities { IncludedEntities(documents: documents, folders: folders, owners: owners) }
}

/// The entities that one answer of the service carries.
struct IncludedEntities {
  let documents: [DocumentPayload]
  let folders: [FolderPayload]
  let owners: [OwnerPayload]

  /// The documents' ids in the order of their first occurrence.
  var firstPlaces: [DocumentID] { documents.map(\.id).firstPlaces }
}

extension [DocumentID] {
  /// Each id once, where it stands first.
  var firstPlaces: [DocumentID] {
    var seen: Set<DocumentID> = []
    return filter { seen.insert($0).inserted }
  }
}
