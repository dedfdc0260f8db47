import ActionLog
import ActionLogTesting
import CanonicalJSON
import FieldNotes
import Foundation
import Testing

@testable import FieldNotesMiddleware

@Suite("The load order of the feed, in a store without any daemon")
struct LoadOrderTests {
  private static let page = FeedPage(nextCursor: "p2", documents: [Document(id: "d", title: "New", ownerID: "o")])

  private func store(
    _ recorder: ActionRecorder<FieldNotes>, pages: [String: FeedPage] = ["first": page],
    cache: MemoryCache = MemoryCache(), api: FakeAPI? = nil
  ) -> Store<FieldNotes> {
    let ids = SequentialIDs("4")
    let middleware = FeedMiddleware(
      api: api ?? FakeAPI(pages: pages), cache: cache, makeRequestID: { ids.next() }, warn: { _ in })
    return Store<FieldNotes>(middleware: [recorder, middleware])
  }

  @Test("with a cache: appeared, cached, requested under 41, loaded under 41; the cache is written once")
  func withCache() throws {
    let recorder = ActionRecorder<FieldNotes>()
    let cache = MemoryCache(FeedSnapshot(revision: 4, documents: [Document(id: "d", title: "Old", ownerID: "o")]))
    let store = store(recorder, cache: cache)
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    #expect(
      recorder.types == [
        "feed.feedScreenAppeared", "feed.cachedFeedLoaded", "feed.feedRequested", "feed.remoteFeedLoaded",
      ])
    #expect(
      recorder.text.hasPrefix(
        """
        1  applied  feed.feedScreenAppeared  {}  → 1.0 feed.readCache (feed.load)  → 1.1 feed.requestFeed (feed.load)
        2  applied  feed.cachedFeedLoaded  {"snapshot":
        """), "\(recorder.text)")
    #expect(store.state.feed.activeRequestID == "41")
    #expect(store.state.feed.viewState().documents.map(\.title) == ["New"])
    #expect(cache.held.writes.map(\.revision) == [5])
  }

  @Test("a cache miss is settled by no action, the rest of the order is the same")
  func cacheMiss() throws {
    let recorder = ActionRecorder<FieldNotes>()
    let store = store(recorder)
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    #expect(recorder.types == ["feed.feedScreenAppeared", "feed.feedRequested", "feed.remoteFeedLoaded"])
  }

  @Test("a service that fails leaves the feed failed, with what it held")
  func failure() throws {
    let recorder = ActionRecorder<FieldNotes>()
    let cache = MemoryCache(FeedSnapshot(revision: 4, documents: [Document(id: "d", title: "Old", ownerID: "o")]))
    let store = store(recorder, pages: [:], cache: cache)
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    #expect(recorder.types.last == "feed.feedRequestFailed")
    #expect(store.state.feed.viewState().documents.map(\.title) == ["Old"])
    guard case .failed(let error) = store.state.feed.request else {
      Issue.record("not failed: \(store.state.feed.request)")
      return
    }
    #expect(error.code == .notFound)
  }

  @Test("an edit is saved once and confirmed; one that the service does not take is rolled back")
  func edits() throws {
    let recorder = ActionRecorder<FieldNotes>()
    let api = FakeAPI(pages: ["first": Self.page])
    let store = store(recorder, api: api)
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    let patch = MetadataPatch(members: ["stage": "final"])
    store.dispatch(.feed(.metadataUpdateRequested(documentID: "d", patch: patch)))
    store.drain()
    #expect(recorder.types.last == "feed.metadataUpdateSucceeded")
    #expect(api.saves.calls.count == 1)
    let document = try #require(store.state.feed.documentsByID["d"])
    #expect(document.pending.isEmpty)
    #expect(document.confirmed == Metadata(members: ["stage": "final"]))
  }

  @Test("a page over the payload's limit is a failed request, not a lost one")
  func pageTooLarge() throws {
    let recorder = ActionRecorder<FieldNotes>()
    let big = Metadata(members: ["note": .string(String(repeating: "x", count: 5 << 20))])
    let page = FeedPage(documents: [Document(id: "d", title: "Big", ownerID: "o", metadata: big)])
    let store = store(recorder, pages: ["first": page])
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    guard case .failed(let error) = store.state.feed.request else {
      Issue.record("not failed: \(store.state.feed.request)")
      return
    }
    #expect(error.code == .tooLarge)
  }

  @Test("a cache over the payload's limit hydrates the first documents of the order that fit")
  func cacheTooLarge() throws {
    let recorder = ActionRecorder<FieldNotes>()
    let note = Metadata(members: ["note": .string(String(repeating: "x", count: 1 << 20))])
    let documents = (1...6).map { Document(id: DocumentID("d\($0)"), title: "D", ownerID: "o", metadata: note) }
    let store = store(recorder, pages: [:], cache: MemoryCache(FeedSnapshot(revision: 1, documents: documents)))
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    #expect(Array(store.state.feed.orderedIDs) == ["d1", "d2", "d3"])
  }

  @Test("opening a folder asks for an id, then for what it holds; an unknown one fails its lane alone")
  func folders() {
    let recorder = ActionRecorder<FieldNotes>()
    let holds = FolderPage(
      documents: [DocumentPayload(Document(id: "in", title: "In", ownerID: "o", folderID: "f"))],
      folders: [FolderPayload(id: "f", name: "F")])
    let store = store(recorder, api: FakeAPI(pages: [:], folders: ["f": holds]))
    store.dispatch(.feed(.folderOpened(folderID: "f")))
    store.drain()
    #expect(recorder.types == ["feed.folderOpened", "feed.folderRequested", "feed.remoteFolderLoaded"])
    #expect(store.state.feed.folderView("f")?.documents.map(\.id) == ["in"])
    store.dispatch(.feed(.folderOpened(folderID: "nowhere")))
    store.drain()
    #expect(recorder.types.last == "feed.feedRequestFailed")
    #expect(store.state.feed.request == .idle)
  }

  @Test("an edit whose answer does not come in time is handed over again under its id, once the pause is over")
  func timeouts() {
    let recorder = ActionRecorder<FieldNotes>()
    let api = FakeAPI(pages: ["first": Self.page])
    api.saves.script(
      "d", .failure(FeedError(.timedOut, "no answer")), .success(SavedMetadata(metadata: .empty, rev: 2)))
    let store = store(recorder, api: api)
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    recorder.clear()
    store.dispatch(
      .feed(.metadataUpdateRequested(documentID: "d", patch: MetadataPatch(members: ["stage": "final"]))))
    store.drain()
    store.advance(to: Timestamp(microseconds: store.lastAt.microseconds + 999_000))
    #expect(recorder.types == ["feed.metadataUpdateRequested", "feed.metadataUpdateFailed"])
    store.advance(to: Timestamp(microseconds: store.lastAt.microseconds + 1_000_000))
    store.drain()
    #expect(recorder.types.suffix(2) == ["feed.metadataUpdateRetryDue", "feed.metadataUpdateSucceeded"])
    #expect(store.state.feed.documentsByID["d"]?.pending.isEmpty == true)
    #expect(api.saves.calls == ["d", "d"])
  }

  @Test("a resync fetches page after page by itself, and ends with the last")
  func resync() {
    let recorder = ActionRecorder<FieldNotes>()
    let pages = [
      "first": Self.page, "p2": FeedPage(cursor: "p2", documents: [Document(id: "e", title: "E", ownerID: "o")]),
    ]
    let store = store(recorder, pages: pages)
    store.dispatch(.feed(.feedResyncRequested))
    store.drain()
    #expect(
      recorder.types == [
        "feed.feedResyncRequested", "feed.feedRequested", "feed.remoteFeedLoaded", "feed.remoteFeedLoaded",
      ])
    #expect(Array(store.state.feed.orderedIDs) == ["d", "e"])
    #expect(store.state.feed.request == .loaded)
  }
}
