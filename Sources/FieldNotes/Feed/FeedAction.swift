import ActionLog

/// What can happen to the feed. Each says what happened, none what to do to the state.
public enum FeedAction: ActionGroup {
  /// The user came to the screen that shows the feed.
  case feedScreenAppeared

  /// The user asked for the feed anew.
  case feedRefreshRequested

  /// The user came to the end of the list.
  case loadMoreRequested

  /// A request for a page was made under an id of its own.
  case feedRequested(requestID: RequestID, reason: LoadReason)

  /// The cache held a feed.
  case cachedFeedLoaded(snapshot: FeedSnapshot)

  /// A page arrived for a request.
  case remoteFeedLoaded(requestID: RequestID, page: FeedPage)

  /// A request came to nothing.
  case feedRequestFailed(requestID: RequestID, error: FeedError)

  /// The user wants to see something else of the feed.
  case queryChanged(query: FeedQuery)

  /// The outside told what a document's metadata is now: it replaces what was confirmed.
  case documentMetadataChanged(documentID: DocumentID, metadata: Metadata)

  /// The user edited a document's metadata.
  case metadataUpdateRequested(documentID: DocumentID, patch: MetadataPatch)

  /// The service took an edit, and says what the metadata is now.
  case metadataUpdateSucceeded(documentID: DocumentID, mutationID: MutationID, metadata: Metadata, rev: Int?)

  /// The service did not take an edit. What the metadata was before is kept in the record and never restored.
  case metadataUpdateFailed(
    documentID: DocumentID, mutationID: MutationID, error: FeedError, previousMetadata: Metadata?)
}
