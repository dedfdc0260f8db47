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
  public var visibleDocumentIDs: [DocumentID] { visible(orderedIDs).map(\.id) }

  /// Those of the documents `ids` that are known and match the query, in its order.
  ///
  /// The order is total: titles by their bytes, and the id is the last key.
  func visible(_ ids: some Sequence<DocumentID>) -> [Document] {
    let matching = ids.compactMap { documentsByID[$0] }.filter(query.matches)
    switch query.sort {
    case .feed:
      return matching
    case .title:
      return matching.sorted { left, right in
        if left.title.utf8.elementsEqual(right.title.utf8) { return left.id < right.id }
        return left.title.utf8.lexicographicallyPrecedes(right.title.utf8)
      }
    }
  }

  /// What the screen renders of the documents at `window` in the visible list.
  ///
  /// - Complexity: O(listed × title).
  public func viewState(window: Window = Window()) -> FeedViewState {
    FeedViewState(
      documents: window.slice(of: visible(orderedIDs)).map(view),
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
