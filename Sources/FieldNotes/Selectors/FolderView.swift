/// A folder as a screen shows it.
public struct FolderView: Codable, Equatable, Sendable {
  /// The folder's own facts.
  public let folder: Folder

  /// The documents in it that match the query, in its order.
  public let documents: [DocumentView]

  /// Whether the service was asked what the folder holds; else these are only the feed's own documents in it.
  public let isLoaded: Bool

  /// Whether the service is being asked.
  public let isLoading: Bool
}

extension FeedState {
  /// What a screen shows of a folder; nil where it is not known.
  ///
  /// Its documents come as the service lists them in the folder, then as the feed lists them.
  /// - Complexity: O(listed × title).
  public func folderView(_ id: FolderID, window: Window = Window()) -> FolderView? {
    guard let folder = foldersByID[id] else { return nil }
    let contents = contentsByFolderID[id]
    var seen: Set<DocumentID> = []
    let ids = ((contents?.documentIDs ?? []) + orderedIDs).filter { id in
      documentsByID[id]?.folderID == folder.id && seen.insert(id).inserted
    }
    return FolderView(
      folder: folder, documents: window.slice(of: visible(ids)).map(view), isLoaded: contents != nil,
      isLoading: lanes.folder.isOpen && lanes.openFolderID == id)
  }
}
