import ActionLog

/// The rules of the feed: which events change which facts, and what they ask of the outside.
enum FeedReducer {
  typealias Result = Outcome<FeedAction, FeedEffect>

  static func reduce(_ state: inout FeedState, _ action: FeedAction, _ now: Moment) -> Result {
    switch action {
    case .feedScreenAppeared:
      return .applied([perform(.readCache), perform(.requestFeed(reason: .initial))])
    case .feedRefreshRequested:
      return .applied([perform(.requestFeed(reason: .refresh))])
    case .loadMoreRequested:
      return loadMoreRequested(&state)
    case .feedRequested(let requestID, let reason):
      return feedRequested(&state, requestID, reason)
    case .cachedFeedLoaded(let snapshot):
      return cachedFeedLoaded(&state, snapshot)
    case .remoteFeedLoaded(let requestID, let page):
      return remoteFeedLoaded(&state, requestID, page)
    case .feedRequestFailed(let requestID, let error):
      return feedRequestFailed(&state, requestID, error)
    case .queryChanged(let query):
      guard query != state.query else { return .ignored(.unchanged) }
      state.query = query
      return .applied
    case .documentMetadataChanged(let documentID, let metadata):
      return documentMetadataChanged(&state, documentID, metadata)
    case .metadataUpdateRequested(let documentID, let patch):
      return metadataUpdateRequested(&state, documentID, patch, now)
    case .metadataUpdateSucceeded(let documentID, let mutationID, let metadata, let rev):
      return metadataUpdateSucceeded(&state, documentID, mutationID, metadata, rev)
    case .metadataUpdateFailed(let documentID, let mutationID, _, _):
      return metadataUpdateFailed(&state, documentID, mutationID)
    }
  }

  /// The command for `effect` under the key and policy that its kind has.
  static func perform(_ effect: FeedEffect) -> EffectCommand<FeedAction, FeedEffect> {
    switch effect {
    case .readCache, .requestFeed:
      // One key in a queue: the cache has answered before a request is made, so it can never overtake a page.
      return .perform(effect, key: "feed.load", policy: .queue)
    case .fetchPage(_, let cursor):
      // A key for each lane, so that appending does not supersede a refresh under way.
      return .perform(effect, key: cursor == nil ? "feed.refresh" : "feed.append", policy: .latest)
    case .writeCache:
      return .perform(effect, key: "feed.cache", policy: .forget)
    case .saveMetadata(let documentID, _, _):
      return .perform(effect, key: editKey(documentID), policy: .queue)
    }
  }

  static func editKey(_ documentID: DocumentID) -> String { "feed.edit.\(documentID.text)" }
}

extension Reason {
  static let unchanged = Reason("unchanged", "nothing would change")
  static let stale = Reason("stale", "another request is the active one")
  static let duplicate = Reason("duplicate", "this request was answered already")
  static let late = Reason("late", "no edit of this id awaits an answer")
  static let notEmpty = Reason("notEmpty", "the feed holds something fresher than the cache")
  static let alreadyLoading = Reason("alreadyLoading", "a page is being asked for already")
  static let noNextPage = Reason("noNextPage", "the list has no further page")
  static let emptyPatch = Reason("emptyPatch", "the patch names no key")
  static let movedOn = Reason("movedOn", "the page does not begin where the list ends now")

  static func unknownDocument(_ id: DocumentID) -> Reason {
    Reason("unknownDocument", "the feed holds no document \(id.text)")
  }
}
