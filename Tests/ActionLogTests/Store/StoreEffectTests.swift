import CanonicalJSON
import Testing

@testable import ActionLog

struct StoreEffectTests {
  private func ask(_ what: String, key: String = "k", _ policy: String) -> Workshop.Action {
    .asked(.perform(what: what, key: key, policy: policy))
  }

  @Test("an effect's result comes back as an action that names the effect")
  func result() {
    let performer = Performer { effect, _ in
      guard case .fetch(let what) = effect else { return nil }
      return .action(.finished(what: what))
    }
    let recorder = Recorder()
    let store = Store<Workshop>(middleware: [performer, recorder])
    store.dispatch(ask("a", "latest"))
    #expect(store.state.log == ["a"])
    #expect(store.outbox.isEmpty)
    #expect(recorder.lines.count == 2)
    #expect(recorder.lines.last == #"2 2 finished(what: "a") applied for 1.0"#)
  }

  @Test("an effect starts after observers and subscribers have seen its action")
  func startsLast() {
    let performer = Performer { _, context in .action(.finished(what: "seen \(context.state.count)")) }
    let store = Store<Workshop>(middleware: [performer])
    var counts: [Int] = []
    let subscription = store.subscribe(\.count) { count in
      counts.append(count)
      if count == 1 { store.dispatch(.incremented(by: 5)) }
    }
    store.dispatch(.incremented(by: 1))
    store.dispatch(ask("a", "latest"))
    #expect(counts == [1, 6])
    #expect(store.state.log == ["seen 6"])
    #expect(subscription.isActive)
  }

  @Test("a queue starts its next effect when the one before has settled")
  func queue() {
    let performer = HoldingPerformer()
    let store = Store<Workshop>(middleware: [performer])
    store.dispatch(.asked(.many(what: "a", count: 3, key: "k", policy: "queue")))
    #expect(performer.started == ["1.0"])
    performer.context("1.0")?.report(.action(.finished(what: "one")))
    store.drain()
    #expect(performer.started == ["1.0", "1.1"])
    performer.context("1.1")?.report(.settled(why: "nothing to tell"))
    store.drain()
    #expect(performer.started == ["1.0", "1.1", "1.2"])
    #expect(store.state.log == ["one"])
    #expect(store.seq == 3)
  }

  @Test("an effect is reported on once: a second report is refused")
  func once() {
    let performer = HoldingPerformer()
    let store = Store<Workshop>(middleware: [performer])
    store.dispatch(ask("a", "latest"))
    performer.context("1.0")?.report(.action(.finished(what: "one")))
    performer.context("1.0")?.report(.action(.finished(what: "two")))
    store.drain()
    performer.context("1.0")?.report(.action(.finished(what: "three")))
    store.drain()
    #expect(store.state.log == ["one"])
  }

  @Test("the late report of a superseded effect is taken once and settles nothing")
  func late() {
    let performer = HoldingPerformer()
    let store = Store<Workshop>(middleware: [performer])
    store.dispatch(ask("a", "latest"))
    store.dispatch(ask("b", "latest"))
    #expect(performer.started == ["1.0", "2.0"])
    performer.context("1.0")?.report(.action(.finished(what: "late")))
    store.drain()
    #expect(store.state.log == ["late"])
    #expect(store.outbox.outstanding.map(\.id.text) == ["2.0"])
  }

  @Test("nothing to report on an effect that is not outstanding leaves no record")
  func settledForgotten() {
    let performer = Performer { _, _ in .settled(why: "written") }
    let store = Store<Workshop>(middleware: [performer])
    store.dispatch(ask("a", "forget"))
    #expect(store.seq == 1)
    store.dispatch(ask("a", key: "l", "latest"))
    #expect(store.seq == 3)
    #expect(store.outbox.isEmpty)
  }

  @Test("an effect that nobody performs stays outstanding")
  func parked() {
    let performer = HoldingPerformer(types: ["notes.save"])
    let store = Store<Workshop>(middleware: [performer])
    store.dispatch(ask("a", "latest"))
    store.dispatch(.notes(.written(id: "n", text: "x", tags: nil)))
    #expect(performer.started == ["2.0"])
    #expect(store.outbox.outstanding.map(\.id.text) == ["1.0", "2.0"])
  }

  @Test("of two middlewares that perform an effect the first one gets it, and both observe")
  func firstPerforms() {
    let first = HoldingPerformer()
    let second = HoldingPerformer()
    let recorders = [Recorder(), Recorder()]
    let store = Store<Workshop>(middleware: [recorders[0], first, second, recorders[1]])
    store.dispatch(ask("a", "latest"))
    #expect(first.started == ["1.0"])
    #expect(second.started == [])
    #expect(recorders[0].lines == recorders[1].lines)
    #expect(recorders[0].lines.count == 1)
  }

  @Test("a performer's snapshot of the state stays as it was")
  func snapshot() {
    let performer = HoldingPerformer()
    let store = Store<Workshop>(middleware: [performer])
    store.dispatch(.incremented(by: 1))
    store.dispatch(ask("a", "latest"))
    store.dispatch(.incremented(by: 1))
    #expect(performer.context("2.0")?.state.count == 1)
    #expect(performer.context("2.0")?.attempt == 1)
    #expect(store.state.count == 2)
  }

  @Test("reports from other threads are taken, each once, in some order")
  func threads() async {
    let performer = HoldingPerformer()
    let store = Store<Workshop>(middleware: [performer])
    store.dispatch(.asked(.many(what: "a", count: 200, key: "k", policy: "parallel:200")))
    #expect(performer.started.count == 200)
    await withTaskGroup(of: Void.self) { group in
      for place in 0..<200 {
        guard let context = performer.context("1.\(place)") else { continue }
        group.addTask {
          context.report(.action(.finished(what: "\(place)")))
          context.report(.settled(why: "twice"))
        }
      }
    }
    store.drain()
    #expect(store.state.log.compactMap { Int($0) }.sorted() == Array(0..<200))
    #expect(store.outbox.isEmpty)
  }

  @Test("a middleware's ids and the store's clock are given to them")
  func injected() {
    let ids = IDMaker()
    let performer = Performer { _, _ in .action(.finished(what: ids.next())) }
    let store = Store<Workshop>(middleware: [performer], clock: { Timestamp(microseconds: 7_000_000) })
    store.dispatch(ask("a", "latest"))
    store.dispatch(ask("a", "latest"))
    #expect(store.state.log == ["id-1", "id-2"])
    #expect(store.lastAt.microseconds == 7_000_003)
  }
}
