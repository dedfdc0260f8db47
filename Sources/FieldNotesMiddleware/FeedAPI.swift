import FieldNotes

/// The service that holds the feed, as the middleware sees it. Calls may block: they run on the middleware's thread.
public protocol FeedAPI: Sendable {
  /// The page that begins at `cursor`, or the first one.
  ///
  /// - Throws: the failure that `feed.feedRequestFailed` then tells; `expiredCursor` where the list no longer has a
  ///   page at that cursor.
  func fetchPage(cursor: String?) throws(FeedError) -> FeedPage

  /// What a folder holds: its documents, the folder itself and those in it, and the owners.
  ///
  /// - Throws: the failure that `feed.feedRequestFailed` then tells.
  func fetchFolder(_ folderID: FolderID) throws(FeedError) -> FolderPage

  /// Hands an edit to the service. The same `mutationID` again is the same edit and has the same answer.
  ///
  /// - Throws: the failure that `feed.metadataUpdateFailed` then tells; `timedOut` where it is not known whether the
  ///   service took the edit, which then comes again.
  func saveMetadata(documentID: DocumentID, mutationID: MutationID, patch: MetadataPatch) throws(FeedError)
    -> SavedMetadata
}

/// What the service says of a document's metadata once it took an edit.
public struct SavedMetadata: Equatable, Sendable {
  /// The metadata now.
  public let metadata: Metadata

  /// The document's revision now; nil where the service has none.
  public let rev: Int?

  /// The answer with these facts.
  public init(metadata: Metadata, rev: Int?) {
    self.metadata = metadata
    self.rev = rev
  }
}

/// Where a feed is kept between two runs, to be shown before the service answers.
public protocol FeedCache: Sendable {
  /// What the cache holds, nil on a miss. What cannot be read is a miss.
  func read() -> FeedSnapshot?

  /// Replaces what the cache holds.
  ///
  /// - Throws: what keeps it from being written; what was held before is then still held.
  func write(_ snapshot: FeedSnapshot) throws(FeedError)
}
