/// What the feed asks of the outside. A value that names the work; the performer reads the state where it needs more.
public enum FeedEffect: Codable, Hashable, Sendable {
  /// Look whether the cache holds a feed; answered by `feed.cachedFeedLoaded`, or by nothing on a miss.
  case readCache

  /// Make a request id; answered by `feed.feedRequested`.
  case requestFeed(reason: LoadReason)

  /// Fetch a page; answered by `feed.remoteFeedLoaded` or `feed.feedRequestFailed`.
  case fetchPage(requestID: RequestID, cursor: String?)

  /// Make a request id; answered by `feed.folderRequested`.
  case requestFolder(folderID: FolderID)

  /// Fetch what a folder holds; answered by `feed.remoteFolderLoaded` or `feed.feedRequestFailed`.
  case fetchFolder(requestID: RequestID, folderID: FolderID)

  /// Write the feed to the cache; awaited by nobody.
  case writeCache(revision: Int)

  /// Hand an edit to the service, which knows it by its `mutationID` when it comes again; answered by
  /// `feed.metadataUpdateSucceeded` or `feed.metadataUpdateFailed`.
  case saveMetadata(documentID: DocumentID, mutationID: MutationID, patch: MetadataPatch)
}
