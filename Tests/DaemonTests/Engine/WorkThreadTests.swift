import SystemCalls
import TestSupport
import Testing

@testable import Daemon

@Suite("A thread for what takes long")
struct WorkThreadTests {
  @Test("patient work takes turns with the rest, and each kind keeps its order")
  func turns() throws {
    let thread = try WorkThread(name: "test")
    let gate = ConditionLock(false)
    let done = ConditionLock([String]())
    // Holds the thread until everything else was handed over.
    thread.submit { gate.wait { $0 ? () : nil } }
    for number in 1...4 { thread.submitPatient { done.change { $0.append("p\(number)") } } }
    for number in 1...2 { thread.submit { done.change { $0.append("a\(number)") } } }
    gate.change { $0 = true }
    let order = done.wait(milliseconds: Patience.milliseconds) { $0.count == 6 ? $0 : nil }
    #expect(order == ["p1", "a1", "p2", "a2", "p3", "p4"])
    thread.stop()
  }

  @Test("after it was stopped nothing is done any more")
  func stopped() throws {
    let thread = try WorkThread(name: "test")
    let state = ConditionLock((isHeld: false, isOpen: false, late: 0))
    thread.submit {
      state.change { $0.isHeld = true }
      state.wait { $0.isOpen ? () : nil }
    }
    thread.submit { state.change { $0.late += 1 } }
    thread.submitPatient { state.change { $0.late += 1 } }
    _ = state.wait(milliseconds: Patience.milliseconds) { $0.isHeld ? true : nil }
    thread.stop()
    thread.submit { state.change { $0.late += 1 } }
    state.change { $0.isOpen = true }
    #expect(state.wait(milliseconds: 50) { $0.late > 0 ? true : nil } == nil)
  }
}
