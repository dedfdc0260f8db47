import CanonicalJSON

/// A folder as a page includes it: whole, or marked `partial`, where an absent field is kept and `null` clears.
public struct FolderPayload: Equatable, Sendable {
  /// The service's id.
  public let id: FolderID

  /// Whether only some fields are told.
  public let isPartial: Bool

  /// The service's revision that this is a statement about; nil where the service has none.
  public var rev: Int?

  /// The name; nil in a partial payload that does not tell it.
  public var name: String?

  /// The folder around it.
  public var parentID: Told<FolderID>

  /// Hints for showing it.
  public var presentation: Told<JSONValue>

  /// A payload that tells the whole of a folder.
  public init(
    id: FolderID, name: String, parentID: Told<FolderID> = .unsaid, rev: Int? = nil,
    presentation: Told<JSONValue> = .unsaid
  ) {
    self.id = id
    isPartial = false
    self.rev = rev
    self.name = name
    self.parentID = parentID
    self.presentation = presentation
  }

  /// A payload that tells some fields of a folder.
  public init(
    partial id: FolderID, name: String? = nil, parentID: Told<FolderID> = .unsaid, rev: Int? = nil,
    presentation: Told<JSONValue> = .unsaid
  ) {
    self.id = id
    isPartial = true
    self.rev = rev
    self.name = name
    self.parentID = parentID
    self.presentation = presentation
  }

  /// The payload that tells the whole of `folder`.
  public init(_ folder: Folder) {
    self.init(
      id: folder.id, name: folder.name, parentID: Told(folder.parentID), rev: folder.rev,
      presentation: Told(folder.presentation))
  }
}

extension FolderPayload: Codable {
  private enum CodingKeys: String, PayloadKey {
    case id
    case partial
    case rev
    case name
    case parentID
    case presentation
  }

  /// Reads a payload; a whole one must have a name.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    (id, isPartial, rev) = try values.head(FolderID.self)
    name = try values.toldValue(String.self, forKey: .name, isPartial: isPartial)
    parentID = try values.told(FolderID.self, forKey: .parentID)
    presentation = try values.told(JSONValue.self, forKey: .presentation)
  }

  /// Writes the fields that are told.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeHead(id, isPartial: isPartial, rev: rev)
    try values.encodeIfPresent(name, forKey: .name)
    try values.encode(parentID, forKey: .parentID)
    try values.encode(presentation, forKey: .presentation)
  }
}

extension Folder {
  /// The folder that a whole payload tells; a partial one alone makes no folder.
  init?(_ payload: FolderPayload) {
    guard !payload.isPartial, let name = payload.name else { return nil }
    self.init(
      id: payload.id, name: name, parentID: payload.parentID.over(nil), rev: payload.rev,
      presentation: payload.presentation.over(nil))
  }

  /// Takes what a payload tells, which is news.
  mutating func take(_ payload: FolderPayload) {
    name = payload.name ?? name
    parentID = payload.parentID.over(payload.isPartial ? parentID : nil)
    presentation = payload.presentation.over(payload.isPartial ? presentation : nil)
    rev = payload.rev ?? rev
    if !payload.isPartial { wholeRev = rev }
  }
}
