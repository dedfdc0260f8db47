import ActionLog
import ActionLogTesting
import Testing

@testable import FieldNotes

@Suite("Lanes: each its own request, the first answer closes it")
struct LaneTests {
  private static let away = FeedError(.unreachable, "no answer")

  @Test("coming to the screen opens the hydrate lane; a hit closes it, before any request is made")
  func hydrateHit() {
    let store = FeedStore()
    store.send(
      .feed(.feedScreenAppeared),
      .applied(
        .perform(.feed(.readCache), key: "feed.load", policy: .queue),
        .perform(.feed(.requestFeed(reason: .initial)), key: "feed.load", policy: .queue))
    ) { $0.feed.lanes.hydrate = Lane(open: "1.0") }
    let document = Document.sample("a")
    store.answer(
      .feed(.readCache),
      with: .feed(.cachedFeedLoaded(snapshot: FeedSnapshot(revision: 5, documents: [document], endCursor: "p2")))
    ) {
      $0.feed.lanes.hydrate = Lane(requestID: "1.0", status: .loaded)
      $0.feed.documentsByID["a"] = document
      $0.feed.orderedIDs = ["a"]
      $0.feed.pagination = PaginationState(endCursor: "p2", standing: .cached)
      $0.feed.cacheRevision = 5
      $0.feed.headingRevision = 1
    }
    store.answer(
      .feed(.requestFeed(reason: .initial)), with: .feed(.feedRequested(requestID: "42", reason: .initial)),
      .applied(.perform(.feed(.fetchPage(requestID: "42", cursor: nil)), key: "feed.refresh", policy: .latest))
    ) {
      $0.feed.request = .loading
      $0.feed.activeRequestID = "42"
    }
    store.answer(
      .feed(.fetchPage(requestID: "42", cursor: nil)),
      with: .feed(.feedRequestFailed(requestID: "42", error: Self.away))
    ) {
      $0.feed.request = .failed(error: Self.away)
      $0.feed.lanes.answered.note("42" as RequestID)
    }
    store.finish()
  }

  @Test("a cache miss is no action; the request that follows shows that the look is over")
  func hydrateMiss() {
    let store = FeedStore()
    store.given { store.send(.feed(.feedScreenAppeared)) }
    store.settle(.feed(.readCache), why: "cache miss")
    #expect(store.feed.lanes.hydrate.isOpen)
    store.given {
      store.answer(
        .feed(.requestFeed(reason: .initial)), with: .feed(.feedRequested(requestID: "1", reason: .initial)))
    }
    #expect(store.feed.lanes.hydrate == Lane())
    store.given {
      store.answer(
        .feed(.fetchPage(requestID: "1", cursor: nil)),
        with: .feed(.remoteFeedLoaded(requestID: "1", page: FeedPage())))
    }
  }

  @Test("the first terminal event closes a request; a later one is a duplicate, one that was superseded is stale")
  func duplicateAndStale() {
    var run = Run()
    run.dispatch(.feedRequested(requestID: "old", reason: .initial))
    run.dispatch(.feedRequested(requestID: "1", reason: .refresh))
    run.dispatch(.remoteFeedLoaded(requestID: "1", page: FeedPage(documents: [.sample("a")])))
    run.dispatch(.feedRequested(requestID: "2", reason: .refresh))
    let page = FeedPage(documents: [.sample("z")])
    #expect(run.dispatch(.remoteFeedLoaded(requestID: "1", page: page)).ignoredCode == "duplicate")
    #expect(run.dispatch(.feedRequestFailed(requestID: "1", error: Self.away)).ignoredCode == "duplicate")
    #expect(run.dispatch(.remoteFeedLoaded(requestID: "old", page: page)).ignoredCode == "stale")
    #expect(run.dispatch(.remoteFeedLoaded(requestID: "never", page: page)).ignoredCode == "stale")
    #expect(run.feed.request == .loading)
    run.dispatch(.feedRequestFailed(requestID: "2", error: Self.away))
    #expect(run.dispatch(.remoteFeedLoaded(requestID: "2", page: page)).ignoredCode == "duplicate")
    #expect(run.dispatch(.remoteFeedLoaded(requestID: "1", page: page)).ignoredCode == "duplicate")
    #expect(run.titles == ["Title of a"])
  }

  @Test("a request under an id that was used is a duplicate: its answers could not be told apart")
  func usedIDs() {
    var run = Run.loaded([.sample("a")], nextCursor: "p2")
    #expect(run.dispatch(.feedRequested(requestID: "1", reason: .refresh)).ignoredCode == "duplicate")
    run.dispatch(.feedRequested(requestID: "2", reason: .refresh))
    #expect(run.dispatch(.feedRequested(requestID: "2", reason: .refresh)).ignoredCode == "duplicate")
    let long = RequestID(String(repeating: "x", count: 201))
    #expect(run.dispatch(.feedRequested(requestID: long, reason: .refresh)).illegalCode == "tooLarge")
  }

  @Test("loading more during a refresh makes neither stale: both answers are taken")
  func appendDuringRefresh() {
    let store = FeedStore.loaded([.sample("a")], nextCursor: "p2")
    store.open("r")
    store.open("m", .loadMore)
    #expect(store.awaited == ["feed.fetchPage feed.refresh", "feed.fetchPage feed.append"])
    store.given {
      store.answer(
        .feed(.fetchPage(requestID: "m", cursor: "p2")),
        with: .feed(.remoteFeedLoaded(requestID: "m", page: FeedPage(cursor: "p2", documents: [.sample("b")]))))
    }
    #expect(store.feed.orderedIDs == ["a", "b"])
    #expect(store.feed.request == .loading)
    store.given {
      store.answer(
        .feed(.fetchPage(requestID: "r", cursor: nil)),
        with: .feed(.remoteFeedLoaded(requestID: "r", page: FeedPage(documents: [.sample("c")]))))
    }
    #expect(store.feed.orderedIDs == ["c"])
  }

  @Test("a refresh supersedes the append under way: it is cancelled, and its answer is stale")
  func refreshSupersedesAppend() {
    let store = FeedStore.loaded([.sample("a")], nextCursor: "p2")
    store.open("m", .loadMore)
    store.given { store.send(.feed(.feedRefreshRequested)) }
    store.answer(
      .feed(.requestFeed(reason: .refresh)), with: .feed(.feedRequested(requestID: "r", reason: .refresh)),
      .applied(
        .cancel(key: "feed.append"),
        .perform(.feed(.fetchPage(requestID: "r", cursor: nil)), key: "feed.refresh", policy: .latest))
    ) {
      $0.feed.request = .loading
      $0.feed.activeRequestID = "r"
      $0.feed.lanes.append = Lane()
    }
    let page = FeedPage(cursor: "p2", documents: [.sample("b")])
    store.answerLate(
      .feed(.fetchPage(requestID: "m", cursor: "p2")), with: .feed(.remoteFeedLoaded(requestID: "m", page: page)),
      .ignored("stale"))
    store.given {
      store.answer(
        .feed(.fetchPage(requestID: "r", cursor: nil)),
        with: .feed(.remoteFeedLoaded(requestID: "r", page: FeedPage())))
    }
    #expect(store.feed.orderedIDs.isEmpty)
  }

  @Test("an append that was asked for before the list began anew is not made")
  func appendAskedTooEarly() {
    let store = FeedStore.loaded([.sample("a")], nextCursor: "p2")
    store.open("r")
    store.given {
      store.send(.feed(.loadMoreRequested))
      store.answer(
        .feed(.fetchPage(requestID: "r", cursor: nil)),
        with: .feed(.remoteFeedLoaded(requestID: "r", page: FeedPage(nextCursor: "q2", documents: [.sample("z")]))))
    }
    store.answer(
      .feed(.requestFeed(reason: .loadMore)), with: .feed(.feedRequested(requestID: "m", reason: .loadMore)),
      .ignored("stale"))
  }

  @Test("never loaded and loaded empty are different states, also while loading again")
  func emptyIsNotNever() {
    let never = FeedStore()
    #expect(never.feed.request == .idle)
    #expect(never.feed.pagination.standing == .never)
    let empty = FeedStore.loaded([])
    #expect(empty.feed.request == .loaded)
    empty.open("2")
    #expect(empty.feed.pagination.standing == .loaded)
    empty.given { empty.send(.feed(.feedScreenAppeared)) }
    empty.answer(
      .feed(.readCache),
      with: .feed(.cachedFeedLoaded(snapshot: FeedSnapshot(revision: 9, documents: [.sample("old")]))),
      .ignored("notEmpty"))
    empty.given {
      empty.answer(
        .feed(.requestFeed(reason: .initial)), with: .feed(.feedRequested(requestID: "3", reason: .initial)))
      empty.answer(
        .feed(.fetchPage(requestID: "3", cursor: nil)),
        with: .feed(.remoteFeedLoaded(requestID: "3", page: FeedPage())))
    }
    #expect(empty.feed.lanes.hydrate == Lane())
  }
}
