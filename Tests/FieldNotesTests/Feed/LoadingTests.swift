import ActionLog
import ActionLogTesting
import Testing

@testable import FieldNotes

@Suite("Loading the feed: each step with its change and what it asks for")
struct LoadingTests {
  @Test("an accepted page fills the feed, raises the cache's revision by one and asks for its write")
  func acceptedPage() {
    let store = FeedStore()
    store.open("42", .refresh)
    let document = Document.sample("a", rev: 1)
    let page = FeedPage(
      nextCursor: "p2", documents: [document], folders: [Folder(id: "f", name: "F")],
      owners: [Owner(id: "o-1", name: "Ada")])
    store.answer(
      .feed(.fetchPage(requestID: "42", cursor: nil)), with: .feed(.remoteFeedLoaded(requestID: "42", page: page)),
      .applied(.perform(.feed(.writeCache(revision: 1)), key: "feed.cache", policy: .forget))
    ) {
      $0.feed.documentsByID["a"] = document
      $0.feed.foldersByID["f"] = Folder(id: "f", name: "F")
      $0.feed.ownersByID["o-1"] = Owner(id: "o-1", name: "Ada")
      $0.feed.orderedIDs = ["a"]
      $0.feed.pagination = PaginationState(endCursor: "p2", standing: .loaded)
      $0.feed.request = .loaded
      $0.feed.lanes.answered.note("42" as RequestID)
      $0.feed.cacheRevision = 1
      $0.feed.headingRevision = 1
    }
    store.finish()
  }

  @Test("a failed request says why and keeps what there is; its lane can be asked again")
  func failing() {
    let store = FeedStore.loaded([.sample("a")])
    let away = FeedError(.unreachable, "no answer")
    store.open("2")
    store.answer(
      .feed(.fetchPage(requestID: "2", cursor: nil)), with: .feed(.feedRequestFailed(requestID: "2", error: away))
    ) {
      $0.feed.request = .failed(error: away)
      $0.feed.lanes.answered.note("2" as RequestID)
    }
    store.load("3", FeedPage(documents: [.sample("b")]))
    #expect(store.titles == ["Title of b"])
  }

  @Test("loading more asks for an id, then for the page at the end; once, and only where there is more")
  func loadingMore() {
    let store = FeedStore.loaded([.sample("a")], nextCursor: "p2")
    store.send(
      .feed(.loadMoreRequested),
      .applied(.perform(.feed(.requestFeed(reason: .loadMore)), key: "feed.load", policy: .queue))
    ) { $0.feed.lanes.append.ask() }
    store.send(.feed(.loadMoreRequested), .ignored("alreadyLoading"))
    store.answer(
      .feed(.requestFeed(reason: .loadMore)), with: .feed(.feedRequested(requestID: "2", reason: .loadMore)),
      .applied(.perform(.feed(.fetchPage(requestID: "2", cursor: "p2")), key: "feed.append", policy: .latest))
    ) { $0.feed.lanes.append.open("2") }
    store.answer(
      .feed(.fetchPage(requestID: "2", cursor: "p2")),
      with: .feed(.remoteFeedLoaded(requestID: "2", page: FeedPage(cursor: "p2", documents: [.sample("b")]))),
      .applied(.perform(.feed(.writeCache(revision: 2)), key: "feed.cache", policy: .forget))
    ) {
      $0.feed.documentsByID["b"] = .sample("b")
      $0.feed.orderedIDs = ["a", "b"]
      $0.feed.pagination.endCursor = nil
      $0.feed.lanes.append.succeed()
      $0.feed.lanes.answered.note("2" as RequestID)
      $0.feed.cacheRevision = 2
      $0.feed.headingRevision = 2
    }
    store.send(.feed(.loadMoreRequested), .ignored("noNextPage"))
    store.finish()
  }
}
