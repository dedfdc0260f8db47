import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("Pages: what they list, and where they go")
struct PageTests {
  @Test("within a page the first occurrence of an id gives its position and the last its data")
  func withinAPage() {
    let page = FeedPage(
      payloads: [
        DocumentPayload(.sample("a", title: "first", rev: 2)), DocumentPayload(.sample("b")),
        DocumentPayload(.sample("a", title: "last", rev: 2)), DocumentPayload(partial: "b", title: "B"),
        DocumentPayload(.sample("a", title: "older", rev: 1)),
      ])
    let store = FeedStore.loaded(page)
    #expect(store.feed.orderedIDs == ["a", "b"])
    #expect(store.titles == ["last", "B"])
  }

  @Test("across pages the first position stays, and the newest data counts")
  func acrossPages() {
    let store = FeedStore.loaded([.sample("a", rev: 1), .sample("b")], nextCursor: "p2")
    let page = FeedPage(
      cursor: "p2", nextCursor: "p3", documents: [.sample("c"), .sample("a", title: "anew", rev: 2)])
    store.load("2", page, .loadMore)
    #expect(store.feed.orderedIDs == ["a", "b", "c"])
    #expect(store.titles.first == "anew")
    #expect(store.feed.pagination.endCursor == "p3")
  }

  @Test("an append is accepted only at the current end; another page closes the request and changes no list")
  func onlyAtTheEnd() {
    let store = FeedStore.loaded([.sample("a")], nextCursor: "p2")
    store.open("2", .loadMore)
    let wrong = FeedPage(cursor: "p9", documents: [.sample("z")])
    store.answer(
      .feed(.fetchPage(requestID: "2", cursor: "p2")), with: .feed(.remoteFeedLoaded(requestID: "2", page: wrong))
    ) {
      $0.feed.lanes.answered.note("2" as RequestID)
      $0.feed.lanes.append.fail(FeedError(.malformed, "the page is not the one that was asked for"))
    }
    store.load("3", FeedPage(cursor: "p2", documents: [.sample("b")]), .loadMore)
    #expect(store.feed.orderedIDs == ["a", "b"])
  }

  @Test("an empty page with a next cursor is legal: the list goes on behind it")
  func emptyPages() {
    let store = FeedStore.loaded([], nextCursor: "p2")
    #expect(store.feed.viewState().canLoadMore)
    store.load("2", FeedPage(cursor: "p2", nextCursor: "p3"), .loadMore)
    #expect(store.feed.pagination.endCursor == "p3")
    store.load("3", FeedPage(cursor: "p3", documents: [.sample("a")]), .loadMore)
    #expect(store.feed.orderedIDs == ["a"])
    #expect(!store.feed.viewState().canLoadMore)
  }

  @Test("a refresh replaces the order, not the entities, and edited documents stay pinned behind it")
  func refreshing() {
    let store = FeedStore.loaded([.sample("a"), .sample("b"), .sample("c")])
    let edit = store.edit("b", ["stage": "mine"])
    store.load("2", FeedPage(documents: [.sample("d"), .sample("a")]))
    #expect(store.feed.orderedIDs == ["d", "a", "b"])
    #expect(store.feed.documentsByID["c"] != nil, "known, though no longer listed")
    store.confirm("b", edit, ["stage": "mine"], rev: nil)
    #expect(store.feed.orderedIDs == ["d", "a", "b"], "an answer moves nothing")
    store.load("3", FeedPage(documents: [.sample("d"), .sample("a")]))
    #expect(store.feed.orderedIDs == ["d", "a"])
  }

  @Test("an expired cursor marks the list stale and restarts at page one while the old list stays visible")
  func expiredCursor() {
    let store = FeedStore.loaded([.sample("a")], nextCursor: "p2")
    store.open("2", .loadMore)
    let expired = FeedError(.expiredCursor, "too old")
    store.answer(
      .feed(.fetchPage(requestID: "2", cursor: "p2")), with: .feed(.feedRequestFailed(requestID: "2", error: expired)),
      .applied(.perform(.feed(.requestFeed(reason: .refresh)), key: "feed.load", policy: .queue))
    ) {
      $0.feed.lanes.answered.note("2" as RequestID)
      $0.feed.lanes.append.fail(expired)
      $0.feed.pagination.standing = .stale
    }
    #expect(store.titles == ["Title of a"])
    store.given {
      store.answer(
        .feed(.requestFeed(reason: .refresh)), with: .feed(.feedRequested(requestID: "3", reason: .refresh)))
      store.send(.feed(.loadMoreRequested), .ignored("alreadyLoading"))
      store.answer(
        .feed(.fetchPage(requestID: "3", cursor: nil)),
        with: .feed(.feedRequestFailed(requestID: "3", error: FeedError(.unreachable, "away"))))
    }
    #expect(store.titles == ["Title of a"])
    store.send(
      .feed(.loadMoreRequested),
      .applied(.perform(.feed(.requestFeed(reason: .refresh)), key: "feed.load", policy: .queue))
    ) { $0.feed.lanes.append.ask() }
    store.given {
      store.answer(
        .feed(.requestFeed(reason: .refresh)), with: .feed(.feedRequested(requestID: "4", reason: .refresh)))
      store.answer(
        .feed(.fetchPage(requestID: "4", cursor: nil)),
        with: .feed(.remoteFeedLoaded(requestID: "4", page: FeedPage(nextCursor: "q2", documents: [.sample("b")]))))
    }
    #expect(store.titles == ["Title of b"])
    #expect(store.feed.pagination == PaginationState(endCursor: "q2", standing: .loaded))
  }

  @Test("a page that names itself as the next one, or a cursor that no effect could carry, fails its request")
  func badCursors() {
    let store = FeedStore.loaded([.sample("a")], nextCursor: "p2")
    store.load("2", FeedPage(cursor: "p2", nextCursor: "p2"), .loadMore)
    #expect(store.feed.lanes.append.error?.code == .malformed)
    store.load("3", FeedPage(nextCursor: String(repeating: "x", count: 9_000), documents: [.sample("z")]))
    #expect(store.feed.refreshLane.error?.code == .tooLarge)
    #expect(store.feed.orderedIDs == ["a"])
  }
}

@Suite("A full resync: all pages under one request, and then what was not seen goes")
struct ResyncTests {
  private func store() -> FeedStore {
    FeedStore.loaded(
      FeedPage(
        nextCursor: "p2",
        documents: [
          .sample("a"), .sample("gone"), .sample("edited"),
          Document(id: "in", title: "In", ownerID: "o-2", folderID: "inner"),
        ],
        folders: [
          Folder(id: "outer", name: "Outer"), Folder(id: "inner", name: "Inner", parentID: "outer"),
          Folder(id: "empty", name: "Empty"), Folder(id: "old", name: "Old"),
        ],
        owners: [Owner(id: "o-2", name: "Bo"), Owner(id: "o-3", name: "Cy")]))
  }

  private func page(_ store: FeedStore, _ cursor: String?, _ page: FeedPage) {
    store.given {
      store.answer(
        .feed(.fetchPage(requestID: "r", cursor: cursor)), with: .feed(.remoteFeedLoaded(requestID: "r", page: page)))
    }
  }

  @Test("it sweeps unseen entities only after its last page; edited documents and what they name stay")
  func sweeping() {
    let store = store()
    let edit = store.edit("edited", ["n": 1])
    store.open("r", .resync)
    page(store, nil, FeedPage(nextCursor: "p2", documents: [.sample("a")], folders: [Folder(id: "empty", name: "E")]))
    #expect(store.feed.orderedIDs == ["a", "edited"])
    #expect(store.feed.documentsByID.count == 4, "nothing goes before the last page")
    #expect(store.feed.request == .loading)
    #expect(store.awaited.contains("feed.fetchPage feed.refresh"))
    store.given { store.send(.feed(.loadMoreRequested), .ignored("alreadyLoading")) }
    page(
      store, "p2",
      FeedPage(cursor: "p2", documents: [Document(id: "in", title: "In", ownerID: "o-2", folderID: "inner")]))
    #expect(store.feed.orderedIDs == ["a", "edited", "in"])
    #expect(Array(store.feed.documentsByID.keys) == ["a", "edited", "in"])
    #expect(Array(store.feed.foldersByID.keys) == ["empty", "inner", "outer"])
    #expect(Array(store.feed.ownersByID.keys) == ["o-2"])
    #expect(store.feed.request == .loaded)
    #expect(store.feed.resync == Resync())
    store.confirm("edited", edit, ["n": 1], rev: nil)
  }

  @Test("one whose edit was answered on the way and that was not seen goes from the list too")
  func answeredOnTheWay() {
    let store = store()
    let edit = store.edit("edited", ["n": 1])
    store.open("r", .resync)
    page(store, nil, FeedPage(nextCursor: "p2", documents: [.sample("a")]))
    store.reject("edited", edit)
    page(store, "p2", FeedPage(cursor: "p2"))
    #expect(store.feed.orderedIDs == ["a"])
    #expect(store.feed.danglingIDs.isEmpty)
  }

  @Test("one that fails on the way, or is superseded by a refresh, sweeps nothing")
  func cutShort() {
    let store = store()
    store.open("r", .resync)
    page(store, nil, FeedPage(nextCursor: "p2", documents: [.sample("a")]))
    store.given {
      store.answer(
        .feed(.fetchPage(requestID: "r", cursor: "p2")),
        with: .feed(.feedRequestFailed(requestID: "r", error: FeedError(.unreachable, "away"))))
    }
    #expect(store.feed.documentsByID.count == 4)
    #expect(store.feed.resync == Resync())
    store.open("s", .resync)
    store.load("t", FeedPage(documents: [.sample("a")]))
    #expect(store.feed.documentsByID.count == 4)
    #expect(store.feed.resync == Resync())
  }

  @Test(
    "a page that comes again is a duplicate; pages in a circle end it; an expired cursor begins the list anew, once")
  func strangePages() {
    let store = store()
    store.open("r", .resync)
    page(store, nil, FeedPage(nextCursor: "p2", documents: [.sample("a")]))
    page(store, "p2", FeedPage(cursor: "p2", nextCursor: "p3", documents: [.sample("b")]))
    var run = Run()
    run.state = store.state
    let again = FeedPage(cursor: "p2", nextCursor: "p3", documents: [.sample("z")])
    #expect(run.dispatch(.remoteFeedLoaded(requestID: "r", page: again)).ignoredCode == "duplicate")
    let first = FeedPage(nextCursor: "p2", documents: [.sample("z")])
    #expect(run.dispatch(.remoteFeedLoaded(requestID: "r", page: first)).ignoredCode == "duplicate")
    let expired = FeedError(.expiredCursor, "too old")
    #expect(
      run.dispatch(.feedRequestFailed(requestID: "r", error: expired)).performed
        == [.feed(.requestFeed(reason: .refresh))], "a resync begun anew by itself could go on like this for ever")
    #expect(run.feed.pagination.standing == .stale)
    page(store, "p3", FeedPage(cursor: "p3", nextCursor: "p2"))
    #expect(store.feed.refreshLane.error?.code == .malformed)
    #expect(store.feed.documentsByID["gone"] != nil)
  }
}
