/// What the feed asks of the outside. A value that names the work; the performer reads the state where it needs more.
public enum FeedEffect: Codable, Hashable, Sendable {
  /// Look whether the cache holds a feed; answered by `feed.cachedFeedLoaded`, or by nothing on a miss.
  case readCache

  /// Make a request id; answered by `feed.feedRequested`.
  case requestFeed(reason: LoadReason)

  /// Fetch a page; answered by `feed.remoteFeedLoaded` or `feed.feedRequestFailed`.
  case fetchPage(requestID: RequestID, cursor: String?)

  /// Write the feed to the cache; awaited by nobody.
  case writeCache(revision: Int)

  /// Hand an edit to the service; answered by `feed.metadataUpdateSucceeded` or `feed.metadataUpdateFailed`.
  case saveMetadata(documentID: DocumentID, mutationID: MutationID, patch: MetadataPatch)
}
