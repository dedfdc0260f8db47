import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@Suite("The test store: what a test states, compared with what happened")
struct TestStoreTests {
  private let log = FailureLog()

  private func store(_ state: Desk.State = Desk.initialState) -> TestStore<Desk> {
    TestStore<Desk>(state: state, reporter: log.reporter)
  }

  private let backUp = EffectCommand<Desk.Action, Desk.Effect>.perform(.backUp, key: "backUp", policy: .forget)

  @Test("a whole story that is stated as it happens has no failure")
  func story() {
    let store = store()
    store.send(.written(id: "a", title: "milk"), .applied(backUp)) {
      $0.notes["a"] = Note(title: "milk")
      $0.order.append("a")
    }
    store.send(.loadRequested(page: 0), .illegal("noPage"))
    store.send(.loadRequested(page: 1), .applied(.perform(.load(page: 1), key: "load", policy: .latest))) {
      $0.loading = .underWay(page: 1)
    }
    store.answer(.load(page: 1), with: .loaded(titles: ["x", "y"])) {
      $0.loading = .done
      $0.count = 2
    }
    store.send(.allSaveRequested, .applied(.perform(.save(id: "a"), key: "save", policy: .queue)))
    store.answer(.save(id: "a"), with: .saved(id: "a")) { $0.notes["a"]?.isSaved = true }
    store.send(.reminderSet(milliseconds: 60_000), .applied(.after(milliseconds: 60_000, key: "remind", .reminded)))
    store.advance(milliseconds: 20_000)
    store.fire(.reminded, afterMilliseconds: 40_000) { $0.count = 3 }
    store.settle(.backUp)
    store.finish()
    #expect(log.messages == [])
    #expect(store.clock.now.microseconds / 1000 == 60_000)
    #expect(store.seq == 8)
  }

  @Test("the difference of two states is printed by path, with what was, was expected and was found")
  func difference() {
    let store = store()
    store.given { store.send(.written(id: "a", title: "milk")) }
    store.send(.written(id: "a", title: "bread"), .applied(backUp)) { $0.notes["a"]?.title = "butter" }
    #expect(
      log.single() == """
        seq 2 written {"id":"a","title":"bread"}: the state is not as expected
          /notes/a/title
            was       "milk"
            expected  "butter"
            found     "bread"
        """)
    #expect(log.failures.first?.location.fileName == "TestStoreTests.swift")
  }

  @Test("a change that nobody stated is a failure, and so is a stated one that did not happen")
  func unstated() {
    var store = store()
    store.send(.written(id: "a", title: "milk"), .applied(backUp))
    #expect(
      log.single() == """
        seq 1 written {"id":"a","title":"milk"}: the state is not as expected
          /notes/a
            was       (absent)
            expected  (absent)
            found     {"isSaved":false,"title":"milk"}
          /order from element 0
            expected  (absent)
            found     ["a"]
        """)
    store = TestStore<Desk>(reporter: log.reporter)
    store.send(.loadRequested(page: 0), .illegal("noPage")) { $0.count = 1 }
    #expect(log.messages.count == 2)
    #expect(log.messages.last?.contains("/count\n    was       0\n    expected  1\n    found     0") == true)
  }

  @Test("a closure that states nothing is refused where nothing happened")
  func emptyClosure() {
    let store = store()
    store.send(.loadRequested(page: 0), .illegal("noPage")) { _ in }
    #expect(
      log.single()
        == "seq 1 loadRequested {\"page\":0}: the closure states no change, and there was none: leave it away")
  }

  @Test("another outcome or reason is told in one line; effects and state are then left alone")
  func outcome() {
    let store = store()
    store.send(.loadRequested(page: 0)) { $0.loading = .underWay(page: 0) }
    #expect(
      log.single()
        == "seq 1 loadRequested {\"page\":0}: expected applied, found illegal (noPage) pages begin at 1")
    store.send(.loadRequested(page: 0), .illegal("noPages"))
    #expect(
      log.messages.last
        == "seq 2 loadRequested {\"page\":0}: expected illegal (noPages), found illegal (noPage) pages begin at 1")
    store.send(.loadRequested(page: 0), .illegal("noPage", "pages begin at 2"))
    #expect(log.messages.count == 3)
    store.send(.loadRequested(page: 0), .illegal("noPage", "pages begin at 1"))
    #expect(log.messages.count == 3)
  }

  @Test("effects are compared whole, and both sides are shown")
  func effects() {
    let store = store()
    store.send(.loadRequested(page: 1), .applied(.perform(.load(page: 2), key: "load", policy: .queue))) {
      $0.loading = .underWay(page: 1)
    }
    #expect(
      log.single() == """
        seq 1 loadRequested {"page":1}: the effects are not as expected
          expected  1.0 load {"page":2} (key load, queue)
          found     1.0 load {"page":1} (key load, latest)
        """)
    store.send(.cancelled, .applied) { $0.loading = .never }
    #expect(
      log.messages.last == """
        seq 2 cancelled {}: the effects are not as expected
          expected  nothing
          found     2.0 .cancel(key: "load")
                    2.1 .cancel(key: "remind")
        """)
  }

  @Test("nothing may be left over: an effect without an answer, a timer that never fired")
  func leftOver() {
    let store = store()
    store.given {
      store.send(.written(id: "a", title: "milk"))
      store.send(.written(id: "b", title: "bread"))
      store.send(.allSaveRequested)
      store.send(.reminderSet(milliseconds: 5))
    }
    store.finish()
    #expect(
      log.messages == [
        """
        2 effects were never answered:
          3.0 save {"id":"a"} (key save, queue)
          3.1 save {"id":"b"} (key save, queue), waits in its lane
        """,
        """
        1 timer never fired:
          4.0 reminded {} (key remind), due in 5 ms
        """,
      ])
  }

  @Test("a store that goes away without being finished finishes itself, and blames the line that made it")
  func unfinished() {
    var store: TestStore<Desk>? = TestStore<Desk>(reporter: log.reporter)
    let line = #line - 1
    store?.given { store?.send(.loadRequested(page: 1)) }
    store = nil
    #expect(log.single().hasPrefix("1 effect was never answered:\n  1.0 load"))
    #expect(log.failures.first?.location.line == line)
  }

  @Test("inside given nothing is compared but the outcome's kind")
  func given() {
    let store = store()
    store.given {
      store.send(.written(id: "a", title: "milk"))
      store.send(.loadRequested(page: 0), .illegal("anything"))
    }
    #expect(log.messages == [])
    store.given { store.send(.loadRequested(page: 0)) }
    #expect(log.single().hasSuffix("expected applied, found illegal (noPage) pages begin at 1"))
  }
}
