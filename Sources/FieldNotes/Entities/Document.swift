import CanonicalJSON

/// One document, normalized: what the service confirmed, and the edits that it has yet to answer.
public struct Document: Codable, Equatable, Sendable {
  /// The service's id.
  public let id: DocumentID

  /// The title as the service spells it.
  public var title: String

  /// The owner, who may be unknown here: then the id stands for them. `unknown` where the service names none.
  public var ownerID: OwnerID

  /// The folder that holds it, nil at the top; it may be unknown here: then the id stands for it.
  public var folderID: FolderID?

  /// The newest revision of the service that anything was told about; nil where the service has none.
  public var rev: Int?

  /// The revision at which the whole of it was last told; another one than `rev` where only parts were told since.
  public var wholeRev: Int?

  /// The newest revision whose metadata is in `confirmed` as a whole, told by a page, by the answer to an edit or from
  /// outside: a page of this very revision has nothing to say of it.
  public var metadataRev: Int?

  /// What the user may do to it.
  public var permissions: Permissions

  /// Hints for showing it, kept as they came.
  public var presentation: JSONValue?

  /// The metadata that the service confirmed.
  public var confirmed: Metadata

  /// The newest edit whose confirmation is in `confirmed`; nil where none ever was.
  public var confirmedBy: MutationID?

  /// Edits that await an answer, in the order they were made.
  public var pending: [PendingEdit]

  /// The mutation lane: its request is the oldest edit that awaits an answer; nil where none was ever made.
  public var mutation: Lane?

  /// How the oldest edit is tried again; nil unless its answer did not come in time.
  public var retry: EditRetry?

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
    self.wholeRev = rev
    self.metadataRev = rev
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

  /// The document as the service confirmed it, without what is known of edits.
  var withoutEdits: Document {
    var copy = self
    copy.pending = []
    copy.mutation = nil
    copy.retry = nil
    copy.confirmedBy = nil
    return copy
  }
}
