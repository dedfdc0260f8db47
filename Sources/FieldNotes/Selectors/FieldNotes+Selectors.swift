import ActionLog

extension FieldNotes {
  /// The derived views that clients can ask for by name.
  public static let selectors: [Selector<State>] = [
    Selector(
      "feed.view", "what the screen of the feed renders", arguments: Window.self, reads: { _ in listReads },
      select: { state, window in state.feed.viewState(window: window) }),
    Selector(
      "feed.visibleIDs", "the ids of the documents that match the query", arguments: Window.self,
      reads: { _ in listReads },
      select: { state, window in Array(window.slice(of: state.feed.visibleDocumentIDs)) }),
    Selector(
      "feed.document", "one document as a list shows it, null where there is none", arguments: DocumentArguments.self,
      reads: { [.row("feed.documentsByID", $0.id.text), .table("feed.ownersByID"), .table("feed.foldersByID")] },
      select: { state, arguments in state.feed.documentsByID[arguments.id].map(state.feed.view) }),
    Selector(
      "feed.folder", "a folder and the visible documents in it, null where there is none",
      arguments: FolderArguments.self,
      reads: { [.row("feed.foldersByID", $0.id.text)] + listReads },
      select: { state, arguments in FolderView(state.feed, arguments) }),
    Selector("sync.status", "where the upload of pending edits stands", reads: [.value("sync.status")]) { state in
      state.sync.status
    },
  ]

  private static let listReads: [Read] = [
    .table("feed.documentsByID"), .table("feed.ownersByID"), .table("feed.foldersByID"), .list("feed.orderedIDs"),
    .value("feed.query"), .value("feed.pagination"), .value("feed.request"),
  ]
}

/// What `feed.document` takes.
public struct DocumentArguments: Codable, Sendable {
  /// Which document.
  public let id: DocumentID
}

/// What `feed.folder` takes.
public struct FolderArguments: Codable, Sendable {
  /// Which folder.
  public let id: FolderID

  /// How many documents to pass over.
  public let offset: UInt?

  /// How many documents at most.
  public let limit: UInt?
}

/// A folder as a list shows it.
public struct FolderView: Codable, Equatable, Sendable {
  /// The folder's own facts.
  public let folder: Folder

  /// The visible documents in it.
  public let documents: [DocumentView]

  init?(_ feed: FeedState, _ arguments: FolderArguments) {
    guard let folder = feed.foldersByID[arguments.id] else { return nil }
    self.folder = folder
    let inside = feed.visibleDocumentIDs.compactMap { feed.documentsByID[$0] }.filter { $0.folderID == folder.id }
    let window = Window(offset: arguments.offset, limit: arguments.limit)
    documents = window.slice(of: inside).map(feed.view)
  }
}
