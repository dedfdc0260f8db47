import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("Selectors: what they read, and whom an action tells")
struct SelectorTests {
  /// A real store in which everything is asked of nobody, and a count of what each selector told.
  private final class Watched {
    let store = Store<FieldNotes>()
    var told: [String: Int] = [:]
    private var subscriptions: [Subscription] = []

    init(_ documents: [Document]) {
      store.dispatch(.feed(.feedRequested(requestID: "1", reason: .initial)))
      store.dispatch(.feed(.remoteFeedLoaded(requestID: "1", page: FeedPage(nextCursor: "p2", documents: documents))))
    }

    func watch(_ name: String, _ arguments: JSONValue = [:]) throws {
      let selector = try #require(FieldNotes.selectors.first { $0.name == name })
      subscriptions.append(
        try store.subscribe(selector, arguments: arguments) { _ in self.told[name, default: 0] += 1 })
    }
  }

  private func reads(_ name: String, _ arguments: JSONValue = [:]) throws -> [Read] {
    let selector = try #require(FieldNotes.selectors.first { $0.name == name })
    return try selector.reads(arguments)
  }

  /// What an action changes in a feed of `documents`.
  private func changes(_ documents: [Document], _ action: FeedAction) throws -> ChangeSet {
    var reduction = Reduction<FieldNotes>(state: Run.loaded(documents).state)
    return try reduction.reduce(.feed(action), Moment(seq: 9, at: Timestamp(microseconds: 9))).changes
  }

  private static let documents: [Document] = [.sample("a", title: "tides"), .sample("b", title: "packing")]
  private static let edit = FeedAction.metadataUpdateRequested(
    documentID: "a", patch: MetadataPatch(members: ["stage": "final"]))
  private static let change = FeedAction.documentMetadataChanged(
    documentID: "a", metadata: Metadata(members: ["stage": "final"]))

  @Test("a visible list does not recompute for an action that cannot change it", arguments: [edit, change])
  func listsReadNoMetadata(action: FeedAction) throws {
    let changes = try changes(Self.documents, action)
    #expect(!changes.affects(anyOf: try reads("feed.visibleIDs")))
    #expect(changes.affects(anyOf: try reads("feed.document", ["id": "a"])))
    #expect(!changes.affects(anyOf: try reads("feed.document", ["id": "b"])))
    #expect(!changes.affects(anyOf: try reads("sync.status")))
  }

  @Test("neither a lane nor a cursor makes a visible list recompute; a query, a title and an order do")
  func listReads() throws {
    let list = try reads("feed.visibleIDs")
    #expect(!(try changes(Self.documents, .feedRequested(requestID: "2", reason: .refresh)).affects(anyOf: list)))
    #expect(!(try changes(Self.documents, .folderOpened(folderID: "f")).affects(anyOf: list)))
    #expect(try changes(Self.documents, .queryChanged(query: FeedQuery(text: "t"))).affects(anyOf: list))
    func refreshed(_ documents: [Document]) throws -> ChangeSet {
      var run = Run.loaded(Self.documents)
      run.dispatch(.feedRequested(requestID: "2", reason: .refresh))
      var reduction = Reduction<FieldNotes>(state: run.state)
      let loaded = FeedAction.remoteFeedLoaded(requestID: "2", page: FeedPage(documents: documents))
      return try reduction.reduce(.feed(loaded), Moment(seq: 9, at: Timestamp(microseconds: 9))).changes
    }
    #expect(!(try refreshed(Self.documents).affects(anyOf: list)), "the same page again")
    #expect(try refreshed([.sample("a", title: "other"), Self.documents[1]]).affects(anyOf: list))
    #expect(try refreshed(Self.documents.reversed()).affects(anyOf: list))
  }

  @Test("an off-screen metadata update notifies nobody but who watches that document")
  func offScreen() throws {
    let watched = Watched(Self.documents)
    watched.store.dispatch(.feed(.queryChanged(query: FeedQuery(text: "packing"))))
    for name in ["feed.view", "feed.visibleIDs", "sync.status"] { try watched.watch(name) }
    try watched.watch("feed.document", ["id": "a"])
    watched.store.dispatch(.feed(Self.change))
    watched.store.dispatch(.feed(Self.edit))
    #expect(watched.told == ["feed.document": 2])
  }

  @Test("one beyond the window that is watched is off screen too")
  func beyondTheWindow() throws {
    let watched = Watched([.sample("b"), .sample("a")])
    try watched.watch("feed.view", ["limit": 1])
    watched.store.dispatch(.feed(Self.change))
    #expect(watched.told == [:])
  }

  @Test("lists take paging arguments; one that they do not take is refused with the nearest")
  func arguments() throws {
    let state = Run.loaded(Self.documents).state
    func evaluate(_ name: String, _ arguments: JSONValue) throws -> String {
      let selector = try #require(FieldNotes.selectors.first { $0.name == name })
      return String(decoding: try selector.evaluate(state, arguments), as: UTF8.self)
    }
    #expect(try evaluate("feed.visibleIDs", ["offset": 1]) == #"["b"]"#)
    #expect(try evaluate("feed.visibleIDs", ["limit": 0]) == "[]")
    #expect(try evaluate("feed.folder", ["id": "f", "limit": 1]) == "null")
    #expect(throws: SelectorFailure.self) { try evaluate("feed.visibleIDs", ["ofset": 1]) }
    #expect(throws: SelectorFailure.self) { try evaluate("feed.document", [:]) }
  }

  @Test("sorting is total: by the titles' bytes, and where they are the same by id")
  func sorting() {
    var run = Run.loaded([
      .sample("d", title: "e\u{301}t"), .sample("c", title: "\u{e9}t"), .sample("b", title: "e\u{301}t"),
      .sample("a", title: "z"),
    ])
    run.dispatch(.queryChanged(query: FeedQuery(sort: .title)))
    #expect(run.feed.visibleDocumentIDs == ["b", "d", "a", "c"], "é composed and decomposed are two texts")
  }
}
