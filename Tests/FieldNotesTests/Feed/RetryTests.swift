import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("Edits whose answer does not come in time: unknown, not failed")
struct RetryTests {
  private func due(_ mutationID: MutationID) -> FieldNotes.Action {
    .feed(.metadataUpdateRetryDue(documentID: "a", mutationID: mutationID))
  }

  private func perform(_ effect: FieldNotes.Effect) -> EffectCommand<FieldNotes.Action, FieldNotes.Effect> {
    .perform(effect, key: "feed.edit.a", policy: .queue)
  }

  @Test("it stays laid over the metadata, and is handed over again under its key and id after a pause")
  func retried() {
    let store = FeedStore.loaded([.sample("a", rev: 1, ["stage": "draft"])])
    let edit = store.edit("a", ["stage": "mine"])
    store.answer(
      store.save("a", edit), with: store.rejection("a", edit, .timedOut),
      .applied(.cancel(key: "feed.edit.a"), .after(milliseconds: 1000, key: "feed.retry.a", due(edit)))
    ) { $0.feed.documentsByID["a"]?.retry = EditRetry(timeouts: 1, isWaiting: true) }
    #expect(store.metadata("a") == Metadata(members: ["stage": "mine"]))
    store.fire(due(edit), afterMilliseconds: 1000, .applied(perform(store.save("a", edit)))) {
      $0.feed.documentsByID["a"]?.retry?.isWaiting = false
    }
    store.confirm("a", edit, ["stage": "mine"], rev: 2)
    #expect(store.feed.documentsByID["a"]?.pending.isEmpty == true)
    #expect(store.feed.documentsByID["a"]?.retry == nil)
    #expect(store.feed.documentsByID["a"]?.mutation?.status == .loaded)
    store.finish()
  }

  @Test("a retry does not turn the order of edits round: newer ones are held back and go with it")
  func order() {
    let store = FeedStore.loaded([.sample("a", rev: 1)])
    let first = store.edit("a", ["n": 1])
    let second = store.edit("a", ["n": 2])
    store.reject("a", first, .timedOut)
    #expect(store.awaited.isEmpty, "the second one would overtake the first")
    let patch = MetadataPatch(members: ["n": 3])
    store.send(.feed(.metadataUpdateRequested(documentID: "a", patch: patch))) {
      $0.feed.documentsByID["a"]?.pending.append(PendingEdit(mutationID: store.seq, patch: patch))
    }
    let third = store.seq
    store.fire(
      due(first),
      .applied(
        perform(store.save("a", first)), perform(store.save("a", second)), perform(store.save("a", third)))
    ) { $0.feed.documentsByID["a"]?.retry?.isWaiting = false }
    for (edit, rev) in [(first, 2), (second, 3), (third, 4)] { store.confirm("a", edit, ["n": 0], rev: rev) }
    store.finish()
  }

  @Test("pauses double with each timeout in a row, up to a minute, and begin anew after an answer")
  func pauses() {
    let store = FeedStore.loaded([.sample("a", rev: 1)])
    let edit = store.edit("a", ["n": 1])
    for pause: Int64 in [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000] {
      store.given {
        store.answer(store.save("a", edit), with: store.rejection("a", edit, .timedOut))
        store.fire(due(edit), afterMilliseconds: pause)
      }
    }
    store.confirm("a", edit, ["n": 1], rev: 2)
    let next = store.edit("a", ["n": 2])
    store.reject("a", next, .timedOut)
    store.given { store.fire(due(next), afterMilliseconds: 1000) }
    store.reject("a", next)
    #expect(EditRetry(timeouts: .max, isWaiting: true).pauseMilliseconds == 60_000)
    store.finish()
  }

  @Test("an answer that comes during the pause ends it: the newer edits go on their way at once")
  func answerDuringThePause() {
    let store = FeedStore.loaded([.sample("a", rev: 1)])
    let first = store.edit("a", ["n": 1])
    let second = store.edit("a", ["m": 2])
    store.reject("a", first, .timedOut)
    var run = Run()
    run.state = store.state
    let outcome = run.dispatch(
      .metadataUpdateSucceeded(documentID: "a", mutationID: first, metadata: Metadata(members: ["n": 1]), rev: 2))
    #expect(outcome.cancelledKeys == ["feed.retry.a"])
    #expect(outcome.performed == [store.save("a", second)])
    #expect(run.dispatch(.metadataUpdateRetryDue(documentID: "a", mutationID: first)).ignoredCode == "stale")
    store.given { store.fire(due(first)) }
    store.confirm("a", first, ["n": 1], rev: 2)
    store.reject("a", second)
  }

  @Test("a second timeout of the same try is a duplicate")
  func twice() {
    var run = Run.loaded([.sample("a", rev: 1)])
    run.dispatch(.metadataUpdateRequested(documentID: "a", patch: MetadataPatch(members: ["n": 1])))
    let failed = FeedAction.metadataUpdateFailed(
      documentID: "a", mutationID: run.seq, error: FeedError(.timedOut, "late"), previousMetadata: nil)
    #expect(run.dispatch(failed).isApplied)
    #expect(run.dispatch(failed).ignoredCode == "duplicate")
  }

  @Test("as many edits as may wait fit the effects of one retry; one more is illegal")
  func bound() throws {
    let store = FeedStore.loaded([.sample("a", rev: 1)])
    let note = JSONValue.string(String(repeating: "x", count: 60 << 10 - 40))
    var first: MutationID = 0
    for number in 0..<FeedReducer.pendingEditsMax {
      let edit = store.edit("a", ["note": number < 2 ? note : 1])
      if number == 0 { first = edit }
    }
    store.send(
      .feed(.metadataUpdateRequested(documentID: "a", patch: MetadataPatch(members: ["n": 1]))),
      .illegal("tooManyEdits"))
    store.reject("a", first, .timedOut)
    store.given { store.fire(due(first)) }
    #expect(store.awaited.count == FeedReducer.pendingEditsMax)
    for edit in store.feed.documentsByID["a"]?.pending ?? [] { store.reject("a", edit.mutationID) }
    let longest = EffectLimits.totalPayloadBytes / FeedReducer.pendingEditsMax
    #expect(FeedReducer.patchBytesMax + FeedReducer.idBytesMax * 6 + 100 < min(longest, EffectLimits.payloadBytes))
  }
}
