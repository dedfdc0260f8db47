import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("Metadata: replaced, patched, confirmed, rolled back; the document never lost")
struct EditingTests {
  private static let full: JSONObject = ["stage": "draft", "pages": 12, "unknownToThisProgram": ["deep": [1, 2]]]

  private func loaded(rev: Int? = 1, _ members: JSONObject = full) -> FeedStore {
    .loaded([.sample("a", rev: rev, members), .sample("b")])
  }

  @Test("a metadata change replaces what is confirmed and touches nothing else")
  func replacing() {
    let store = loaded()
    store.send(
      .feed(.documentMetadataChanged(documentID: "a", metadata: Metadata(members: ["stage": "final"]))),
      .applied(.perform(.feed(.writeCache(revision: 2)), key: "feed.cache", policy: .forget))
    ) {
      $0.feed.documentsByID["a"]?.confirmed = Metadata(members: ["stage": "final"])
      $0.feed.cacheRevision = 2
    }
    store.send(.feed(.documentMetadataChanged(documentID: "x", metadata: .empty)), .ignored("unknownDocument"))
  }

  @Test("an edit is laid over what is confirmed: keys it does not name stay, unknown ones too, null removes")
  func patching() {
    let store = loaded()
    let patch = MetadataPatch(members: ["stage": "final", "pages": nil])
    store.send(
      .feed(.metadataUpdateRequested(documentID: "a", patch: patch)),
      .applied(
        .perform(
          .feed(.saveMetadata(documentID: "a", mutationID: store.seq + 1, patch: patch)), key: "feed.edit.a",
          policy: .queue))
    ) {
      $0.feed.documentsByID["a"]?.pending = [PendingEdit(mutationID: store.seq, patch: patch)]
      $0.feed.documentsByID["a"]?.mutation = Lane(open: RequestID("\(store.seq)"))
    }
    #expect(
      store.metadata("a") == Metadata(members: ["stage": "final", "unknownToThisProgram": ["deep": [1, 2]]]))
    store.reject("a", store.seq)
  }

  @Test("success confirms what the service says and removes its own edit")
  func succeeding() {
    let store = loaded()
    let edit = store.edit("a", ["stage": "final"])
    let served = Metadata(members: ["stage": "final", "by": "service"])
    store.answer(
      store.save("a", edit),
      with: .feed(.metadataUpdateSucceeded(documentID: "a", mutationID: edit, metadata: served, rev: 2))
    ) {
      $0.feed.documentsByID["a"]?.confirmed = served
      $0.feed.documentsByID["a"]?.confirmedBy = edit
      $0.feed.documentsByID["a"]?.pending = []
      $0.feed.documentsByID["a"]?.mutation?.succeed()
      $0.feed.documentsByID["a"]?.rev = 2
      $0.feed.documentsByID["a"]?.metadataRev = 2
      $0.feed.lanes.answered.note(edit)
    }
    store.finish()
  }

  @Test("failure removes exactly its own edit and says why; a previous value is never restored")
  func failing() {
    let store = loaded(["stage": "draft"])
    let first = store.edit("a", ["stage": "final"])
    let second = store.edit("a", ["note": "mine"])
    let refused = FeedError(.refused, "no")
    let previous = Metadata(members: ["stage": "ancient"])
    store.answer(
      store.save("a", first),
      with: .feed(
        .metadataUpdateFailed(documentID: "a", mutationID: first, error: refused, previousMetadata: previous))
    ) {
      $0.feed.documentsByID["a"]?.pending.removeFirst()
      $0.feed.documentsByID["a"]?.mutation = Lane(open: RequestID("\(second)"))
      $0.feed.lanes.answered.note(first)
    }
    #expect(store.metadata("a") == Metadata(members: ["stage": "draft", "note": "mine"]))
    store.reject("a", second)
    #expect(store.feed.documentsByID["a"].map(store.feed.view)?.editError == FeedError(.refused, "so"))
  }

  @Test(
    "with A then B pending, any order of success and failure ends where replaying the confirmed ones alone would",
    arguments: [true, false], [(true, true), (true, false), (false, true), (false, false)])
  func anyOrder(isABefore: Bool, isTaken: (a: Bool, b: Bool)) {
    for hasRevisions in [true, false] {
      var run = Run.loaded([.sample("d", rev: hasRevisions ? 1 : nil, ["n": 0])])
      let patches: [JSONObject] = [["n": 1, "a": 1], ["n": 2]]
      for patch in patches {
        run.dispatch(.metadataUpdateRequested(documentID: "d", patch: MetadataPatch(members: patch)))
      }
      // The service sees the edits in their order, whatever becomes of the answers.
      var confirmed = Metadata(members: ["n": 0])
      var rev = 1
      var answers: [FeedAction] = []
      for (place, isTaken) in [isTaken.a, isTaken.b].enumerated() {
        let mutationID = run.seq - 1 + UInt64(place)
        if isTaken {
          confirmed = confirmed.applying(MetadataPatch(members: patches[place]))
          rev += 1
        }
        answers.append(
          isTaken
            ? .metadataUpdateSucceeded(
              documentID: "d", mutationID: mutationID, metadata: confirmed, rev: hasRevisions ? rev : nil)
            : .metadataUpdateFailed(
              documentID: "d", mutationID: mutationID, error: FeedError(.refused, "no"), previousMetadata: nil))
      }
      for answer in isABefore ? answers : answers.reversed() { #expect(run.dispatch(answer).isApplied) }
      #expect(run.feed.documentsByID["d"]?.pending.isEmpty == true)
      #expect(run.feed.documentsByID["d"]?.metadata == confirmed, "revisions: \(hasRevisions)")
    }
  }

  @Test("a page that arrives while an edit waits changes what is confirmed only; the edit stays over it")
  func pageDuringAnEdit() {
    let store = loaded(["stage": "draft", "pages": 1])
    let edit = store.edit("a", ["stage": "final"])
    store.load("2", FeedPage(documents: [.sample("a", rev: 2, ["stage": "review", "pages": 2])]))
    #expect(store.metadata("a") == Metadata(members: ["stage": "final", "pages": 2]))
    store.confirm("a", edit, ["stage": "final", "pages": 1], rev: 2)
    #expect(
      store.metadata("a") == Metadata(members: ["stage": "review", "pages": 2]), "the page told the same revision")
  }

  @Test("after a success the page of its very revision still brings what the answer did not tell")
  func pageOfTheAnswersRevision() {
    let store = loaded()
    let edit = store.edit("a", ["stage": "final"])
    store.confirm("a", edit, ["stage": "final"], rev: 3)
    store.load("2", FeedPage(documents: [.sample("a", title: "renamed meanwhile", rev: 3, ["stage": "final"])]))
    #expect(store.titles == ["renamed meanwhile"])
  }

  @Test("an answer that nobody awaits is a duplicate or stale; a late confirmation of a newer revision still updates")
  func lateAnswers() {
    var run = Run.loaded([.sample("a", rev: 1)])
    run.dispatch(.metadataUpdateRequested(documentID: "a", patch: MetadataPatch(members: ["n": 1])))
    let edit = run.seq
    let failed = FeedAction.metadataUpdateFailed(
      documentID: "a", mutationID: edit, error: FeedError(.refused, "no"), previousMetadata: nil)
    #expect(run.dispatch(failed).isApplied)
    #expect(run.dispatch(failed).ignoredCode == "duplicate")
    func succeeded(_ id: MutationID, rev: Int?) -> FeedAction {
      .metadataUpdateSucceeded(documentID: "a", mutationID: id, metadata: Metadata(members: ["n": 9]), rev: rev)
    }
    #expect(run.dispatch(succeeded(99, rev: nil)).ignoredCode == "stale")
    #expect(run.dispatch(succeeded(edit, rev: 1)).ignoredCode == "duplicate")
    #expect(run.dispatch(succeeded(edit, rev: 2)).isApplied)
    #expect(run.feed.documentsByID["a"]?.metadata == Metadata(members: ["n": 9]))
  }

  @Test("an edit that permissions forbid is illegal, with its reason, and so is one of an unknown document")
  func forbidden() {
    let store = FeedStore.loaded([.sample("a", canEdit: false)])
    let patch = MetadataPatch(members: ["stage": "final"])
    store.send(
      .feed(.metadataUpdateRequested(documentID: "a", patch: patch)),
      .illegal("notPermitted", "this user may not edit a"))
    store.send(
      .feed(.metadataUpdateRequested(documentID: "gone", patch: patch)),
      .illegal("unknownDocument", "the feed holds no document gone"))
    store.send(
      .feed(.metadataUpdateRequested(documentID: "a", patch: MetadataPatch(members: [:]))), .illegal("notPermitted"))
  }

  @Test("an edit that names nothing is ignored; one that no effect could carry is illegal, and no fault of the domain")
  func emptyAndTooLarge() {
    let store = loaded()
    store.send(
      .feed(.metadataUpdateRequested(documentID: "a", patch: MetadataPatch(members: [:]))), .ignored("emptyPatch"))
    let patch = MetadataPatch(members: ["note": .string(String(repeating: "x", count: 70_000))])
    store.send(.feed(.metadataUpdateRequested(documentID: "a", patch: patch)), .illegal("tooLarge"))
  }

  @Test(
    "a patch or metadata that is no object does not decode, and the refusal says what was expected",
    arguments: ["[]", "null", "1", "\"x\""])
  func onlyObjects(json: String) {
    let edit = #expect(throws: ActionDecodeFailure.self) {
      try decode("feed.metadataUpdateRequested", "{\"documentID\":\"a\",\"patch\":\(json)}")
    }
    #expect(edit?.expected?.contains("an object, the merge patch") == true, "\(String(describing: edit))")
    let change = #expect(throws: ActionDecodeFailure.self) {
      try decode("feed.documentMetadataChanged", "{\"documentID\":\"a\",\"metadata\":\(json)}")
    }
    #expect(change?.expected?.contains("an object of metadata") == true, "\(String(describing: change))")
  }
}
