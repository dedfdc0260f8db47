import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

/// Each was a bug once, in an application that let every layer write its own copy of the feed.
@Suite("The wrong turns that this design is there to prevent")
struct WrongTurnTests {
  @Test("a metadata field lost after a refresh")
  func aFieldLostAfterARefresh() {
    let document = Document.sample("a", rev: 4, ["stage": "draft", "unknownToThisProgram": ["deep": [1]]])
    let store = FeedStore.loaded([document])
    store.load("2", FeedPage(payloads: [DocumentPayload(partial: "a", title: "Renamed", rev: 5)]))
    store.load("3", FeedPage(documents: [.sample("b")]))
    #expect(store.metadata("a") == document.metadata)
    #expect(store.feed.documentsByID["a"]?.title == "Renamed")
  }

  @Test("a partial response treated as a complete document")
  func aPartialResponseTreatedAsComplete() {
    let document = Document(
      id: "a", title: "A", ownerID: "o", folderID: "f", rev: 1, permissions: Permissions(canShare: false),
      presentation: ["icon": "wave"], metadata: Metadata(members: ["stage": "draft"]))
    let store = FeedStore.loaded([document])
    let edit = store.edit("a", ["stage": "final"])
    store.confirm("a", edit, ["stage": "final"], rev: 2)
    var expected = document
    expected.confirmed = Metadata(members: ["stage": "final"])
    expected.rev = 2
    expected.metadataRev = 2
    #expect(store.feed.documentsByID["a"]?.withoutEdits == expected)
    let other = FeedStore.loaded(FeedPage(payloads: [DocumentPayload(partial: "x", title: "only a title")]))
    #expect(other.feed.documentsByID["x"] == nil, "no document is made up of a part")
  }

  @Test("an item that could be opened from one list state but not from another")
  func anItemThatOpensFromOneListOnly() {
    let store = FeedStore.loaded([.sample("a", title: "tides"), .sample("b", title: "packing")])
    let shown = store.feed.documentsByID["a"].map(store.feed.view)
    store.given { store.send(.feed(.queryChanged(query: FeedQuery(text: "packing", sort: .title)))) }
    #expect(store.feed.documentsByID["a"].map(store.feed.view) == shown)
    store.load("2", FeedPage(documents: [.sample("b", title: "packing")]))
    #expect(store.feed.documentsByID["a"].map(store.feed.view) == shown, "no longer listed, and still there")
  }

  @Test("a stale response that wins over a newer one")
  func aStaleResponseWins() {
    let store = FeedStore()
    store.open("old")
    store.open("new")
    store.given {
      store.answer(
        .feed(.fetchPage(requestID: "new", cursor: nil)),
        with: .feed(.remoteFeedLoaded(requestID: "new", page: FeedPage(documents: [.sample("a", title: "New")]))))
    }
    store.answerLate(
      .feed(.fetchPage(requestID: "old", cursor: nil)),
      with: .feed(.remoteFeedLoaded(requestID: "old", page: FeedPage(documents: [.sample("a", title: "Old")]))),
      .ignored("stale"))
    #expect(store.titles == ["New"])
  }

  @Test("a cache that replaces what is fresher")
  func aCacheThatReplacesWhatIsFresher() {
    var run = Run.loaded([.sample("a", title: "fresh")])
    let snapshot = FeedSnapshot(revision: 9, documents: [.sample("a", title: "cached")])
    #expect(run.appear(cached: snapshot).ignoredCode == "notEmpty")
    #expect(run.titles == ["fresh"])
    var empty = Run.loaded([])
    empty.dispatch(.feedRequested(requestID: "2", reason: .refresh))
    #expect(empty.appear(cached: snapshot).ignoredCode == "notEmpty", "the service said that there is nothing")
  }

  @Test("a rollback that takes a newer edit with it")
  func aRollbackThatTakesANewerEditWithIt() {
    let store = FeedStore.loaded([.sample("a", ["stage": "draft"])])
    let first = store.edit("a", ["stage": "final"])
    let second = store.edit("a", ["note": "newer"])
    store.given {
      store.answer(
        store.save("a", first),
        with: .feed(
          .metadataUpdateFailed(
            documentID: "a", mutationID: first, error: FeedError(.refused, "no"),
            previousMetadata: Metadata(members: ["stage": "draft"]))))
    }
    #expect(store.metadata("a") == Metadata(members: ["stage": "draft", "note": "newer"]))
    store.confirm("a", second, ["stage": "draft", "note": "newer"], rev: nil)
  }

  @Test("a rollback that takes back what a page told meanwhile")
  func aRollbackThatTakesBackAPage() {
    let store = FeedStore.loaded([.sample("a", rev: 1, ["stage": "draft"])])
    let edit = store.edit("a", ["note": "mine"])
    store.load("2", FeedPage(documents: [.sample("a", rev: 2, ["stage": "review"])]))
    store.given {
      store.answer(
        store.save("a", edit),
        with: .feed(
          .metadataUpdateFailed(
            documentID: "a", mutationID: edit, error: FeedError(.refused, "no"),
            previousMetadata: Metadata(members: ["stage": "draft"]))))
    }
    #expect(store.metadata("a") == Metadata(members: ["stage": "review"]))
  }

  @Test("a query change that touches entities, or a filter that deletes data")
  func aQueryChangeThatTouchesEntities() {
    let store = FeedStore.loaded([.sample("a", title: "tides"), .sample("b", title: "packing")])
    store.send(.feed(.queryChanged(query: FeedQuery(text: "tid")))) { $0.feed.query = FeedQuery(text: "tid") }
    #expect(store.feed.visibleDocumentIDs == ["a"])
    store.send(.feed(.queryChanged(query: FeedQuery()))) { $0.feed.query = FeedQuery() }
    #expect(store.feed.visibleDocumentIDs == ["a", "b"])
    store.send(.feed(.queryChanged(query: FeedQuery())), .ignored("unchanged"))
  }

  @Test("a page appended to whichever copy of the list is at hand")
  func aPageAppendedToAnotherList() {
    let store = FeedStore.loaded([.sample("a")], nextCursor: "p2")
    store.open("m", .loadMore)
    store.load("r", FeedPage(nextCursor: "p2", documents: [.sample("z")]))
    store.answerLate(
      .feed(.fetchPage(requestID: "m", cursor: "p2")),
      with: .feed(.remoteFeedLoaded(requestID: "m", page: FeedPage(cursor: "p2", documents: [.sample("b")]))),
      .ignored("stale"))
    #expect(store.feed.orderedIDs == ["z"])
  }
}
