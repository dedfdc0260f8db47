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

  /// Hints for showing it, as they came.
  public let presentation: JSONValue?
}

/// What the screen of the feed renders, and nothing else.
public struct FeedViewState: Codable, Equatable, Sendable {
  /// The documents that match the query, in its order.
  public let documents: [DocumentView]

  /// Whether a refresh is under way.
  public let isLoading: Bool

  /// Whether the service has more than what is listed.
  public let canLoadMore: Bool
}

extension FeedState {
  /// The ids of the listed documents that match the query, in its order.
  ///
  /// - Complexity: O(listed × title), and O(m log m) for m matches where they are sorted.
  public var visibleDocumentIDs: [DocumentID] {
    let matching = orderedIDs.compactMap { documentsByID[$0] }.filter(query.matches)
    switch query.sort {
    case .feed:
      return matching.map(\.id)
    case .title:
      return matching.sorted { ($0.title, $0.id) < ($1.title, $1.id) }.map(\.id)
    }
  }

  /// `document` as a list shows it, with its owner's and its folder's name where they are known.
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
      presentation: document.presentation)
  }

  /// What the screen renders of the documents at `window` in the visible list.
  public func viewState(window: Window = Window()) -> FeedViewState {
    FeedViewState(
      documents: window.slice(of: visibleDocumentIDs).compactMap { documentsByID[$0] }.map(view),
      isLoading: request == .loading,
      canLoadMore: pagination.hasNextPage)
  }
}

/// Which part of a list is wanted.
public struct Window: Codable, Equatable, Sendable {
  /// How many to pass over.
  public var offset: UInt?

  /// How many at most.
  public var limit: UInt?

  /// The part after `offset` elements, of `limit` at most.
  public init(offset: UInt? = nil, limit: UInt? = nil) {
    self.offset = offset
    self.limit = limit
  }

  func slice<Element>(of list: [Element]) -> ArraySlice<Element> {
    let start = Int(min(offset ?? 0, UInt(list.count)))
    let length = Int(min(limit ?? .max, UInt(list.count - start)))
    return list[start..<(start + length)]
  }
}
