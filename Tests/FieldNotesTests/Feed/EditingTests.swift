import ActionLog
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("Metadata: replaced, patched, confirmed, rolled back; the document never lost")
struct EditingTests {
  private static let full: JSONObject = ["stage": "draft", "pages": 12, "unknownToThisProgram": ["deep": [1, 2]]]

  @Test("a metadata change replaces what is confirmed and keeps every other field of the document")
  func replacing() throws {
    var run = Run.loaded([.sample("a", rev: 4, Self.full), .sample("b")])
    let other = try run.document("b")
    let outcome = run.dispatch(
      .documentMetadataChanged(documentID: "a", metadata: Metadata(members: ["stage": "final"])))
    #expect(outcome.performed == [.feed(.writeCache(revision: 2))])
    let document = try run.document("a")
    #expect(document.confirmed == Metadata(members: ["stage": "final"]))
    #expect(document.title == "Title of a")
    #expect(document.rev == 4)
    #expect(try run.document("b") == other)
  }

  @Test("an edit merges: keys that it does not name stay, unknown ones included, null removes")
  func patching() throws {
    var run = Run.loaded([.sample("a", Self.full)])
    let patch = MetadataPatch(members: ["stage": "final", "pages": nil])
    run.dispatch(.metadataUpdateRequested(documentID: "a", patch: patch))
    let document = try run.document("a")
    #expect(document.metadata == Metadata(members: ["stage": "final", "unknownToThisProgram": ["deep": [1, 2]]]))
    #expect(document.confirmed == Metadata(members: Self.full))
  }

  @Test("an edit asks for its save under a key of its document, one after another, named by the seq that made it")
  func asking() {
    var run = Run.loaded([.sample("a")])
    let patch = MetadataPatch(members: ["stage": "final"])
    let outcome = run.dispatch(.metadataUpdateRequested(documentID: "a", patch: patch))
    #expect(outcome.performed == [.feed(.saveMetadata(documentID: "a", mutationID: run.seq, patch: patch))])
    guard case .applied(let commands) = outcome, case .perform(_, let key, let policy)? = commands.first else { return }
    #expect(key == "feed.edit.a")
    #expect(policy == .queue)
  }

  @Test("success confirms what the service says and removes its own edit")
  func succeeding() throws {
    var run = Run.loaded([.sample("a", rev: 1, Self.full)])
    run.dispatch(.metadataUpdateRequested(documentID: "a", patch: MetadataPatch(members: ["stage": "final"])))
    let served = Metadata(members: ["stage": "final", "by": "service"])
    #expect(
      run.dispatch(.metadataUpdateSucceeded(documentID: "a", mutationID: run.seq, metadata: served, rev: 2)).isApplied)
    let document = try run.document("a")
    #expect(document.confirmed == served)
    #expect(document.pending.isEmpty)
    #expect(document.rev == 2)
  }

  @Test("failure removes exactly its own edit; a previous value is never restored")
  func failing() throws {
    var run = Run.loaded([.sample("a", ["stage": "draft"])])
    run.dispatch(.metadataUpdateRequested(documentID: "a", patch: MetadataPatch(members: ["stage": "final"])))
    let first = run.seq
    run.dispatch(.metadataUpdateRequested(documentID: "a", patch: MetadataPatch(members: ["note": "mine"])))
    let previous = Metadata(members: ["stage": "ancient"])
    #expect(
      run.dispatch(
        .metadataUpdateFailed(
          documentID: "a", mutationID: first, error: FeedError(.refused, "no"), previousMetadata: previous)
      ).isApplied)
    #expect(try run.document("a").metadata == Metadata(members: ["stage": "draft", "note": "mine"]))
  }

  @Test("a page that arrives while an edit waits changes what is confirmed; the edit stays over it")
  func pageDuringAnEdit() throws {
    var run = Run.loaded([.sample("a", ["stage": "draft", "pages": 1])])
    run.dispatch(.metadataUpdateRequested(documentID: "a", patch: MetadataPatch(members: ["stage": "final"])))
    run.dispatch(.feedRequested(requestID: "2", reason: .refresh))
    let page = FeedPage(documents: [.sample("a", ["stage": "review", "pages": 2])])
    run.dispatch(.remoteFeedLoaded(requestID: "2", page: page))
    #expect(try run.document("a").metadata == Metadata(members: ["stage": "final", "pages": 2]))
  }

  @Test("an answer to an edit that nobody awaits is ignored as late")
  func lateAnswers() {
    var run = Run.loaded([.sample("a")])
    let metadata = Metadata(members: ["stage": "x"])
    #expect(
      run.dispatch(.metadataUpdateSucceeded(documentID: "a", mutationID: 99, metadata: metadata, rev: nil)).ignoredCode
        == "late")
    #expect(
      run.dispatch(
        .metadataUpdateFailed(
          documentID: "a", mutationID: 99, error: FeedError(.refused, "no"), previousMetadata: nil)
      ).ignoredCode == "late")
  }

  @Test("an edit that permissions forbid is illegal, with its reason")
  func forbidden() {
    var run = Run.loaded([.sample("a", canEdit: false)])
    let patch = MetadataPatch(members: ["stage": "final"])
    #expect(run.dispatch(.metadataUpdateRequested(documentID: "a", patch: patch)).illegalCode == "notPermitted")
    #expect(run.dispatch(.metadataUpdateRequested(documentID: "gone", patch: patch)).illegalCode == "unknownDocument")
  }

  @Test("an edit that no effect could carry is illegal, and no fault of the domain")
  func tooLarge() {
    var run = Run.loaded([.sample("a")])
    let patch = MetadataPatch(members: ["note": .string(String(repeating: "x", count: 70_000))])
    #expect(run.dispatch(.metadataUpdateRequested(documentID: "a", patch: patch)).illegalCode == "tooLarge")
  }

  @Test("a patch or metadata that is no object does not decode", arguments: ["[]", "null", "1", "\"x\""])
  func onlyObjects(json: String) {
    #expect(throws: (any Error).self) {
      try decode("feed.metadataUpdateRequested", "{\"documentID\":\"a\",\"patch\":\(json)}")
    }
    #expect(throws: (any Error).self) {
      try decode("feed.documentMetadataChanged", "{\"documentID\":\"a\",\"metadata\":\(json)}")
    }
  }
}
