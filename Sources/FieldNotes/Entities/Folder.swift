import CanonicalJSON

/// A folder that holds documents and folders; documents name it, it does not list them.
public struct Folder: Codable, Equatable, Sendable {
  /// The service's id.
  public let id: FolderID

  /// The name as the service spells it.
  public var name: String

  /// The folder around it, nil at the top.
  public var parentID: FolderID?

  /// The service's revision; nil where it has none.
  public var rev: Int?

  /// Hints for showing it, kept as they came.
  public var presentation: JSONValue?

  /// The revision at which the whole of it was last told; another one than `rev` where only parts were told since.
  public var wholeRev: Int?

  /// A folder with these facts.
  public init(id: FolderID, name: String, parentID: FolderID? = nil, rev: Int? = nil, presentation: JSONValue? = nil) {
    self.id = id
    self.name = name
    self.parentID = parentID
    self.rev = rev
    self.presentation = presentation
    wholeRev = rev
  }
}

/// Someone who owns documents.
public struct Owner: Codable, Equatable, Sendable {
  /// The service's id.
  public let id: OwnerID

  /// The name to show.
  public var name: String

  /// The service's revision; nil where it has none.
  public var rev: Int?

  /// The revision at which the whole of them was last told; another one than `rev` where only parts were told since.
  public var wholeRev: Int?

  /// An owner with these facts.
  public init(id: OwnerID, name: String, rev: Int? = nil) {
    self.id = id
    self.name = name
    self.rev = rev
    wholeRev = rev
  }
}
