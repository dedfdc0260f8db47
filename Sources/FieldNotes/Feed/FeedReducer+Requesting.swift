import ActionLog

extension FeedReducer {
  static func feedScreenAppeared(_ state: inout FeedState, _ now: Moment) -> Result {
    state.lanes.hydrate.open(hydrateRequest(EffectID(seq: now.seq, index: 0)))
    return .applied([perform(.readCache), perform(.requestFeed(reason: .initial))])
  }

  static func loadMoreRequested(_ state: inout FeedState) -> Result {
    guard !state.lanes.append.isOpen, !state.resync.isRunning else { return .ignored(.alreadyLoading) }
    if state.pagination.standing == .stale {
      guard !state.refreshLane.isOpen else { return .ignored(.alreadyLoading) }
      // There is nothing to append to: the list begins anew.
      state.lanes.append.ask()
      return .applied([perform(.requestFeed(reason: .refresh))])
    }
    guard state.pagination.hasNextPage else { return .ignored(.noNextPage) }
    state.lanes.append.ask()
    return .applied([perform(.requestFeed(reason: .loadMore))])
  }

  static func feedRequested(
    _ state: inout FeedState, _ requestID: RequestID, _ reason: LoadReason, _ now: Moment
  ) -> Result {
    guard !isTooLong(requestID) else { return .illegal(.idTooLong("a request")) }
    guard !wasUsed(requestID, in: state) else { return .ignored(.duplicate) }
    switch reason {
    case .loadMore:
      // The list may have begun anew since the user asked.
      guard state.lanes.append.isAsked, let cursor = state.pagination.endCursor else { return .ignored(.stale) }
      state.lanes.append.open(requestID)
      return .applied([perform(.fetchPage(requestID: requestID, cursor: cursor))])
    case .initial, .refresh, .resync:
      closeMissedHydrate(&state, now)
      let superseded = supersedeAppend(&state)
      state.refreshLane.open(requestID)
      if reason == .resync { state.resync.begin(requestID) } else { state.resync.end() }
      return .applied(superseded + [perform(.fetchPage(requestID: requestID, cursor: nil))])
    }
  }

  /// Whether a request of this id was made before: an answer to it could not be told from the earlier one's.
  private static func wasUsed(_ requestID: RequestID, in state: FeedState) -> Bool {
    state.lanes.answered.requests.contains(requestID)
      || [state.refreshLane, state.lanes.append, state.lanes.folder].contains { $0.requestID == requestID }
  }

  /// A request is made only once the look into the cache before it is over: where that told nothing, it was a miss.
  private static func closeMissedHydrate(_ state: inout FeedState, _ now: Moment) {
    guard let effect = now.effect, state.lanes.hydrate.isOpen else { return }
    if state.lanes.hydrate.requestID == hydrateRequest(EffectID(seq: effect.seq, index: 0)) {
      state.lanes.hydrate.drop()
    }
  }

  /// Gives up an append that is asked for or under way: the list that it would go behind is replaced.
  static func supersedeAppend(_ state: inout FeedState) -> [Command] {
    let isUnderWay = state.lanes.append.isOpen && !state.lanes.append.isAsked
    if state.lanes.append.isOpen { state.lanes.append.drop() }
    return isUnderWay ? [.cancel(key: appendKey)] : []
  }

  /// The hydrate lane's request: the effect that reads the cache.
  static func hydrateRequest(_ effect: EffectID) -> RequestID { RequestID(effect.text) }

  // MARK: Folders

  static func folderOpened(_ state: inout FeedState, _ folderID: FolderID) -> Result {
    guard !isTooLong(folderID) else { return .illegal(.idTooLong("a folder")) }
    if state.lanes.folder.isOpen, state.lanes.openFolderID == folderID { return .ignored(.alreadyLoading) }
    state.lanes.openFolderID = folderID
    state.lanes.folder.ask()
    return .applied([perform(.requestFolder(folderID: folderID))])
  }

  static func folderRequested(_ state: inout FeedState, _ requestID: RequestID, _ folderID: FolderID) -> Result {
    guard !isTooLong(requestID) else { return .illegal(.idTooLong("a request")) }
    guard !wasUsed(requestID, in: state) else { return .ignored(.duplicate) }
    guard state.lanes.folder.isAsked, state.lanes.openFolderID == folderID else { return .ignored(.stale) }
    state.lanes.folder.open(requestID)
    return .applied([perform(.fetchFolder(requestID: requestID, folderID: folderID))])
  }
}
