import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@Suite("The action recorder, beside a performer in a store")
struct ActionRecorderTests {
  @Test("what came through is read as a tail of a journal is")
  func text() {
    let recorder = ActionRecorder<Desk>()
    let performer = FakePerformer<Desk> { effect in
      switch effect {
      case .load(let page): .action(.loaded(titles: ["page \(page)"]))
      case .save, .beep: .held
      case .backUp: .settled(why: "no need")
      }
    }
    let store = Store<Desk>(middleware: [recorder, performer])
    store.dispatch(.loadRequested(page: 2))
    store.dispatch(.loadRequested(page: 0))
    store.dispatch(.cancelled)
    #expect(
      recorder.text == """
        1  applied  loadRequested  {"page":2}  → 1.0 load (load)
        2  applied  loaded  {"titles":["page 2"]}  reports on 1.0
        3  illegal  loadRequested  {"page":0}  (noPage) pages begin at 1
        4  applied  cancelled  {}  → 4.0 log.cancel (load)  → 4.1 log.cancel (remind)
        """)
    #expect(recorder.types == ["loadRequested", "loaded", "loadRequested", "cancelled"])
    #expect(recorder.actions.last?.digest == store.digest)
    recorder.clear()
    #expect(recorder.text == "")
  }
}
