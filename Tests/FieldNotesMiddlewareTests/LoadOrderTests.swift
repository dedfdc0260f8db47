import ActionLog
import CanonicalJSON
import FieldNotes
import Foundation
import Synchronization
import Testing

@testable import FieldNotesMiddleware

/// Writes down every action that became final, by type.
private final class Recorder: Middleware {
  typealias D = FieldNotes
  private let types = Mutex<[String]>([])
  var all: [String] { types.withLock { $0 } }
  func performs(effectType: String) -> Bool { false }
  func perform(_ effect: FieldNotes.Effect, _ context: EffectContext<FieldNotes>) {}
  func observe(_ record: ObservedAction<FieldNotes>) { types.withLock { $0.append(name(record.action)) } }
}

/// The action's name on the wire.
private func name(_ action: FieldNotes.Action) -> String {
  (try? ActionCoding<FieldNotes>().encode(action).type) ?? "does not encode"
}

@Suite("The load order of the feed, in a store without any daemon")
struct LoadOrderTests {
  private static let page = FeedPage(nextCursor: "p2", documents: [Document(id: "d", title: "New", ownerID: "o")])

  private func store(
    _ recorder: Recorder, pages: [String: FeedPage] = ["first": page], cache: FakeCache = FakeCache(),
    api: FakeAPI? = nil
  ) -> Store<FieldNotes> {
    let middleware = FeedMiddleware(
      api: api ?? FakeAPI(pages: pages), cache: cache, makeRequestID: { "42" }, warn: { _ in })
    return Store<FieldNotes>(middleware: [recorder, middleware])
  }

  @Test("with a cache: appeared, cached, requested under 42, loaded under 42; the cache is written once")
  func withCache() throws {
    let recorder = Recorder()
    let cache = FakeCache(FeedSnapshot(revision: 4, documents: [Document(id: "d", title: "Old", ownerID: "o")]))
    let store = store(recorder, cache: cache)
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    #expect(
      recorder.all == [
        "feed.feedScreenAppeared", "feed.cachedFeedLoaded", "feed.feedRequested", "feed.remoteFeedLoaded",
      ])
    #expect(store.state.feed.activeRequestID == "42")
    #expect(store.state.feed.viewState().documents.map(\.title) == ["New"])
    #expect(cache.writtenRevisions == [5])
  }

  @Test("a cache miss is settled by no action, the rest of the order is the same")
  func cacheMiss() throws {
    let recorder = Recorder()
    let store = store(recorder)
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    #expect(recorder.all == ["feed.feedScreenAppeared", "feed.feedRequested", "feed.remoteFeedLoaded"])
  }

  @Test("a service that fails leaves the feed failed, with what it held")
  func failure() throws {
    let recorder = Recorder()
    let cache = FakeCache(FeedSnapshot(revision: 4, documents: [Document(id: "d", title: "Old", ownerID: "o")]))
    let store = store(recorder, pages: [:], cache: cache)
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    #expect(recorder.all.last == "feed.feedRequestFailed")
    #expect(store.state.feed.viewState().documents.map(\.title) == ["Old"])
    guard case .failed(let error) = store.state.feed.request else {
      Issue.record("not failed: \(store.state.feed.request)")
      return
    }
    #expect(error.code == .notFound)
  }

  @Test("an edit is saved once and confirmed; one that the service does not take is rolled back")
  func edits() throws {
    let recorder = Recorder()
    let api = FakeAPI(pages: ["first": Self.page])
    let store = store(recorder, api: api)
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    let patch = MetadataPatch(members: ["stage": "final"])
    store.dispatch(.feed(.metadataUpdateRequested(documentID: "d", patch: patch)))
    store.drain()
    #expect(recorder.all.last == "feed.metadataUpdateSucceeded")
    #expect(api.savedMutations.count == 1)
    let document = try #require(store.state.feed.documentsByID["d"])
    #expect(document.pending.isEmpty)
    #expect(document.confirmed == Metadata(members: ["stage": "final"]))
  }

  @Test("a page over the payload's limit is a failed request, not a lost one")
  func pageTooLarge() throws {
    let recorder = Recorder()
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
    let recorder = Recorder()
    let note = Metadata(members: ["note": .string(String(repeating: "x", count: 1 << 20))])
    let documents = (1...6).map { Document(id: DocumentID("d\($0)"), title: "D", ownerID: "o", metadata: note) }
    let store = store(recorder, pages: [:], cache: FakeCache(FeedSnapshot(revision: 1, documents: documents)))
    store.dispatch(.feed(.feedScreenAppeared))
    store.drain()
    #expect(Array(store.state.feed.orderedIDs) == ["d1", "d2", "d3"])
  }
}
