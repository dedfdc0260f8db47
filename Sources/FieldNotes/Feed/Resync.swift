import ActionLog

/// A full resync under way: the service's list page after page, and which entities were seen on it.
///
/// Only its last page tells what the service does not have any more.
public struct Resync: StateTree {
  /// The request that all its pages answer; nil while none is under way.
  @Tracked public var requestID: RequestID?

  /// The page that is awaited; nil is the first.
  @Tracked public var cursor: String?

  /// The cursors of the pages that were taken, but for the first.
  public var takenCursors = EntityTable<PageCursor, Bool>()

  /// Documents seen so far.
  public var documents = EntityTable<DocumentID, Bool>()

  /// Folders seen so far.
  public var folders = EntityTable<FolderID, Bool>()

  /// Owners seen so far.
  public var owners = EntityTable<OwnerID, Bool>()

  /// None under way.
  public init() {}

  /// Names the parts.
  public mutating func visit(_ parts: inout some PartVisitor) {
    parts.visit("requestID", &_requestID)
    parts.visit("cursor", &_cursor)
    parts.visit("takenCursors", &takenCursors)
    parts.visit("documents", &documents)
    parts.visit("folders", &folders)
    parts.visit("owners", &owners)
  }
}

extension Resync {
  /// Whether one is under way.
  public var isRunning: Bool { requestID != nil }

  /// Begins anew under the request `id`.
  mutating func begin(_ id: RequestID) {
    end()
    requestID = id
  }

  /// Forgets all about the one under way.
  mutating func end() {
    guard isRunning else { return }
    requestID = nil
    cursor = nil
    takenCursors.removeAll()
    documents.removeAll()
    folders.removeAll()
    owners.removeAll()
  }

  /// Whether the page at `cursor` is one that was taken before.
  func wasTaken(_ cursor: String?) -> Bool {
    guard let cursor else { return self.cursor != nil }
    return takenCursors.contains(PageCursor(cursor))
  }

  /// Goes on to the page at `next`.
  mutating func advance(to next: String) {
    if let cursor { takenCursors[PageCursor(cursor)] = true }
    cursor = next
  }

  /// Notes what a page tells of, while one is under way.
  mutating func see(_ entities: IncludedEntities) {
    guard isRunning else { return }
    for document in entities.documents { documents[document.id] = true }
    for folder in entities.folders { folders[folder.id] = true }
    for owner in entities.owners { owners[owner.id] = true }
  }
}
