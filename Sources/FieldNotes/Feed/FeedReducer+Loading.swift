import ActionLog

extension FeedReducer {
  static func loadMoreRequested(_ state: inout FeedState) -> Result {
    guard state.pagination.hasNextPage else { return .ignored(.noNextPage) }
    guard state.pagination.request != .loading else { return .ignored(.alreadyLoading) }
    state.pagination.request = .loading
    return .applied([perform(.requestFeed(reason: .loadMore))])
  }

  static func feedRequested(_ state: inout FeedState, _ requestID: RequestID, _ reason: LoadReason) -> Result {
    switch reason {
    case .initial, .refresh:
      state.activeRequestID = requestID
      state.request = .loading
      return .applied([perform(.fetchPage(requestID: requestID, cursor: nil))])
    case .loadMore:
      // The list may have been refreshed to its end since the user asked.
      guard let cursor = state.pagination.endCursor else { return .ignored(.noNextPage) }
      state.pagination.activeRequestID = requestID
      state.pagination.request = .loading
      return .applied([perform(.fetchPage(requestID: requestID, cursor: cursor))])
    }
  }

  static func cachedFeedLoaded(_ state: inout FeedState, _ snapshot: FeedSnapshot) -> Result {
    // A feed that was loaded and came out empty is fresher than any cache.
    guard state.documentsByID.isEmpty, state.request != .loaded else { return .ignored(.notEmpty) }
    state.merge(documents: snapshot.documents, folders: snapshot.folders, owners: snapshot.owners)
    state.orderedIDs.replaceAll(snapshot.documents.firstPlaces())
    state.pagination = PaginationState(endCursor: snapshot.endCursor)
    state.cacheRevision = snapshot.revision
    return .applied
  }

  static func remoteFeedLoaded(_ state: inout FeedState, _ requestID: RequestID, _ page: FeedPage) -> Result {
    switch lane(of: requestID, in: state) {
    case .closed(let reason):
      return .ignored(reason)
    case .refresh:
      state.request = .loaded
      state.replaceOrder(with: page)
      // A refreshed list begins anew, so an append of the old one has nothing to append to.
      state.pagination = PaginationState(endCursor: page.nextCursor)
    case .append:
      guard page.cursor == state.pagination.endCursor else { return .ignored(.movedOn) }
      state.pagination.request = .loaded
      state.pagination.endCursor = page.nextCursor
      state.extendOrder(with: page)
    }
    state.merge(documents: page.documents, folders: page.folders, owners: page.owners)
    state.cacheRevision += 1
    return .applied([perform(.writeCache(revision: state.cacheRevision))])
  }

  static func feedRequestFailed(_ state: inout FeedState, _ requestID: RequestID, _ error: FeedError) -> Result {
    switch lane(of: requestID, in: state) {
    case .closed(let reason):
      return .ignored(reason)
    case .refresh:
      state.request = .failed(error: error)
    case .append:
      state.pagination.request = .failed(error: error)
    }
    return .applied
  }

  private enum Lane {
    case refresh
    case append
    case closed(Reason)
  }

  /// The lane whose open request is `requestID`; the first terminal event closes a request.
  private static func lane(of requestID: RequestID, in state: FeedState) -> Lane {
    if requestID == state.activeRequestID {
      return state.request == .loading ? .refresh : .closed(.duplicate)
    }
    if requestID == state.pagination.activeRequestID {
      return state.pagination.request == .loading ? .append : .closed(.duplicate)
    }
    return .closed(.stale)
  }
}
