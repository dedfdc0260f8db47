import CanonicalJSON
import Testing

@testable import ActionLog

struct StoreQueueTests {
  @Test("a dispatch changes the state and takes the next number")
  func dispatch() {
    let store = Store<Counter>()
    store.dispatch(.incremented(by: 2))
    store.dispatch(.incremented(by: 3))
    #expect(store.state.count == 5)
    #expect(store.seq == 2)
    #expect(store.digest == store.state.recomputedDigest())
  }

  @Test("a dispatch from a subscriber waits until all others were told")
  func dispatchFromSubscriber() {
    let store = Store<Counter>()
    var told: [String] = []
    let first = store.subscribe(\.count) { count in
      told.append("first \(count)")
      if count == 1 { store.dispatch(.incremented(by: 10)) }
      told.append("first done")
    }
    let second = store.subscribe(\.count) { told.append("second \($0)") }
    store.dispatch(.incremented(by: 1))
    #expect(told == ["first 1", "first done", "second 1", "first 11", "first done", "second 11"])
    #expect(first.isActive && second.isActive)
  }

  @Test("dispatches made while others wait keep their order")
  func firstInFirstOut() {
    let store = Store<Workshop>()
    let subscription = store.subscribe(\.count) { count in
      if count == 1 {
        for place in 1...3 { store.dispatch(.finished(what: "\(place)")) }
      }
    }
    store.dispatch(.incremented(by: 1))
    #expect(store.state.log == ["1", "2", "3"])
    #expect(subscription.isActive)
  }

  @Test("ten thousand dispatches deep do not grow the stack")
  func deep() {
    let store = Store<Counter>()
    var lowest = UInt.max
    var highest = UInt.min
    let subscription = store.subscribe(\.count) { count in
      withUnsafePointer(to: count) { place in
        let address = UInt(bitPattern: place)
        lowest = min(lowest, address)
        highest = max(highest, address)
      }
      if count < 10_000 { store.dispatch(.incremented(by: 1)) }
    }
    store.dispatch(.incremented(by: 1))
    #expect(store.state.count == 10_000)
    #expect(store.seq == 10_000)
    #expect(highest - lowest < 64 << 10)
    #expect(subscription.isActive)
  }

  @Test("ten thousand effects that report at once do not grow the stack")
  func deepEffects() {
    let performer = Performer { _, context in
      context.id.seq < 10_000
        ? .action(.asked(.perform(what: "a", key: "k", policy: "latest"))) : .settled(why: "enough")
    }
    let store = Store<Workshop>(middleware: [performer])
    store.dispatch(.asked(.perform(what: "a", key: "k", policy: "latest")))
    #expect(store.seq == 10_001)
    #expect(store.outbox.isEmpty)
  }

  @Test("the time is the clock's, at least a microsecond after the record before")
  func time() {
    var now = Timestamp(microseconds: 100)
    let store = Store<Counter>(clock: { now })
    store.dispatch(.incremented(by: 1))
    #expect(store.lastAt.microseconds == 100)
    store.dispatch(.incremented(by: 1))
    #expect(store.lastAt.microseconds == 101)
    now = Timestamp(microseconds: 50)
    store.dispatch(.incremented(by: 1))
    #expect(store.lastAt.microseconds == 102)
    now = Timestamp(microseconds: 500)
    store.dispatch(.incremented(by: 1))
    #expect(store.lastAt.microseconds == 500)
  }

  @Test("a fault of the domain stops the store and says why")
  func fault() {
    let store = Store<Workshop>()
    var told = 0
    let subscription = store.subscribe(\.count) { _ in told += 1 }
    store.dispatch(.asked(.perform(what: "a", key: "k", policy: "queue")))
    store.dispatch(.asked(.perform(what: "a", key: "k", policy: "latest")))
    #expect(store.fault?.kind == .secondPolicy(key: "k", has: .queue, asked: .latest))
    #expect(store.fault?.seq == 2)
    store.dispatch(.incremented(by: 1))
    #expect(told == 0)
    #expect(store.state.count == 0)
    #expect(subscription.isActive)
  }

  @Test("an ignored action that changed the state is counted")
  func brokenPromise() {
    let store = Store<Workshop>()
    store.dispatch(.lied(illegal: false))
    store.dispatch(.incremented(by: 1))
    #expect(store.reducerFaults == 1)
  }
}
