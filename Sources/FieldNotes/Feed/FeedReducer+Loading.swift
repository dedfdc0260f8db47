import ActionLog

extension FeedReducer {
  static func cachedFeedLoaded(_ state: inout FeedState, _ snapshot: FeedSnapshot, _ now: Moment) -> Result {
    guard let effect = now.effect else { return .ignored(.stale) }
    switch state.lanes.hydrate.verdict(on: hydrateRequest(effect)) {
    case .current: break
    case .duplicate: return .ignored(.duplicate)
    case .stale: return .ignored(.stale)
    }
    // A feed that was loaded and came out empty is fresher than any cache.
    guard state.documentsByID.isEmpty, state.pagination.standing == .never else { return .ignored(.notEmpty) }
    state.lanes.hydrate.succeed()
    state.hydrate(from: snapshot)
    state.pagination = PaginationState(endCursor: usable(snapshot.endCursor), standing: .cached)
    state.cacheRevision = snapshot.revision
    return .applied
  }

  static func remoteFeedLoaded(_ state: inout FeedState, _ requestID: RequestID, _ page: FeedPage) -> Result {
    switch place(of: requestID, in: state) {
    case .closed(let reason): return .ignored(reason)
    case .folder: return .ignored(.stale)
    case .append: return appended(&state, requestID, page)
    case .refresh: return refreshed(&state, requestID, page)
    }
  }

  private static func appended(_ state: inout FeedState, _ requestID: RequestID, _ page: FeedPage) -> Result {
    state.lanes.answered.note(requestID)
    if let problem = problem(of: page, askedFor: state.pagination.endCursor) {
      state.lanes.append.fail(problem)
      return .applied
    }
    state.lanes.append.succeed()
    state.extend(with: page)
    state.pagination.endCursor = page.nextCursor
    return .applied([writeCache(&state)])
  }

  private static func refreshed(_ state: inout FeedState, _ requestID: RequestID, _ page: FeedPage) -> Result {
    let isResync = state.resync.requestID == requestID
    let cursor = isResync ? state.resync.cursor : nil
    // All pages of a resync answer one request.
    if isResync, page.cursor != cursor, state.resync.wasTaken(page.cursor) { return .ignored(.duplicate) }
    if let problem = problem(of: page, askedFor: cursor) ?? (isResync ? circle(in: page, state.resync) : nil) {
      close(&state, requestID, problem)
      return .applied
    }
    let superseded = supersedeAppend(&state)
    if page.cursor == nil { state.restart(with: page) } else { state.extend(with: page) }
    state.pagination = PaginationState(endCursor: page.nextCursor, standing: .loaded)
    var commands = superseded + [writeCache(&state)]
    if isResync, let next = page.nextCursor {
      state.resync.advance(to: next)
      let fetch = FeedEffect.fetchPage(requestID: requestID, cursor: next)
      commands.append(.perform(fetch, key: refreshKey, policy: .latest))
    } else {
      if isResync { state.sweep() }
      close(&state, requestID, nil)
    }
    return .applied(commands)
  }

  static func remoteFolderLoaded(_ state: inout FeedState, _ requestID: RequestID, _ page: FolderPage) -> Result {
    switch place(of: requestID, in: state) {
    case .closed(let reason): return .ignored(reason)
    case .refresh, .append: return .ignored(.stale)
    case .folder: break
    }
    guard let folderID = state.lanes.openFolderID else { return .ignored(.stale) }
    state.lanes.answered.note(requestID)
    state.lanes.folder.succeed()
    let entities = page.entities
    state.merge(entities)
    let listed = entities.firstPlaces
    let known = listed.filter { state.documentsByID.contains($0) }
    state.contentsByFolderID[folderID] = FolderContents(
      documentIDs: known, danglingCount: listed.count - known.count)
    return .applied([writeCache(&state)])
  }

  static func feedRequestFailed(_ state: inout FeedState, _ requestID: RequestID, _ error: FeedError) -> Result {
    let isExpired = error.code == .expiredCursor
    switch place(of: requestID, in: state) {
    case .closed(let reason):
      return .ignored(reason)
    case .folder:
      state.lanes.answered.note(requestID)
      state.lanes.folder.fail(error)
      return .applied
    case .refresh:
      // A first page has no cursor that could expire, a later one of a resync has. The resync is then given up: begun
      // anew by itself, it could go on like this for ever.
      let isCut = isExpired && state.resync.cursor != nil
      close(&state, requestID, error)
      return isCut ? restart(&state) : .applied
    case .append:
      state.lanes.answered.note(requestID)
      state.lanes.append.fail(error)
      return isExpired ? restart(&state) : .applied
    }
  }

  /// The cursor of the list expired: it is asked for anew from page one, and stays visible meanwhile.
  private static func restart(_ state: inout FeedState) -> Result {
    state.pagination.standing = .stale
    return .applied([perform(.requestFeed(reason: .refresh))])
  }

  /// Closes the refresh lane's request, and the resync that it may have been.
  private static func close(_ state: inout FeedState, _ requestID: RequestID, _ error: FeedError?) {
    state.lanes.answered.note(requestID)
    state.resync.end()
    if let error { state.refreshLane.fail(error) } else { state.refreshLane.succeed() }
  }
}
