import Synchronization
import SystemCalls
import Testing

@Suite("Threads")
struct ThreadTests {
  @Test("joining waits for the closure; joining again is fine")
  func join() throws {
    let done = Mutex(false)
    let box = Box(done)
    let thread = try Thread(name: "a name longer than fifteen bytes", stackBytes: 256 << 10) {
      box.value.withLock { $0 = true }
    }
    thread.join()
    thread.join()
    #expect(box.value.withLock { $0 })
  }

  @Test("a waiting thread sees every change, and values pass in order")
  func handOver() throws {
    let queue = ConditionLock<[Int]>([])
    let taken = ConditionLock<[Int]>([])
    let consumer = try Thread(name: "consumer") {
      for _ in 0..<1000 {
        let next = queue.wait { $0.isEmpty ? nil : $0.removeFirst() }
        taken.change { $0.append(next) }
      }
    }
    for number in 0..<1000 { queue.change { $0.append(number) } }
    consumer.join()
    #expect(taken.withLock { $0 } == Array(0..<1000))
  }

  @Test("a wait for what never comes ends when its time is over")
  func timeout() {
    let lock = ConditionLock(0)
    let start = Clock.monotonicNanoseconds()
    #expect(lock.wait(milliseconds: 20) { $0 == 1 ? true : nil } == nil)
    #expect(Clock.monotonicNanoseconds() - start >= 20_000_000)
    #expect(lock.wait(milliseconds: 0) { $0 == 0 ? true : nil } == true)
  }

  private final class Box<Value: ~Copyable & Sendable>: Sendable {
    let value: Value

    init(_ value: consuming Value) {
      self.value = value
    }
  }
}
