import ActionLog

/// The rules of the feed: which events change which facts, and what they ask of the outside.
enum FeedReducer {
  typealias Result = Outcome<FeedAction, FeedEffect>
  typealias Command = EffectCommand<FeedAction, FeedEffect>

  static func reduce(_ state: inout FeedState, _ action: FeedAction, _ now: Moment) -> Result {
    switch action {
    case .feedScreenAppeared: return feedScreenAppeared(&state, now)
    case .feedRefreshRequested: return .applied([perform(.requestFeed(reason: .refresh))])
    case .feedResyncRequested: return .applied([perform(.requestFeed(reason: .resync))])
    case .loadMoreRequested: return loadMoreRequested(&state)
    case .folderOpened(let folderID): return folderOpened(&state, folderID)
    case .feedRequested(let requestID, let reason): return feedRequested(&state, requestID, reason, now)
    case .cachedFeedLoaded(let snapshot): return cachedFeedLoaded(&state, snapshot, now)
    case .remoteFeedLoaded(let requestID, let page): return remoteFeedLoaded(&state, requestID, page)
    case .folderRequested(let requestID, let folderID): return folderRequested(&state, requestID, folderID)
    case .remoteFolderLoaded(let requestID, let page): return remoteFolderLoaded(&state, requestID, page)
    case .feedRequestFailed(let requestID, let error): return feedRequestFailed(&state, requestID, error)
    case .queryChanged(let query): return queryChanged(&state, query)
    case .documentMetadataChanged(let documentID, let metadata):
      return documentMetadataChanged(&state, documentID, metadata)
    case .metadataUpdateRequested(let documentID, let patch):
      return metadataUpdateRequested(&state, documentID, patch, now)
    case .metadataUpdateSucceeded(let documentID, let mutationID, let metadata, let rev):
      return metadataUpdateSucceeded(&state, documentID, mutationID, metadata, rev)
    case .metadataUpdateFailed(let documentID, let mutationID, let error, _):
      return metadataUpdateFailed(&state, documentID, mutationID, error)
    case .metadataUpdateRetryDue(let documentID, let mutationID):
      return metadataUpdateRetryDue(&state, documentID, mutationID)
    }
  }

  private static func queryChanged(_ state: inout FeedState, _ query: FeedQuery) -> Result {
    guard query != state.query else { return .ignored(.unchanged) }
    state.query = query
    return .applied
  }

  /// The command for `effect` under the key and policy that its kind has.
  static func perform(_ effect: FeedEffect) -> Command {
    switch effect {
    case .readCache, .requestFeed:
      // One key in a queue: the cache has answered before a request is made, so it can never overtake a page.
      return .perform(effect, key: "feed.load", policy: .queue)
    case .fetchPage(_, let cursor):
      // A key for each lane, so that appending does not supersede a refresh under way.
      return .perform(effect, key: cursor == nil ? refreshKey : appendKey, policy: .latest)
    case .requestFolder, .fetchFolder:
      return .perform(effect, key: "feed.folder", policy: .latest)
    case .writeCache:
      return .perform(effect, key: "feed.cache", policy: .forget)
    case .saveMetadata(let documentID, _, _):
      return .perform(effect, key: editKey(documentID), policy: .queue)
    }
  }

  static let refreshKey = "feed.refresh"
  static let appendKey = "feed.append"

  static func editKey(_ documentID: DocumentID) -> String { "feed.edit.\(documentID.text)" }

  static func retryKey(_ documentID: DocumentID) -> String { "feed.retry.\(documentID.text)" }

  /// Raises the cache's revision and asks for its write.
  static func writeCache(_ state: inout FeedState) -> Command {
    state.cacheRevision += 1
    return perform(.writeCache(revision: state.cacheRevision))
  }
}
