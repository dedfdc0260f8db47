import ActionLog

extension FieldNotes {
  /// The derived views that clients can ask for by name.
  public static let selectors: [Selector<State>] = [
    Selector(
      "feed.view", "what the screen of the feed renders", arguments: Window.self,
      reads: { _ in listReads + rowReads + [.value("feed.pagination"), .value("feed.request")] },
      select: { state, window in state.feed.viewState(window: window) }),
    Selector(
      "feed.visibleIDs", "the ids of the documents that match the query", arguments: Window.self,
      reads: { _ in listReads },
      select: { state, window in Array(window.slice(of: state.feed.visibleDocumentIDs)) }),
    Selector(
      "feed.document", "one document as a list shows it, null where there is none", arguments: DocumentArguments.self,
      reads: { [.row("feed.documentsByID", $0.id)] + nameReads },
      select: { state, arguments in state.feed.documentsByID[arguments.id].map(state.feed.view) }),
    Selector(
      "feed.folder", "a folder and the visible documents in it, null where there is none",
      arguments: FolderArguments.self, reads: { folderReads($0.id) },
      select: { state, arguments in state.feed.folderView(arguments.id, window: arguments.window) }),
    Selector("sync.status", "where the upload of pending edits stands", reads: [.value("sync.status")]) { state in
      state.sync.status
    },
  ]

  /// What decides which documents are visible, and in which order: no metadata, and no lane.
  private static let listReads: [Read] = [
    .list("feed.orderedIDs"), .value("feed.query"), .value("feed.headingRevision"),
  ]

  /// What documents show of owners and folders.
  private static let nameReads: [Read] = [.table("feed.ownersByID"), .table("feed.foldersByID")]

  /// What documents show of themselves. Which rows are visible is not known beforehand, so a row that is not wakes its
  /// readers too; they find their value as it was.
  private static let rowReads: [Read] = [.table("feed.documentsByID")] + nameReads

  private static func folderReads(_ id: FolderID) -> [Read] {
    listReads + rowReads + [
      .row("feed.contentsByFolderID", id), .value("feed.lanes.folder"), .value("feed.lanes.openFolderID"),
    ]
  }
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

  var window: Window { Window(offset: offset, limit: limit) }
}
