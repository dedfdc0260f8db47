/// What the service listed in a folder when it was opened. No row means never loaded; an empty one, an empty folder.
public struct FolderContents: Codable, Equatable, Sendable {
  /// The documents in the folder's order, each once; all of them are known.
  public var documentIDs: [DocumentID]

  /// How many documents were listed that are not known, since only parts of them were ever told.
  public var danglingCount: Int
}

/// An id that the feed lists though its document is not known: only parts of it were ever told.
public struct DanglingID: Codable, Equatable, Sendable {
  /// The page that listed it; nil is the first.
  public var cursor: String?
}
