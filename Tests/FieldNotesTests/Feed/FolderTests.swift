import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("Opening a folder: a lane of its own, the latest folder wins")
struct FolderTests {
  private static let page = FolderPage(
    documents: [
      DocumentPayload(Document(id: "x", title: "X", ownerID: "o-1", folderID: "f")),
      DocumentPayload(partial: "unknown", title: "U"),
      DocumentPayload(Document(id: "a", title: "A", ownerID: "o-1", folderID: "f")),
    ],
    folders: [FolderPayload(id: "f", name: "F")], owners: [OwnerPayload(id: "o-1", name: "Ada")])

  @Test("it asks for an id, then for what the folder holds; the answer fills the folder and leaves the feed's order")
  func opening() {
    let store = FeedStore.loaded([.sample("a")])
    store.send(
      .feed(.folderOpened(folderID: "f")),
      .applied(.perform(.feed(.requestFolder(folderID: "f")), key: "feed.folder", policy: .latest))
    ) {
      $0.feed.lanes.openFolderID = "f"
      $0.feed.lanes.folder.ask()
    }
    store.send(.feed(.folderOpened(folderID: "f")), .ignored("alreadyLoading"))
    store.answer(
      .feed(.requestFolder(folderID: "f")), with: .feed(.folderRequested(requestID: "7", folderID: "f")),
      .applied(.perform(.feed(.fetchFolder(requestID: "7", folderID: "f")), key: "feed.folder", policy: .latest))
    ) { $0.feed.lanes.folder.open("7") }
    #expect(store.feed.folderView("f") == nil, "nothing is known of it yet")
    store.answer(
      .feed(.fetchFolder(requestID: "7", folderID: "f")),
      with: .feed(.remoteFolderLoaded(requestID: "7", page: Self.page)),
      .applied(.perform(.feed(.writeCache(revision: 2)), key: "feed.cache", policy: .forget))
    ) {
      $0.feed.lanes.folder.succeed()
      $0.feed.lanes.answered.note("7" as RequestID)
      $0.feed.documentsByID["x"] = Document(id: "x", title: "X", ownerID: "o-1", folderID: "f")
      $0.feed.documentsByID["a"]?.title = "A"
      $0.feed.documentsByID["a"]?.folderID = "f"
      $0.feed.foldersByID["f"] = Folder(id: "f", name: "F")
      $0.feed.ownersByID["o-1"] = Owner(id: "o-1", name: "Ada")
      $0.feed.contentsByFolderID["f"] = FolderContents(documentIDs: ["x", "a"], danglingCount: 1)
      $0.feed.cacheRevision = 2
      $0.feed.headingRevision += 1
    }
    #expect(store.feed.orderedIDs == ["a"])
    #expect(store.feed.folderView("f")?.documents.map(\.id) == ["x", "a"])
    store.finish()
  }

  @Test("the latest folder wins: what was asked for before is superseded, and its answer stale")
  func latestWins() {
    let store = FeedStore()
    store.given {
      store.send(.feed(.folderOpened(folderID: "f")))
      store.answer(.feed(.requestFolder(folderID: "f")), with: .feed(.folderRequested(requestID: "7", folderID: "f")))
      store.send(.feed(.folderOpened(folderID: "g")))
    }
    #expect(store.awaited == ["feed.requestFolder feed.folder"])
    store.answerLate(
      .feed(.fetchFolder(requestID: "7", folderID: "f")),
      with: .feed(.remoteFolderLoaded(requestID: "7", page: Self.page)),
      .ignored("stale"))
    store.given {
      store.answer(.feed(.requestFolder(folderID: "g")), with: .feed(.folderRequested(requestID: "8", folderID: "g")))
      store.answer(
        .feed(.fetchFolder(requestID: "8", folderID: "g")),
        with: .feed(.feedRequestFailed(requestID: "8", error: FeedError(.notFound, "no folder"))))
    }
    #expect(store.feed.lanes.folder.error?.code == .notFound)
    #expect(store.feed.request == .idle, "no other lane is concerned")
  }

  @Test("never loaded and loaded empty are different; a folder is loaded anew when it is opened again")
  func emptyFolders() {
    var run = Run.loaded([Document(id: "a", title: "A", ownerID: "o", folderID: "f")])
    run.dispatch(.feedRequested(requestID: "2", reason: .refresh))
    run.dispatch(
      .remoteFeedLoaded(
        requestID: "2",
        page: FeedPage(
          documents: [Document(id: "a", title: "A", ownerID: "o", folderID: "f")],
          folders: [Folder(id: "f", name: "F"), Folder(id: "g", name: "G")])))
    #expect(run.feed.folderView("f")?.documents.map(\.id) == ["a"], "what the feed lists of it")
    #expect(run.feed.folderView("g")?.isLoaded == false)
    for (request, folder) in [("7", "g"), ("8", "g")] {
      run.dispatch(.folderOpened(folderID: FolderID(folder)))
      #expect(run.feed.folderView("g")?.isLoading == true)
      run.dispatch(.folderRequested(requestID: RequestID(request), folderID: FolderID(folder)))
      let loaded = FeedAction.remoteFolderLoaded(requestID: RequestID(request), page: FolderPage(documents: []))
      #expect(run.dispatch(loaded).isApplied)
    }
    #expect(run.feed.folderView("g")?.isLoaded == true)
    #expect(run.feed.folderView("g")?.documents.isEmpty == true)
    let long = FolderID(String(repeating: "x", count: 201))
    #expect(run.dispatch(.folderOpened(folderID: long)).illegalCode == "tooLarge")
  }

  @Test("a document that moved away, or that the query does not match, does not show in the folder")
  func movedAway() {
    let store = FeedStore.loaded(
      FeedPage(
        documents: [
          Document(id: "a", title: "A", ownerID: "o", folderID: "f"),
          Document(id: "b", title: "B", ownerID: "o", folderID: "f"),
        ], folders: [Folder(id: "f", name: "F")]))
    store.given { store.send(.feed(.queryChanged(query: FeedQuery(text: "a")))) }
    #expect(store.feed.folderView("f")?.documents.map(\.id) == ["a"])
    store.load("2", FeedPage(documents: [Document(id: "a", title: "A", ownerID: "o")]))
    #expect(store.feed.folderView("f")?.documents.isEmpty == true)
  }
}
