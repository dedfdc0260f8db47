import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

/// A test store of the whole domain, with words for what the feed's tests do again and again.
typealias FeedStore = TestStore<FieldNotes>

extension TestStore where D == FieldNotes {
  /// A feed whose first page was loaded under the request `1`.
  static func loaded(_ documents: [Document], nextCursor: String? = nil) -> FeedStore {
    loaded(FeedPage(nextCursor: nextCursor, documents: documents))
  }

  /// A feed that loaded `page` under the request `1`.
  static func loaded(_ page: FeedPage) -> FeedStore {
    let store = FeedStore()
    store.load("1", page)
    return store
  }

  /// A request of `reason` gets the id `id`, and is on its way.
  func open(_ id: RequestID, _ reason: LoadReason = .refresh) {
    given {
      switch reason {
      case .initial, .refresh: send(.feed(.feedRefreshRequested))
      case .resync: send(.feed(.feedResyncRequested))
      case .loadMore: send(.feed(.loadMoreRequested))
      }
      let asked: LoadReason = reason == .initial ? .refresh : reason
      answer(.feed(.requestFeed(reason: asked)), with: .feed(.feedRequested(requestID: id, reason: asked)))
    }
  }

  /// A page comes for a request that is made for it.
  func load(_ id: RequestID, _ page: FeedPage, _ reason: LoadReason = .refresh) {
    open(id, reason)
    given {
      answer(
        .feed(.fetchPage(requestID: id, cursor: page.cursor)),
        with: .feed(.remoteFeedLoaded(requestID: id, page: page)))
    }
  }

  /// The user edits a document; gives the edit's id.
  @discardableResult
  func edit(_ id: DocumentID, _ members: JSONObject) -> MutationID {
    given { send(.feed(.metadataUpdateRequested(documentID: id, patch: MetadataPatch(members: members)))) }
    return seq
  }

  /// The effect that hands an edit over.
  func save(_ id: DocumentID, _ mutationID: MutationID) -> FieldNotes.Effect {
    let patch = feed.documentsByID[id]?.pending.first { $0.mutationID == mutationID }?.patch
    return .feed(.saveMetadata(documentID: id, mutationID: mutationID, patch: patch ?? MetadataPatch(members: [:])))
  }

  /// The service takes an edit.
  func confirm(_ id: DocumentID, _ mutationID: MutationID, _ members: JSONObject, rev: Int?) {
    given {
      answer(
        save(id, mutationID),
        with: .feed(
          .metadataUpdateSucceeded(
            documentID: id, mutationID: mutationID, metadata: Metadata(members: members), rev: rev)))
    }
  }

  /// The service does not take an edit, or does not answer in time.
  func reject(_ id: DocumentID, _ mutationID: MutationID, _ code: FeedError.Code = .refused) {
    given { answer(save(id, mutationID), with: rejection(id, mutationID, code)) }
  }

  func rejection(_ id: DocumentID, _ mutationID: MutationID, _ code: FeedError.Code) -> FieldNotes.Action {
    .feed(
      .metadataUpdateFailed(
        documentID: id, mutationID: mutationID, error: FeedError(code, "so"), previousMetadata: nil))
  }

  var feed: FeedState { state.feed }

  var titles: [String] { feed.viewState().documents.map(\.title) }

  /// What a reader sees of a document's metadata.
  func metadata(_ id: DocumentID) -> Metadata? { feed.documentsByID[id]?.metadata }

  /// The effects that await an answer, as names and keys.
  var awaited: [String] { outbox.outstanding.map { "\($0.type) \($0.key)" } }
}
