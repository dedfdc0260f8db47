import ActionLog
import Testing

@testable import FieldNotes

@Suite("Loading the feed: who may merge, and when")
struct LoadingTests {
  @Test("appearing on screen reads the cache first, then asks for the feed, one after another")
  func appearing() {
    var run = Run()
    let outcome = run.dispatch(.feedScreenAppeared)
    #expect(outcome.performed == [.feed(.readCache), .feed(.requestFeed(reason: .initial))])
    guard case .applied(let commands) = outcome else { return }
    for command in commands {
      guard case .perform(_, let key, let policy) = command else { continue }
      #expect(key == "feed.load")
      #expect(policy == .queue)
    }
  }

  @Test("a request makes its id the active one and asks for the page under it")
  func requesting() {
    var run = Run()
    let outcome = run.dispatch(.feedRequested(requestID: "42", reason: .initial))
    #expect(run.feed.activeRequestID == "42")
    #expect(run.feed.request == .loading)
    #expect(outcome.performed == [.feed(.fetchPage(requestID: "42", cursor: nil))])
  }

  @Test("cached data hydrates an empty feed")
  func hydrating() {
    var run = Run()
    let snapshot = FeedSnapshot(revision: 5, documents: [.sample("a"), .sample("b")], endCursor: "more")
    let outcome = run.dispatch(.cachedFeedLoaded(snapshot: snapshot))
    #expect(outcome.isApplied)
    #expect(Array(run.feed.orderedIDs) == ["a", "b"])
    #expect(run.feed.cacheRevision == 5)
    #expect(run.feed.pagination.hasNextPage)
    #expect(run.feed.request == .idle)
  }

  @Test("cached data never overwrites what is fresher, not even a feed that came out empty")
  func cacheNeverOverwrites() throws {
    var run = Run.loaded([.sample("a", title: "fresh")])
    let snapshot = FeedSnapshot(revision: 9, documents: [.sample("a", title: "cached")])
    #expect(run.dispatch(.cachedFeedLoaded(snapshot: snapshot)).ignoredCode == "notEmpty")
    #expect(run.titles == ["fresh"])
    #expect(run.feed.cacheRevision == 1)

    var empty = Run.loaded([])
    #expect(empty.dispatch(.cachedFeedLoaded(snapshot: snapshot)).ignoredCode == "notEmpty")
    #expect(empty.titles.isEmpty)
  }

  @Test("a stale response cannot replace a newer feed")
  func staleResponseCannotReplaceNewerFeed() {
    var run = Run()
    run.dispatch(.feedRequested(requestID: "stale", reason: .initial))
    run.dispatch(.feedRequested(requestID: "active", reason: .refresh))
    let late = run.dispatch(
      .remoteFeedLoaded(requestID: "stale", page: FeedPage(documents: [.sample("a", title: "Stale")])))
    #expect(late.ignoredCode == "stale")
    #expect(run.feed.request == .loading)
    run.dispatch(.remoteFeedLoaded(requestID: "active", page: FeedPage(documents: [.sample("a", title: "New")])))
    #expect(run.titles == ["New"])
    #expect(
      run.dispatch(.feedRequestFailed(requestID: "stale", error: FeedError(.unreachable, "late"))).ignoredCode
        == "stale")
    #expect(run.feed.request == .loaded)
  }

  @Test("an accepted page raises the cache's revision by one and asks for its write")
  func acceptedPage() {
    var run = Run()
    run.dispatch(.feedRequested(requestID: "1", reason: .initial))
    let outcome = run.dispatch(.remoteFeedLoaded(requestID: "1", page: FeedPage(documents: [.sample("a")])))
    #expect(run.feed.request == .loaded)
    #expect(run.feed.cacheRevision == 1)
    #expect(outcome.performed == [.feed(.writeCache(revision: 1))])
    guard case .applied(let commands) = outcome, case .perform(_, _, let policy)? = commands.first else { return }
    #expect(policy == .forget)
  }

  @Test("a failed request says why; its lane can be asked again")
  func failing() {
    var run = Run()
    run.dispatch(.feedRequested(requestID: "1", reason: .initial))
    let error = FeedError(.unreachable, "no answer")
    #expect(run.dispatch(.feedRequestFailed(requestID: "1", error: error)).isApplied)
    #expect(run.feed.request == .failed(error: error))
    run.dispatch(.feedRequested(requestID: "2", reason: .refresh))
    #expect(run.feed.request == .loading)
  }

  @Test("the first terminal event closes a request, a second one is a duplicate")
  func duplicates() {
    var run = Run.loaded([.sample("a")])
    let again = run.dispatch(.remoteFeedLoaded(requestID: "1", page: FeedPage(documents: [.sample("b")])))
    #expect(again.ignoredCode == "duplicate")
    #expect(Array(run.feed.orderedIDs) == ["a"])
  }

  @Test("never loaded and loaded empty are different states")
  func emptyIsNotNever() {
    #expect(Run().feed.request == .idle)
    #expect(Run.loaded([]).feed.request == .loaded)
  }

  @Test("loading more appends the next page, keeps first places, and does not disturb a refresh")
  func loadingMore() {
    var run = Run.loaded([.sample("a"), .sample("b")], nextCursor: "p2")
    #expect(run.dispatch(.loadMoreRequested).performed == [.feed(.requestFeed(reason: .loadMore))])
    #expect(run.dispatch(.loadMoreRequested).ignoredCode == "alreadyLoading")
    let request = run.dispatch(.feedRequested(requestID: "m", reason: .loadMore))
    #expect(request.performed == [.feed(.fetchPage(requestID: "m", cursor: "p2"))])
    #expect(run.feed.activeRequestID == "1")
    #expect(run.feed.request == .loaded)
    let page = FeedPage(cursor: "p2", documents: [.sample("c"), .sample("a", title: "anew"), .sample("c")])
    #expect(run.dispatch(.remoteFeedLoaded(requestID: "m", page: page)).isApplied)
    #expect(Array(run.feed.orderedIDs) == ["a", "b", "c"])
    #expect(run.titles.first == "anew")
    #expect(!run.feed.pagination.hasNextPage)
    #expect(run.dispatch(.loadMoreRequested).ignoredCode == "noNextPage")
  }

  @Test("an append of a list that was refreshed meanwhile changes nothing")
  func appendOfAnOldList() {
    var run = Run.loaded([.sample("a")], nextCursor: "p2")
    run.dispatch(.loadMoreRequested)
    run.dispatch(.feedRequested(requestID: "m", reason: .loadMore))
    run.dispatch(.feedRequested(requestID: "r", reason: .refresh))
    run.dispatch(.remoteFeedLoaded(requestID: "r", page: FeedPage(nextCursor: "q2", documents: [.sample("z")])))
    let late = run.dispatch(.remoteFeedLoaded(requestID: "m", page: FeedPage(cursor: "p2", documents: [.sample("b")])))
    #expect(late.ignoredCode == "stale")
    #expect(Array(run.feed.orderedIDs) == ["z"])
  }

  @Test("an older revision in a page changes nothing of the document, a newer one replaces what is confirmed")
  func revisions() {
    var run = Run.loaded([.sample("a", title: "third", rev: 3)])
    run.dispatch(.feedRequested(requestID: "2", reason: .refresh))
    run.dispatch(
      .remoteFeedLoaded(requestID: "2", page: FeedPage(documents: [.sample("a", title: "second", rev: 2)])))
    #expect(run.titles == ["third"])
    run.dispatch(.feedRequested(requestID: "3", reason: .refresh))
    run.dispatch(
      .remoteFeedLoaded(requestID: "3", page: FeedPage(documents: [.sample("a", title: "fourth", rev: 4)])))
    #expect(run.titles == ["fourth"])
  }
}
