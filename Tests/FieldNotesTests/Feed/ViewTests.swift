import ActionLog
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("Views: derived, narrow, and never a copy that someone writes")
struct ViewTests {
  private static let documents: [Document] = [
    .sample("a", title: "Tide tables"), .sample("b", title: "Packing list"), .sample("c", title: "TIDAL pools"),
  ]

  @Test("a query changes what is visible and alters no entity")
  func querying() {
    var run = Run.loaded(Self.documents)
    let entities = run.feed.documentsByID
    let order = run.feed.orderedIDs
    #expect(run.dispatch(.queryChanged(query: FeedQuery(text: "tid"))).isApplied)
    #expect(run.feed.visibleDocumentIDs == ["a", "c"])
    #expect(run.feed.documentsByID == entities)
    #expect(run.feed.orderedIDs == order)
    #expect(run.dispatch(.queryChanged(query: FeedQuery(text: "tid"))).ignoredCode == "unchanged")
  }

  @Test("a query matches by title, folder and owner, and sorts with the id as the last key")
  func matching() {
    let twin = Document(id: "d", title: "Packing list", ownerID: "o-2", folderID: "f-1")
    var run = Run.loaded([twin] + Self.documents)
    run.dispatch(.queryChanged(query: FeedQuery(sort: .title)))
    #expect(run.feed.visibleDocumentIDs == ["b", "d", "c", "a"])
    run.dispatch(.queryChanged(query: FeedQuery(folderID: "f-1")))
    #expect(run.feed.visibleDocumentIDs == ["d"])
    run.dispatch(.queryChanged(query: FeedQuery(ownerID: "o-1")))
    #expect(run.feed.visibleDocumentIDs == ["a", "b", "c"])
  }

  @Test("the view shows loading, what there is, and whether there is more")
  func view() {
    var run = Run.loaded([.sample("a")], nextCursor: "p2")
    #expect(run.feed.viewState().canLoadMore)
    #expect(!run.feed.viewState().isLoading)
    run.dispatch(.feedRequested(requestID: "2", reason: .refresh))
    #expect(run.feed.viewState().isLoading)
    #expect(run.titles == ["Title of a"])
  }

  @Test("a metadata update of a document that is not visible leaves the view equal")
  func offscreenUpdate() {
    var run = Run.loaded(Self.documents)
    run.dispatch(.queryChanged(query: FeedQuery(text: "packing")))
    let before = run.feed.viewState()
    run.dispatch(.documentMetadataChanged(documentID: "a", metadata: Metadata(members: ["stage": "final"])))
    #expect(run.feed.viewState() == before)
  }

  @Test("an owner or folder that is not known is an id without a name, not an invalid document")
  func placeholders() throws {
    let run = Run.loaded([Document(id: "a", title: "A", ownerID: "nobody", folderID: "nowhere")])
    let shown = try #require(run.feed.viewState().documents.first)
    #expect(shown.ownerName == nil)
    #expect(shown.folderID == "nowhere")
  }

  @Test("a list can be had in parts")
  func windows() {
    let run = Run.loaded(Self.documents)
    #expect(run.feed.viewState(window: Window(offset: 1, limit: 1)).documents.map(\.id) == ["b"])
    #expect(run.feed.viewState(window: Window(offset: 9, limit: 9)).documents.isEmpty)
    #expect(run.feed.viewState(window: Window(offset: 2, limit: .max)).documents.map(\.id) == ["c"])
  }

  @Test("a snapshot holds confirmed facts in the feed's order, and hydrates to the same view")
  func snapshots() {
    var run = Run.loaded([.sample("b", ["stage": "draft"]), .sample("a")], nextCursor: "p2")
    let before = run.feed.viewState()
    run.dispatch(.metadataUpdateRequested(documentID: "b", patch: MetadataPatch(members: ["stage": "mine"])))
    let snapshot = FeedSnapshot(state: run.feed)
    #expect(snapshot.revision == 1)
    var fresh = Run()
    fresh.dispatch(.cachedFeedLoaded(snapshot: snapshot))
    #expect(fresh.feed.viewState() == before)
  }
}
