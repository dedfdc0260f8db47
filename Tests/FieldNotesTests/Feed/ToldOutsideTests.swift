import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("What was told from outside stays until something newer is told")
struct ToldOutsideTests {
  /// A document of revision 1 whose edit was confirmed with revision 2, and whose metadata then changed outside.
  private func toldOutside() -> FeedStore {
    let store = FeedStore.loaded([.sample("a", rev: 1, ["stage": "draft"])])
    let edit = store.edit("a", ["stage": "final"])
    store.confirm("a", edit, ["stage": "final"], rev: 2)
    store.given {
      store.send(.feed(.documentMetadataChanged(documentID: "a", metadata: Metadata(members: ["zz": 1]))))
    }
    return store
  }

  private func page(title: String = "renamed", rev: Int?) -> FeedPage {
    FeedPage(documents: [.sample("a", title: title, rev: rev, ["stage": "final"])])
  }

  @Test("a page of the revision that an edit's answer told brings the rest of it, and leaves the metadata")
  func equalRevision() {
    let store = toldOutside()
    for request in ["2", "3"] as [RequestID] {
      store.load(request, page(rev: 2))
      #expect(store.metadata("a") == Metadata(members: ["zz": 1]), "after the page under \(request)")
      #expect(store.titles == ["renamed"])
    }
  }

  @Test("a page that tells of it twice leaves the metadata too")
  func twiceInOnePage() {
    let store = toldOutside()
    let twice = DocumentPayload(.sample("a", title: "renamed again", rev: 2, ["stage": "final"]))
    store.load("2", FeedPage(payloads: page(rev: 2).documents + [twice]))
    #expect(store.metadata("a") == Metadata(members: ["zz": 1]))
    #expect(store.titles == ["renamed again"])
  }

  @Test("parts of that revision leave the metadata too, and a page after them")
  func parts() {
    let store = toldOutside()
    let part = DocumentPayload(
      partial: "a", title: "renamed", rev: 2, metadata: .value(Metadata(members: ["stage": "final"])))
    store.load("2", FeedPage(payloads: [part]))
    store.load("3", page(rev: 2))
    #expect(store.metadata("a") == Metadata(members: ["zz": 1]))
    #expect(store.titles == ["renamed"])
  }

  @Test("a page of a newer revision, or of none, replaces it", arguments: [3, nil])
  func newer(rev: Int?) {
    let store = toldOutside()
    store.load("2", page(rev: rev))
    #expect(store.metadata("a") == Metadata(members: ["stage": "final"]))
  }

  @Test("where parts of a newer revision are all that is known, it stays over the whole of that revision")
  func overParts() {
    let store = FeedStore.loaded([.sample("a", rev: 1, ["stage": "draft"])])
    store.load("2", FeedPage(payloads: [DocumentPayload(partial: "a", title: "two", rev: 5)]))
    store.given {
      store.send(.feed(.documentMetadataChanged(documentID: "a", metadata: Metadata(members: ["zz": 1]))))
    }
    store.load("3", page(rev: 5))
    #expect(store.metadata("a") == Metadata(members: ["zz": 1]))
    #expect(store.titles == ["renamed"])
  }

  @Test("the answer to an edit that comes again with its revision does not undo it")
  func answerAgain() {
    var run = Run.loaded([.sample("a", rev: 1)])
    run.dispatch(.metadataUpdateRequested(documentID: "a", patch: MetadataPatch(members: ["stage": "final"])))
    let answer = FeedAction.metadataUpdateSucceeded(
      documentID: "a", mutationID: run.seq, metadata: Metadata(members: ["stage": "final"]), rev: 2)
    #expect(run.dispatch(answer).isApplied)
    run.dispatch(.documentMetadataChanged(documentID: "a", metadata: Metadata(members: ["zz": 1])))
    #expect(run.dispatch(answer).ignoredCode == "duplicate")
    #expect(run.feed.documentsByID["a"]?.metadata == Metadata(members: ["zz": 1]))
  }

  @Test("a cache keeps that it was told, so that a start does not undo it")
  func throughTheCache() {
    let snapshot = FeedSnapshot(state: toldOutside().feed)
    var run = Run()
    run.appear(cached: snapshot)
    run.dispatch(.feedRequested(requestID: "1", reason: .initial))
    run.dispatch(.remoteFeedLoaded(requestID: "1", page: page(rev: 2)))
    #expect(run.feed.documentsByID["a"]?.metadata == Metadata(members: ["zz": 1]))
    #expect(run.titles == ["renamed"])
  }
}
