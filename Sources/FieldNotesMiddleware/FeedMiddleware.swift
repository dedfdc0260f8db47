import ActionLog
import CanonicalJSON
import FieldNotes
import Synchronization

/// Performs the feed's effects inside the process: it owns the service, the cache and the making of request ids, each
/// injected, and brings every result back as an action.
public final class FeedMiddleware<API: FeedAPI, Cache: FeedCache>: Middleware {
  /// The domain whose effects it performs.
  public typealias D = FieldNotes

  /// The longest action payload that a journal takes, in bytes of canonical JSON.
  private static var payloadBytesMax: Int { 4 << 20 }

  private let api: API
  private let cache: Cache
  private let makeRequestID: @Sendable () -> RequestID
  private let warn: @Sendable (String) -> Void
  private let writtenRevision = Mutex(Int.min)

  /// Performs with these parts; `warn` is told what a person should know and the state does not hold.
  public init(
    api: API, cache: Cache, makeRequestID: @escaping @Sendable () -> RequestID,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.api = api
    self.cache = cache
    self.makeRequestID = makeRequestID
    self.warn = warn
  }

  /// The feed's effects; the sync's await a worker that has a network.
  public func performs(effectType: String) -> Bool { effectType.hasPrefix("feed.") }

  /// Performs `effect` on the caller's thread, which may block, and reports once.
  public func perform(_ effect: FieldNotes.Effect, _ context: EffectContext<FieldNotes>) {
    guard case .feed(let effect) = effect else {
      return context.report(.settled(why: "no performer for this effect here"))
    }
    switch effect {
    case .readCache: context.report(readCache())
    case .requestFeed(let reason):
      context.report(.action(.feed(.feedRequested(requestID: makeRequestID(), reason: reason))))
    case .fetchPage(let requestID, let cursor): context.report(.action(.feed(fetchPage(requestID, cursor))))
    case .requestFolder(let folderID):
      context.report(.action(.feed(.folderRequested(requestID: makeRequestID(), folderID: folderID))))
    case .fetchFolder(let requestID, let folderID):
      context.report(.action(.feed(fetchFolder(requestID, folderID))))
    case .writeCache: writeCache(context)
    case .saveMetadata(let documentID, let mutationID, let patch):
      context.report(.action(.feed(saveMetadata(documentID, mutationID, patch))))
    }
  }

  private func readCache() -> EffectReport<FieldNotes.Action> {
    guard let snapshot = cache.read() else { return .settled(why: "cache miss") }
    return .action(.feed(.cachedFeedLoaded(snapshot: fitted(snapshot))))
  }

  /// `snapshot`, or the first documents of its order that fit into an action.
  private func fitted(_ snapshot: FeedSnapshot) -> FeedSnapshot {
    func cut(to count: Int) -> FeedSnapshot {
      var part = snapshot
      part.documents.removeLast(part.documents.count - count)
      // What was cut off is fetched again from the start, not from behind it.
      part.endCursor = nil
      return part
    }
    func fits(_ part: FeedSnapshot) -> Bool {
      payloadBytes(.cachedFeedLoaded(snapshot: part)) <= Self.payloadBytesMax
    }
    if fits(snapshot) { return snapshot }
    var fitting = 0
    var tooMany = snapshot.documents.count
    while tooMany - fitting > 1 {
      let middle = (fitting + tooMany) / 2
      if fits(cut(to: middle)) { fitting = middle } else { tooMany = middle }
    }
    return cut(to: fitting)
  }

  private func fetchPage(_ requestID: RequestID, _ cursor: String?) -> FeedAction {
    do throws(FeedError) {
      return try fitting(.remoteFeedLoaded(requestID: requestID, page: try api.fetchPage(cursor: cursor)), "a page")
    } catch {
      warn("feed page \(cursor ?? "one") not loaded: \(error.message)")
      return .feedRequestFailed(requestID: requestID, error: error)
    }
  }

  private func fetchFolder(_ requestID: RequestID, _ folderID: FolderID) -> FeedAction {
    do throws(FeedError) {
      let page = try api.fetchFolder(folderID)
      return try fitting(.remoteFolderLoaded(requestID: requestID, page: page), "what a folder holds")
    } catch {
      warn("feed folder \(folderID) not loaded: \(error.message)")
      return .feedRequestFailed(requestID: requestID, error: error)
    }
  }

  private func fitting(_ loaded: FeedAction, _ what: String) throws(FeedError) -> FeedAction {
    guard payloadBytes(loaded) <= Self.payloadBytesMax else {
      throw FeedError(.tooLarge, "\(what) has at most \(Self.payloadBytesMax) bytes")
    }
    return loaded
  }

  private func saveMetadata(_ documentID: DocumentID, _ mutationID: MutationID, _ patch: MetadataPatch) -> FeedAction {
    do throws(FeedError) {
      let saved = try api.saveMetadata(documentID: documentID, mutationID: mutationID, patch: patch)
      return .metadataUpdateSucceeded(
        documentID: documentID, mutationID: mutationID, metadata: saved.metadata, rev: saved.rev)
    } catch {
      warn("edit \(mutationID) of document \(documentID) not saved: \(error.message)")
      return .metadataUpdateFailed(
        documentID: documentID, mutationID: mutationID, error: error, previousMetadata: nil)
    }
  }

  /// Writes the state's latest revision; several writes asked for by one group become one.
  private func writeCache(_ context: EffectContext<FieldNotes>) {
    let revision = context.state.feed.cacheRevision
    writtenRevision.withLock { written in
      guard revision > written else { return }
      do throws(FeedError) {
        try cache.write(FeedSnapshot(state: context.state.feed))
        written = revision
      } catch {
        warn("the feed's cache was not written: \(error.message)")
      }
    }
    context.report(.settled(why: "written"))
  }

  private func payloadBytes(_ action: FeedAction) -> Int {
    (try? CanonicalEncoder().encode(action).count) ?? .max
  }
}
