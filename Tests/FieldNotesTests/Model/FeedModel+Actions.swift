import ActionLog

@testable import FieldNotes

extension FeedModel {
  /// Lets an action happen, and says what may become of it: `applied`, or the code of why not.
  mutating func apply(_ action: FeedAction, _ now: Moment) -> [String] {
    switch action {
    case .feedScreenAppeared:
      hydrate = EffectID(seq: now.seq, index: 0)
      return ["applied"]
    case .feedRefreshRequested, .feedResyncRequested: return ["applied"]
    case .loadMoreRequested: return [loadMore()]
    case .folderOpened(let id): return [openFolder(id)]
    case .feedRequested(let id, let reason): return [request(id, reason, now)]
    case .cachedFeedLoaded(let snapshot): return cached(snapshot, now)
    case .remoteFeedLoaded(let id, let page): return loaded(id, page)
    case .folderRequested(let id, let folderID):
      guard folder == .asked, openFolder == folderID else { return ["stale"] }
      folder = .open(id)
      return ["applied"]
    case .remoteFolderLoaded(let id, let page): return folderLoaded(id, page)
    case .feedRequestFailed(let id, let error): return failed(id, error.code == .expiredCursor)
    case .queryChanged: return ["applied", "unchanged"]
    case .documentMetadataChanged(let id, let metadata):
      guard let row = rows[id] else { return ["unknownDocument"] }
      rows[id]?.metadata = flat(metadata.json).compactMapValues { $0 }
      rows[id]?.metadataRev = row.rev
      return ["applied"]
    case .metadataUpdateRequested(let id, let patch):
      guard let row = rows[id] else { return ["unknownDocument"] }
      guard row.canEdit else { return ["notPermitted"] }
      rows[id]?.pending.append((now.seq, flat(patch.json)))
      return ["applied"]
    case .metadataUpdateSucceeded(let id, let mutation, let metadata, let rev):
      return [succeed(id, mutation, flat(metadata.json).compactMapValues { $0 }, rev)]
    case .metadataUpdateFailed(let id, let mutation, let error, _):
      return [fail(id, mutation, isTimeout: error.code == .timedOut)]
    case .metadataUpdateRetryDue(let id, let mutation):
      guard let row = rows[id], row.isWaiting, row.pending.first?.id == mutation else { return ["stale"] }
      rows[id]?.isWaiting = false
      return ["applied"]
    }
  }

  private mutating func loadMore() -> String {
    if append != .none || resync != nil { return "alreadyLoading" }
    if standing == .stale, refresh != .none { return "alreadyLoading" }
    if standing != .stale, endCursor == nil { return "noNextPage" }
    append = .asked
    return "applied"
  }

  private mutating func openFolder(_ id: FolderID) -> String {
    if folder != .none, openFolder == id { return "alreadyLoading" }
    openFolder = id
    folder = .asked
    return "applied"
  }

  private mutating func request(_ id: RequestID, _ reason: LoadReason, _ now: Moment) -> String {
    if reason == .loadMore {
      guard append == .asked, endCursor != nil else { return "stale" }
      append = .open(id)
      return "applied"
    }
    if let hydrate, hydrate.seq == now.effect?.seq { self.hydrate = nil }
    append = .none
    refresh = .open(id)
    resync = reason == .resync ? (nil, [], []) : nil
    return "applied"
  }

  private mutating func cached(_ snapshot: FeedSnapshot, _ now: Moment) -> [String] {
    guard let hydrate, hydrate == now.effect else { return ["stale", "duplicate"] }
    guard rows.isEmpty, standing == .never else { return ["notEmpty"] }
    // What a cache held is not what a resync saw of the service.
    let running = resync
    tell(snapshot.documents.map { DocumentPayload($0) })
    resync = running
    order = snapshot.documents.map(\.id)
    (standing, endCursor, self.hydrate) = (.cached, snapshot.endCursor, nil)
    return ["applied"]
  }

  private mutating func loaded(_ id: RequestID, _ page: FeedPage) -> [String] {
    if append == .open(id) {
      extend(page)
      (append, endCursor) = (.none, page.nextCursor)
      answered.append(id)
      return ["applied"]
    }
    guard refresh == .open(id) else { return closed(id) }
    if let resync, resync.cursor != page.cursor { return ["duplicate"] }
    if page.cursor == nil { restart(page) } else { extend(page) }
    (append, endCursor, standing) = (.none, page.nextCursor, .loaded)
    if resync != nil, let next = page.nextCursor {
      resync?.cursor = next
      return ["applied"]
    }
    if let resync { sweep(resync.seen, resync.folders) }
    (refresh, resync) = (.none, nil)
    answered.append(id)
    return ["applied"]
  }

  private mutating func folderLoaded(_ id: RequestID, _ page: FolderPage) -> [String] {
    guard folder == .open(id), let openFolder else { return closed(id) }
    tell(page.documents)
    resync?.folders.formUnion(page.folders.map(\.id))
    contents[openFolder] = page.documents.map(\.id).filter { rows[$0] != nil }
    folder = .none
    answered.append(id)
    return ["applied"]
  }

  private mutating func failed(_ id: RequestID, _ isExpired: Bool) -> [String] {
    if refresh == .open(id) {
      if isExpired, resync?.cursor != nil { standing = .stale }
      (refresh, resync) = (.none, nil)
    } else if append == .open(id) {
      if isExpired { standing = .stale }
      append = .none
    } else if folder == .open(id) {
      folder = .none
    } else {
      return closed(id)
    }
    answered.append(id)
    return ["applied"]
  }
}
