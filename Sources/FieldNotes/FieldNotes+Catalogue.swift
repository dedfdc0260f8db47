import ActionLog
import CanonicalJSON

extension FieldNotes {
  /// Every action, what it says, and who may dispatch it.
  public static let actions = ActionCatalogue<Action>(feedActions + syncActions)

  private static let document = Document(
    id: "d-1", title: "Tide tables", ownerID: "o-1", folderID: "f-1", rev: 1,
    metadata: Metadata(members: ["stage": "draft"]))

  private static let payloads = [
    DocumentPayload(document),
    DocumentPayload(partial: "d-2", folderID: .cleared, rev: 4, metadata: .value(Metadata(members: ["stage": nil]))),
  ]

  private static let feedActions: [ActionCatalogue<Action>.Entry] = [
    .client(.feed(.feedScreenAppeared), "the user came to the feed: cache first, then the service"),
    .client(.feed(.feedRefreshRequested), "the user asked for the feed anew"),
    .client(
      .feed(.feedResyncRequested),
      "the user asked for the whole list anew; at its end goes what the service has no more"),
    .client(.feed(.loadMoreRequested), "the user came to the end of the list"),
    .client(.feed(.folderOpened(folderID: "f-1")), "the user opened a folder"),
    .client(
      .feed(.queryChanged(query: FeedQuery(text: "tide"))), "the user wants to see something else of the feed"),
    .client(
      .feed(.documentMetadataChanged(documentID: "d-1", metadata: Metadata(members: ["stage": "final"]))),
      "the outside told what a document's metadata is now"),
    .client(
      .feed(.metadataUpdateRequested(documentID: "d-1", patch: examplePatch)), "the user edited a document's metadata"),
    .effect(
      .feed(.feedRequested(requestID: "42", reason: .initial)), "a request for a page was made under its own id"),
    .effect(
      .feed(
        .cachedFeedLoaded(
          snapshot: FeedSnapshot(revision: 3, documents: [document], owners: [Owner(id: "o-1", name: "Ada")]))),
      "the cache held a feed"),
    .effect(
      .feed(.remoteFeedLoaded(requestID: "42", page: FeedPage(nextCursor: "page-2", payloads: payloads))), v: 2,
      "a page arrived for a request"),
    .effect(
      .feed(.folderRequested(requestID: "43", folderID: "f-1")), "a request for a folder was made under its own id"),
    .effect(
      .feed(.remoteFolderLoaded(requestID: "43", page: FolderPage(documents: payloads))),
      "what a folder holds arrived for a request"),
    .effect(
      .feed(.feedRequestFailed(requestID: "42", error: FeedError(.unreachable, "the service did not answer"))),
      "a request came to nothing"),
    .effect(
      .feed(
        .metadataUpdateSucceeded(
          documentID: "d-1", mutationID: 7, metadata: Metadata(members: ["stage": "final"]), rev: 2)),
      "the service took an edit and says what the metadata is now"),
    .effect(
      .feed(
        .metadataUpdateFailed(
          documentID: "d-1", mutationID: 7, error: FeedError(.refused, "not yours"), previousMetadata: nil)),
      "the service did not take an edit, or did not answer in time"),
    .effect(
      .feed(.metadataUpdateRetryDue(documentID: "d-1", mutationID: 7)),
      "the pause after an answer that did not come in time is over"),
  ]

  private static let syncActions: [ActionCatalogue<Action>.Entry] = [
    .client(.sync(.requested(pending: 3)), "there are edits to upload"),
    .client(.sync(.networkUnavailable), "the network went away"),
    .client(.sync(.networkAvailable), "the network came back"),
    .client(.sync(.cancelled), "the user wants no upload any more"),
    .client(.sync(.retryRequested), "the user wants another try after a failure"),
    .effect(.sync(.uploadCompleted(remaining: 2)), "an upload was taken"),
    .effect(.sync(.uploadFailed), "an upload was not taken"),
  ]

  private static let examplePatch = MetadataPatch(members: ["stage": "final"])
}
