import ActionLog

/// What can happen to the feed. Each says what happened, none what to do to the state.
public enum FeedAction: ActionGroup {
  /// The user came to the screen that shows the feed.
  case feedScreenAppeared

  /// The user asked for the feed anew.
  case feedRefreshRequested

  /// The user asked for the whole list anew, to the last page, so that what the service has no more goes.
  case feedResyncRequested

  /// The user came to the end of the list.
  case loadMoreRequested

  /// The user opened a folder.
  case folderOpened(folderID: FolderID)

  /// A request for a page was made under an id of its own.
  case feedRequested(requestID: RequestID, reason: LoadReason)

  /// The cache held a feed.
  case cachedFeedLoaded(snapshot: FeedSnapshot)

  /// A page arrived for a request.
  case remoteFeedLoaded(requestID: RequestID, page: FeedPage)

  /// A request for what a folder holds was made under an id of its own.
  case folderRequested(requestID: RequestID, folderID: FolderID)

  /// What a folder holds arrived for a request.
  case remoteFolderLoaded(requestID: RequestID, page: FolderPage)

  /// A request, for a page or for what a folder holds, came to nothing.
  case feedRequestFailed(requestID: RequestID, error: FeedError)

  /// The user wants to see something else of the feed.
  case queryChanged(query: FeedQuery)

  /// The outside told what a document's metadata is now: it replaces what was confirmed.
  case documentMetadataChanged(documentID: DocumentID, metadata: Metadata)

  /// The user edited a document's metadata.
  case metadataUpdateRequested(documentID: DocumentID, patch: MetadataPatch)

  /// The service took an edit, and says what the metadata is now.
  case metadataUpdateSucceeded(documentID: DocumentID, mutationID: MutationID, metadata: Metadata, rev: Int?)

  /// The service did not take an edit, or, where the error is `timedOut`, nobody knows whether it did.
  ///
  /// What the metadata was before is kept in the record and never restored.
  case metadataUpdateFailed(
    documentID: DocumentID, mutationID: MutationID, error: FeedError, previousMetadata: Metadata?)

  /// The pause after an answer that did not come in time is over.
  case metadataUpdateRetryDue(documentID: DocumentID, mutationID: MutationID)
}
