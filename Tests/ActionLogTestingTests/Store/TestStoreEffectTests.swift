import ActionLog
import ActionLogTesting
import Testing

@Suite("The test store: who may answer an effect, and when")
struct TestStoreEffectTests {
  private let log = FailureLog()

  private func store() -> TestStore<Desk> { TestStore<Desk>(reporter: log.reporter) }

  @Test("the result of an effect cannot be sent as a client would")
  func origin() {
    let store = store()
    store.send(.loaded(titles: []), .ignored("late"))
    #expect(
      log.single() == "loaded is no action of clients: it is the result of an effect or timer; use answer or fire")
    #expect(store.seq == 0)
  }

  @Test("an effect that was not asked for, or was answered, cannot be answered")
  func notHeld() {
    let store = store()
    store.answer(.load(page: 1), with: .loaded(titles: []))
    #expect(
      log.single() == """
        effect load {"page":1} is held by no performer: it was not asked for, or has been answered
          held      nothing
          too late  nothing
          waiting   nothing
        """)
    store.given { store.send(.loadRequested(page: 1)) }
    store.given { store.answer(.load(page: 1), with: .loaded(titles: [])) }
    store.answer(.load(page: 1), with: .loaded(titles: []))
    #expect(log.messages.count == 2)
    #expect(store.seq == 2)
  }

  @Test("one that waits in its lane has no performer; it has one when the one before has settled")
  func lanes() {
    let store = store()
    store.given {
      store.send(.written(id: "a", title: "milk"))
      store.send(.written(id: "b", title: "bread"))
      store.send(.allSaveRequested)
    }
    store.answer(.save(id: "b"), with: .saved(id: "b")) { $0.notes["b"]?.isSaved = true }
    #expect(log.single().hasPrefix("effect save {\"id\":\"b\"} waits in its lane: it has not been started"))
    store.settle(.save(id: "a"), why: "the disk is full")
    store.answer(.save(id: "b"), with: .saved(id: "b")) { $0.notes["b"]?.isSaved = true }
    store.finish()
    #expect(log.messages.count == 1)
  }

  @Test("a superseded effect is reported on too late: that report is admitted and settles nothing")
  func late() {
    let store = store()
    store.given {
      store.send(.loadRequested(page: 1))
      store.send(.loadRequested(page: 2))
    }
    store.answer(.load(page: 1), with: .loaded(titles: []))
    #expect(log.single().hasPrefix("effect load {\"page\":1} was superseded or cancelled meanwhile; use answerLate"))
    store.answerLate(.load(page: 2), with: .loaded(titles: []))
    #expect(log.messages.last?.hasPrefix("effect load {\"page\":2} is still awaited; use answer") == true)
    store.given { store.answer(.load(page: 2), with: .loaded(titles: ["x"])) }
    store.answerLate(.load(page: 1), with: .loaded(titles: ["y"]), .ignored("late"))
    store.finish()
    #expect(log.messages.count == 2)
    #expect(
      store.recorder.text.hasSuffix(
        #"4  ignored  loaded  {"titles":["y"]}  (late) nothing is being loaded  reports on 1.0"#))
  }

  @Test("a cancelled effect may still be answered late, once")
  func cancelled() {
    let store = store()
    store.given {
      store.send(.loadRequested(page: 1))
      store.send(.cancelled)
    }
    store.answerLate(.load(page: 1), with: .loaded(titles: []), .ignored("late"))
    store.answerLate(.load(page: 1), with: .loaded(titles: []), .ignored("late"))
    #expect(log.single().contains("is held by no performer"))
  }

  @Test("of two equal effects the one that is awaited is answered, the superseded one stays too late")
  func equalEffects() {
    let store = store()
    store.given {
      store.send(.loadRequested(page: 1))
      store.send(.loadRequested(page: 1))
      store.answer(.load(page: 1), with: .loaded(titles: []))
    }
    store.answerLate(.load(page: 1), with: .loaded(titles: []), .ignored("late"))
    store.finish()
    #expect(log.messages == [])
  }

  @Test("after a restart what is outstanding has a performer again, and nobody reports late")
  func restart() {
    let store = store()
    store.given {
      store.send(.loadRequested(page: 1))
      store.send(.loadRequested(page: 2))
    }
    store.restart()
    store.answerLate(.load(page: 1), with: .loaded(titles: []), .ignored("late"))
    #expect(log.messages.count == 1)
    store.given { store.answer(.load(page: 2), with: .loaded(titles: [])) }
    store.finish()
    #expect(log.messages.count == 1)
  }

  @Test("a timer fires with its own action, after its own delay, and the clock does not jump over it")
  func timers() {
    let store = store()
    store.fire(.reminded)
    #expect(log.messages.last == "no timer is outstanding that could dispatch reminded {}")
    store.given { store.send(.reminderSet(milliseconds: 500)) }
    store.fire(.saved(id: "a"), .ignored("gone"))
    #expect(
      log.messages.last == """
        the timer that fires next does not dispatch saved {"id":"a"}:
          1.0 reminded {} (key remind), due in 500 ms
        """)
    store.fire(.reminded, afterMilliseconds: 400) { $0.count = 1 }
    #expect(log.messages.last?.hasPrefix("the timer was expected after 400 ms:") == true)
    store.given { store.send(.reminderSet(milliseconds: 500)) }
    store.advance(milliseconds: 600)
    #expect(
      log.messages.last
        == "the clock moved past a timer: 3.0 reminded {} (key remind), due in -100 ms; let it fire")
    #expect(log.messages.count == 4)
  }
}
