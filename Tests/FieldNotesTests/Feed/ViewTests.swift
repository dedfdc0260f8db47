import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("Views: derived, narrow, and never a copy that someone writes")
struct ViewTests {
  private static let documents: [Document] = [
    .sample("a", title: "Tide tables"), .sample("b", title: "Packing list"), .sample("c", title: "TIDAL pools"),
  ]

  private func visible(_ query: FeedQuery, _ documents: [Document] = documents) -> [DocumentID] {
    let store = FeedStore.loaded(documents)
    store.send(.feed(.queryChanged(query: query))) { $0.feed.query = query }
    return store.feed.visibleDocumentIDs
  }

  @Test("a query matches by title, folder and owner, and sorts with the id as the last key")
  func matching() {
    let twin = Document(id: "d", title: "Packing list", ownerID: "o-2", folderID: "f-1")
    let documents = [twin] + Self.documents
    #expect(visible(FeedQuery(text: "tid")) == ["a", "c"])
    #expect(visible(FeedQuery(sort: .title), documents) == ["b", "d", "c", "a"])
    #expect(visible(FeedQuery(folderID: "f-1"), documents) == ["d"])
    #expect(visible(FeedQuery(ownerID: "o-1"), documents) == ["a", "b", "c"])
  }

  @Test("a query of other bytes is another query, though its text looks the same")
  func queriesByBytes() {
    let store = FeedStore()
    store.send(.feed(.queryChanged(query: FeedQuery(text: "\u{e9}")))) { $0.feed.query.text = "\u{e9}" }
    store.send(.feed(.queryChanged(query: FeedQuery(text: "e\u{301}")))) { $0.feed.query.text = "e\u{301}" }
  }

  @Test("the view shows loading, what there is, and whether there is more")
  func view() {
    let store = FeedStore.loaded([.sample("a")], nextCursor: "p2")
    #expect(store.feed.viewState().canLoadMore)
    #expect(!store.feed.viewState().isLoading)
    store.load("2", FeedPage(nextCursor: "p2", documents: [.sample("a")]))
    #expect(!store.feed.viewState().isLoading)
    store.open("3")
    #expect(store.feed.viewState().isLoading)
    #expect(store.titles == ["Title of a"])
    store.given {
      store.answer(
        .feed(.fetchPage(requestID: "3", cursor: nil)),
        with: .feed(.feedRequestFailed(requestID: "3", error: FeedError(.unreachable, "away"))))
    }
    #expect(!store.feed.viewState().isLoading)
  }

  @Test("an owner or folder that is not known is an id without a name, not an invalid document")
  func placeholders() throws {
    let store = FeedStore.loaded([Document(id: "a", title: "A", ownerID: "nobody", folderID: "nowhere")])
    let shown = try #require(store.feed.viewState().documents.first)
    #expect(shown.ownerName == nil)
    #expect(shown.folderID == "nowhere")
  }

  @Test("a list can be had in parts")
  func windows() {
    let feed = FeedStore.loaded(Self.documents).feed
    #expect(feed.viewState(window: Window(offset: 1, limit: 1)).documents.map(\.id) == ["b"])
    #expect(feed.viewState(window: Window(offset: 9, limit: 9)).documents.isEmpty)
    #expect(feed.viewState(window: Window(offset: 2, limit: .max)).documents.map(\.id) == ["c"])
  }

  @Test("a snapshot holds confirmed facts in the feed's order, and hydrates to the same view")
  func snapshots() {
    let store = FeedStore.loaded([.sample("b", ["stage": "draft"]), .sample("a")], nextCursor: "p2")
    let before = store.feed.viewState()
    let edit = store.edit("b", ["stage": "mine"])
    let snapshot = FeedSnapshot(state: store.feed)
    #expect(snapshot.revision == 1)
    store.reject("b", edit)
    #expect(FeedSnapshot(state: store.feed) == snapshot, "nothing of edits is in a cache")
    var fresh = Run()
    fresh.appear(cached: snapshot)
    #expect(fresh.feed.viewState() == before)
  }
}
