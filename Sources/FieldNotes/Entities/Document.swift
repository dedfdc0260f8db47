import CanonicalJSON

/// One document, normalized: what the service confirmed, and the edits that it has yet to answer.
public struct Document: Codable, Equatable, Sendable {
  /// The service's id.
  public let id: DocumentID

  /// The title as the service spells it.
  public var title: String

  /// The owner, who may be unknown here: then the id stands for them.
  public var ownerID: OwnerID

  /// The folder that holds it, nil at the top.
  public var folderID: FolderID?

  /// The service's revision of the document; nil where the service has none.
  public var rev: Int?

  /// What the user may do to it.
  public var permissions: Permissions

  /// Hints for showing it, kept as they came.
  public var presentation: JSONValue?

  /// The metadata that the service confirmed.
  public var confirmed: Metadata

  /// Edits that await an answer, in the order they were made.
  public var pending: [PendingEdit]

  /// A document with nothing pending.
  public init(
    id: DocumentID, title: String, ownerID: OwnerID, folderID: FolderID? = nil, rev: Int? = nil,
    permissions: Permissions = Permissions(), presentation: JSONValue? = nil, metadata: Metadata = .empty
  ) {
    self.id = id
    self.title = title
    self.ownerID = ownerID
    self.folderID = folderID
    self.rev = rev
    self.permissions = permissions
    self.presentation = presentation
    self.confirmed = metadata
    self.pending = []
  }

  /// What a reader sees: the confirmed metadata with the pending edits laid over it in order.
  ///
  /// - Complexity: O(pending edits × members they touch).
  public var metadata: Metadata {
    pending.reduce(confirmed) { $0.applying($1.patch) }
  }
}

/// An optimistic edit of one document's metadata that awaits its answer.
public struct PendingEdit: Codable, Equatable, Sendable {
  /// Which edit this is.
  public let mutationID: MutationID

  /// What it changes.
  public let patch: MetadataPatch

  /// The edit `mutationID` that lays `patch` over the metadata.
  public init(mutationID: MutationID, patch: MetadataPatch) {
    self.mutationID = mutationID
    self.patch = patch
  }
}

extension Document {
  /// Takes what the service says now, unless it is older than what is known; pending edits stay.
  ///
  /// A lower `rev` is an older answer and changes nothing, an equal one says nothing new, a higher one replaces
  /// everything confirmed. Without a `rev` on either side the newest answer counts.
  public mutating func confirm(_ incoming: Document) {
    guard Revision.isNews(incoming.rev, over: rev) else { return }
    let edits = pending
    self = incoming
    pending = edits
  }

  /// Takes the metadata as the service has it now, under its new revision where it has one.
  mutating func confirm(_ metadata: Metadata, rev newer: Int?) {
    confirmed = metadata
    rev = newer ?? rev
  }

  /// Removes the edit `mutationID` and no other: its answer has come.
  mutating func settle(_ mutationID: MutationID) {
    pending.removeAll { $0.mutationID == mutationID }
  }
}
