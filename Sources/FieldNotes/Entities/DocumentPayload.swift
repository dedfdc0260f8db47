import CanonicalJSON

/// A document as a page tells it: the whole of it, or, marked `partial`, only some of its fields.
///
/// In a whole payload an absent field is an empty one. In a partial one it is kept as it is known, `null` clears it,
/// metadata merges per key (RFC 7396) and rights one by one; title and owner can be left out, not cleared.
public struct DocumentPayload: Equatable, Sendable {
  /// The service's id.
  public let id: DocumentID

  /// Whether only some fields are told.
  public let isPartial: Bool

  /// The service's revision that this is a statement about; nil where the service has none.
  public var rev: Int?

  /// The title; nil in a partial payload that does not tell it.
  public var title: String?

  /// The owner; nil in a partial payload that does not tell them.
  public var ownerID: OwnerID?

  /// The folder that holds it.
  public var folderID: Told<FolderID>

  /// What the user may do to it.
  public var permissions: Told<PermissionsPayload>

  /// Hints for showing it.
  public var presentation: Told<JSONValue>

  /// The metadata; in a partial payload the patch of it.
  public var metadata: Told<Metadata>

  /// A payload that tells the whole of a document.
  public init(
    id: DocumentID, title: String, ownerID: OwnerID, folderID: Told<FolderID> = .unsaid, rev: Int? = nil,
    permissions: Told<PermissionsPayload> = .unsaid, presentation: Told<JSONValue> = .unsaid,
    metadata: Told<Metadata> = .unsaid
  ) {
    self.init(
      id: id, isPartial: false, rev: rev, title: title, ownerID: ownerID, folderID: folderID, permissions: permissions,
      presentation: presentation, metadata: metadata)
  }

  /// A payload that tells some fields of a document.
  public init(
    partial id: DocumentID, title: String? = nil, ownerID: OwnerID? = nil, folderID: Told<FolderID> = .unsaid,
    rev: Int? = nil, permissions: Told<PermissionsPayload> = .unsaid, presentation: Told<JSONValue> = .unsaid,
    metadata: Told<Metadata> = .unsaid
  ) {
    self.init(
      id: id, isPartial: true, rev: rev, title: title, ownerID: ownerID, folderID: folderID, permissions: permissions,
      presentation: presentation, metadata: metadata)
  }

  /// The payload that tells the whole of `document` as it is confirmed.
  public init(_ document: Document) {
    self.init(
      id: document.id, title: document.title, ownerID: document.ownerID, folderID: Told(document.folderID),
      rev: document.rev, permissions: .value(PermissionsPayload(document.permissions)),
      presentation: Told(document.presentation), metadata: .value(document.confirmed))
  }

  private init(
    id: DocumentID, isPartial: Bool, rev: Int?, title: String?, ownerID: OwnerID?, folderID: Told<FolderID>,
    permissions: Told<PermissionsPayload>, presentation: Told<JSONValue>, metadata: Told<Metadata>
  ) {
    self.id = id
    self.isPartial = isPartial
    self.rev = rev
    self.title = title
    self.ownerID = ownerID
    self.folderID = folderID
    self.permissions = permissions
    self.presentation = presentation
    self.metadata = metadata
  }
}

extension DocumentPayload: Codable {
  private enum CodingKeys: String, PayloadKey {
    case id
    case partial
    case rev
    case title
    case ownerID
    case folderID
    case permissions
    case presentation
    case metadata
  }

  /// Reads a payload; a whole one must have title and owner.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    (id, isPartial, rev) = try values.head(DocumentID.self)
    title = try values.toldValue(String.self, forKey: .title, isPartial: isPartial)
    ownerID = try values.toldValue(OwnerID.self, forKey: .ownerID, isPartial: isPartial)
    folderID = try values.told(FolderID.self, forKey: .folderID)
    permissions = try values.told(PermissionsPayload.self, forKey: .permissions)
    presentation = try values.told(JSONValue.self, forKey: .presentation)
    metadata = try values.told(Metadata.self, forKey: .metadata)
  }

  /// Writes the fields that are told.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeHead(id, isPartial: isPartial, rev: rev)
    try values.encodeIfPresent(title, forKey: .title)
    try values.encodeIfPresent(ownerID, forKey: .ownerID)
    try values.encode(folderID, forKey: .folderID)
    try values.encode(permissions, forKey: .permissions)
    try values.encode(presentation, forKey: .presentation)
    try values.encode(metadata, forKey: .metadata)
  }
}
