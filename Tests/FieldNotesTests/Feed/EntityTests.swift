import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("Entities: each by its revision, whole or in parts")
struct EntityTests {
  private static let full: JSONObject = ["stage": "draft", "pages": 12, "survey": ["datum": 1, "method": "staff"]]

  @Test(
    "a lower revision is ignored, an equal one says nothing new, a higher one replaces: each entity by itself",
    arguments: [(2, "known"), (3, "known"), (4, "told")])
  func revisions(rev: Int, expected: String) {
    func page(_ text: String, rev: Int) -> FeedPage {
      FeedPage(
        documents: [.sample("a", title: text, rev: rev), .sample("b", title: text, rev: 9)],
        folders: [Folder(id: "f", name: text, rev: rev)], owners: [Owner(id: "o-1", name: text, rev: rev)])
    }
    let store = FeedStore.loaded(page("known", rev: 3))
    store.load("2", page("told", rev: rev))
    #expect(store.feed.documentsByID["a"]?.title == expected)
    #expect(store.feed.documentsByID["b"]?.title == "known")
    #expect(store.feed.foldersByID["f"]?.name == expected)
    #expect(store.feed.ownersByID["o-1"]?.name == expected)
  }

  @Test("without a revision on either side the newest answer counts; a known revision is kept")
  func withoutRevisions() {
    let store = FeedStore.loaded([.sample("a", title: "one", rev: 3), .sample("b", title: "one")])
    store.load("2", FeedPage(documents: [.sample("a", title: "two"), .sample("b", title: "two", rev: 1)]))
    #expect(store.titles == ["two", "two"])
    store.load("3", FeedPage(documents: [.sample("a", title: "late", rev: 2), .sample("b", title: "late", rev: 0)]))
    #expect(store.titles == ["two", "two"])
  }

  @Test("in a partial payload an absent field is kept, null clears, and nested metadata merges per key")
  func partialPayloads() {
    let known = Document(
      id: "a", title: "A", ownerID: "o", folderID: "f", rev: 1, permissions: Permissions(canShare: false),
      presentation: ["icon": "wave"], metadata: Metadata(members: Self.full))
    let store = FeedStore.loaded([known])
    let patch = Metadata(members: ["pages": nil, "survey": ["datum": 2], "new": true])
    let partial = DocumentPayload(
      partial: "a", folderID: .cleared, rev: 2, permissions: .value(PermissionsPayload(canEdit: false)),
      metadata: .value(patch))
    store.load("2", FeedPage(payloads: [partial]))
    var expected = known
    expected.rev = 2
    expected.folderID = nil
    expected.permissions = Permissions(canEdit: false, canShare: false)
    expected.confirmed = Metadata(
      members: ["stage": "draft", "survey": ["datum": 2, "method": "staff"], "new": true])
    #expect(store.feed.documentsByID["a"] == expected)
    let clearing = DocumentPayload(partial: "a", rev: 3, presentation: .cleared, metadata: .cleared)
    store.load("3", FeedPage(payloads: [clearing]))
    #expect(store.feed.documentsByID["a"]?.presentation == nil)
    #expect(store.feed.documentsByID["a"]?.confirmed == .empty)
    #expect(store.feed.documentsByID["a"]?.title == "A")
  }

  @Test("folders and owners come in parts too")
  func partialFoldersAndOwners() {
    let store = FeedStore.loaded(
      FeedPage(
        folders: [Folder(id: "f", name: "F", parentID: "top", rev: 1, presentation: ["c": 1])],
        owners: [Owner(id: "o", name: "Ada", rev: 1)]))
    store.load(
      "2",
      FeedPage(
        payloads: [], folders: [FolderPayload(partial: "f", parentID: .cleared, rev: 2), FolderPayload(partial: "g")],
        owners: [OwnerPayload(partial: "o", rev: 2), OwnerPayload(partial: "p", name: "Bo")]))
    #expect(store.feed.foldersByID["f"]?.name == "F")
    #expect(store.feed.foldersByID["f"]?.parentID == nil)
    #expect(store.feed.foldersByID["f"]?.presentation == ["c": 1])
    #expect(store.feed.ownersByID["o"]?.name == "Ada")
    #expect(store.feed.foldersByID["g"] == nil, "parts of an unknown folder make no folder")
    #expect(store.feed.ownersByID["p"] == nil)
  }

  @Test("where only parts of a revision are known, a page of that very revision still has news")
  func wholeAfterParts() {
    let store = FeedStore.loaded([.sample("a", title: "one", rev: 1, ["stage": "draft"])])
    store.load("2", FeedPage(payloads: [DocumentPayload(partial: "a", title: "two", rev: 5)]))
    store.load("3", FeedPage(documents: [.sample("a", title: "two", rev: 5, ["stage": "final"])]))
    #expect(store.metadata("a") == Metadata(members: ["stage": "final"]))
    store.load("4", FeedPage(documents: [.sample("a", title: "other", rev: 5)]))
    #expect(store.titles == ["two"], "now the whole of revision 5 is known")
  }

  @Test("parts of an unknown document make no document: its id is listed, counted as dangling, and resolves later")
  func dangling() {
    let store = FeedStore.loaded(
      FeedPage(nextCursor: "p2", payloads: [DocumentPayload(partial: "x", title: "X"), DocumentPayload(.sample("a"))]))
    #expect(store.feed.orderedIDs == ["x", "a"])
    #expect(store.feed.documentsByID["x"] == nil)
    #expect(Array(store.feed.danglingIDs.keys) == ["x"])
    #expect(store.titles == ["Title of a"])
    store.send(
      .feed(.metadataUpdateRequested(documentID: "x", patch: MetadataPatch(members: ["n": 1]))),
      .illegal("unknownDocument"))
    store.load("2", FeedPage(cursor: "p2", documents: [.sample("x")]), .loadMore)
    #expect(store.feed.orderedIDs == ["x", "a"], "the first place stays")
    #expect(store.feed.danglingIDs.isEmpty)
    #expect(store.titles == ["Title of x", "Title of a"])
  }

  @Test("a whole payload must have title and owner; in a partial one they may be absent, but not null")
  func payloadsAtTheDoor() {
    func decode(_ document: String) throws {
      let page = "{\"requestID\":\"1\",\"page\":{\"documents\":[\(document)],\"folders\":[],\"owners\":[]}}"
      _ = try ActionCoding<FieldNotes>().decode(
        type: "feed.remoteFeedLoaded", v: 2, payload: Array(page.utf8), strict: true)
    }
    #expect(throws: Never.self) { try decode(#"{"id":"a","title":"A","ownerID":"o"}"#) }
    #expect(throws: Never.self) { try decode(#"{"id":"a","partial":true,"folderID":null,"permissions":{}}"#) }
    #expect(throws: ActionDecodeFailure.self) { try decode(#"{"id":"a","title":"A"}"#) }
    #expect(throws: ActionDecodeFailure.self) { try decode(#"{"id":"a","partial":true,"title":null}"#) }
    #expect(throws: ActionDecodeFailure.self) { try decode(#"{"id":"a","partial":true,"metadata":[]}"#) }
    #expect(throws: ActionDecodeFailure.self) { try decode(#"{"id":"a","title":"A","ownerID":"o","titel":""}"#) }
  }
}
