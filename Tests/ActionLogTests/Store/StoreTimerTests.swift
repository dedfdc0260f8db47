import CanonicalJSON
import Testing

@testable import ActionLog

struct StoreTimerTests {
  private func after(_ milliseconds: Int64, _ what: String, key: String? = nil) -> Workshop.Action {
    .asked(.after(milliseconds: milliseconds, key: key ?? what, what: what))
  }

  private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  @Test("a timer fires when it is due, at its own time, and not before")
  func fires() {
    let recorder = Recorder()
    let store = Store<Workshop>(middleware: [recorder])
    store.advance(to: time(1000))
    store.dispatch(after(50, "x"))
    store.advance(to: time(1049))
    #expect(store.state.log == [])
    store.advance(to: time(2000))
    #expect(store.state.log == ["x"])
    #expect(recorder.lines.last == #"2 1050000 finished(what: "x") applied for 1.0"#)
    #expect(store.outbox.isEmpty)
    #expect(store.now == time(2000))
  }

  @Test("overdue timers fire in the order of due time, then id")
  func order() {
    let store = Store<Workshop>()
    store.dispatch(after(30, "c"))
    store.dispatch(after(10, "a"))
    store.dispatch(after(20, "b"))
    store.advance(to: time(100))
    #expect(store.state.log == ["a", "b", "c"])
  }

  @Test("what a timer leads to happens before the next timer fires")
  func chain() {
    let store = Store<Workshop>()
    let subscription = store.subscribe(\.log) { log in
      if log == ["a"] { store.dispatch(.finished(what: "after a")) }
    }
    store.dispatch(after(10, "a"))
    store.dispatch(after(20, "b"))
    store.advance(to: time(100))
    #expect(store.state.log == ["a", "after a", "b"])
    #expect(subscription.isActive)
  }

  @Test("a timer that is set while time moves on fires too, if it is due by then")
  func setMeanwhile() {
    let store = Store<Workshop>()
    let subscription = store.subscribe(\.log) { log in
      if log.count < 5 { store.dispatch(.asked(.after(milliseconds: 10, key: "k", what: "\(log.count)"))) }
    }
    store.dispatch(after(10, "first"))
    store.advance(to: time(35))
    #expect(store.state.log == ["first", "1", "2"])
    store.advance(to: time(1000))
    #expect(store.state.log == ["first", "1", "2", "3", "4"])
    #expect(subscription.isActive)
  }

  @Test("a cancelled or replaced timer does not fire")
  func cancelled() {
    let store = Store<Workshop>()
    store.dispatch(after(10, "a"))
    store.dispatch(after(10, "b", key: "b"))
    store.dispatch(.asked(.cancel(key: "a")))
    store.dispatch(after(20, "c", key: "b"))
    store.advance(to: time(100))
    #expect(store.state.log == ["c"])
  }

  @Test("with a clock of one's own, due timers fire when asked to")
  func clock() {
    var now = time(5)
    let store = Store<Workshop>(clock: { now })
    store.dispatch(after(10, "a"))
    store.fireDueTimers()
    #expect(store.state.log == [])
    now = time(15)
    store.fireDueTimers()
    #expect(store.state.log == ["a"])
  }
}
