import CanonicalJSON

/// What a document shows of itself in a list: the edits that await an answer are laid over what is confirmed.
public struct DocumentView: Codable, Equatable, Sendable {
  /// The service's id.
  public let id: DocumentID

  /// The title as the service spells it.
  public let title: String

  /// The owner.
  public let ownerID: OwnerID

  /// The owner's name, nil where they are not known here.
  public let ownerName: String?

  /// The folder that holds it, nil at the top.
  public let folderID: FolderID?

  /// The folder's name, nil where it is not known here.
  public let folderName: String?

  /// The metadata with the edits that await an answer laid over it.
  public let metadata: Metadata

  /// Whether the user may edit the metadata.
  public let canEdit: Bool

  /// How many edits await an answer.
  public let pendingEdits: Int

  /// Why the last edit that was answered was not taken; nil where it was, or another awaits its answer.
  public let editError: FeedError?

  /// Hints for showing it, as they came.
  public let presentation: JSONValue?
}

extension FeedState {
  /// `document` as a list shows it, with its owner's and its folder's name where they are known.
  ///
  /// - Complexity: O(log n + its metadata).
  public func view(of document: Document) -> DocumentView {
    DocumentView(
      id: document.id,
      title: document.title,
      ownerID: document.ownerID,
      ownerName: ownersByID[document.ownerID]?.name,
      folderID: document.folderID,
      folderName: document.folderID.flatMap { foldersByID[$0]?.name },
      metadata: document.metadata,
      canEdit: document.permissions.canEdit,
      pendingEdits: document.pending.count,
      editError: document.mutation?.error,
      presentation: document.presentation)
  }
}
