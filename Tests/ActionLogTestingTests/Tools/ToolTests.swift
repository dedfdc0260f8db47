import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@Suite("Clocks and ids that are the same in every run")
struct ToolTests {
  @Test("a clock stands still until it is moved, and a store's timers follow it")
  func clock() {
    let clock = HandClock(Timestamp(microseconds: 5_000_000))
    let store = Store<Desk>(clock: { clock.now })
    store.dispatch(.reminderSet(milliseconds: 1000))
    #expect(store.lastAt == Timestamp(microseconds: 5_000_000))
    store.fireDueTimers()
    #expect(store.state.count == 0)
    clock.advance(milliseconds: 1000)
    store.fireDueTimers()
    #expect(store.state.count == 1)
    clock.set(to: Timestamp(microseconds: 1))
    #expect(clock.now == Timestamp(microseconds: 1))
  }

  @Test("ids count up, as texts and as ids of an entity")
  func ids() {
    let ids = SequentialIDs("note-")
    #expect(ids.next() == "note-1" as String)
    #expect(ids.next(as: NoteID.self) == "note-2")
    let third: NoteID = ids.next()
    #expect(third == "note-3")
  }
}
