import CanonicalJSON
import Testing

@testable import ActionLog

struct StoreSubscriptionTests {
  @Test("a subscriber is told only when its own value changed")
  func ownValue() {
    let store = Store<Workshop>()
    var counts: [Int] = []
    var logs: [[String]] = []
    var parities: [Bool] = []
    let subscriptions = [
      store.subscribe(\.count) { counts.append($0) },
      store.subscribe(\.log) { logs.append($0) },
      store.subscribe({ $0.count % 2 == 0 }, { parities.append($0) }),
    ]
    store.dispatch(.incremented(by: 2))
    store.dispatch(.finished(what: "x"))
    store.dispatch(.incremented(by: 1))
    store.dispatch(.incremented(by: 0))
    #expect(counts == [2, 3])
    #expect(logs == [["x"]])
    #expect(parities == [false])
    #expect(subscriptions.filter(\.isActive).count == 3)
  }

  @Test("a selection is evaluated only after actions that touched what it reads")
  func reads() {
    let store = Store<Workshop>()
    var evaluations = 0
    let subscription = store.subscribe(
      reads: [.row("notes.byID", "n1")],
      { state in
        evaluations += 1
        return state.notes.byID["n1"]?.text
      },
      { _ in })
    #expect(evaluations == 1)
    store.dispatch(.incremented(by: 1))
    store.dispatch(.notes(.written(id: "n2", text: "other", tags: nil)))
    #expect(evaluations == 1)
    store.dispatch(.notes(.written(id: "n1", text: "mine", tags: nil)))
    #expect(evaluations == 2)
    #expect(subscription.isActive)
  }

  @Test("values are compared by their bytes: a text in another composition is another value")
  func bytes() {
    let store = Store<Workshop>()
    var told = 0
    let subscription = store.subscribe(\.notes.byID["n"]?.text) { _ in told += 1 }
    store.dispatch(.notes(.written(id: "n", text: "\u{E9}", tags: nil)))
    store.dispatch(.notes(.written(id: "n", text: "e\u{301}", tags: nil)))
    store.dispatch(.notes(.written(id: "n", text: "e\u{301}", tags: ["t"])))
    #expect(told == 2)
    #expect(subscription.isActive)
  }

  @Test("subscribers are told in the order in which they subscribed")
  func order() {
    let store = Store<Counter>()
    var told: [Int] = []
    let subscriptions = (0..<20).map { place in store.subscribe(\.count) { _ in told.append(place) } }
    subscriptions[3].cancel()
    store.dispatch(.incremented(by: 1))
    #expect(told == [0, 1, 2] + Array(4..<20))
  }

  @Test("a cancelled subscription is told nothing more")
  func cancelled() {
    let store = Store<Counter>()
    var told = 0
    let subscription = store.subscribe(\.count) { _ in told += 1 }
    store.dispatch(.incremented(by: 1))
    subscription.cancel()
    store.dispatch(.incremented(by: 1))
    #expect(told == 1)
    #expect(!subscription.isActive)
  }

  @Test("a subscriber that cancels another while values are delivered keeps it from being told")
  func cancelledDuringDelivery() {
    let store = Store<Counter>()
    var told: [String] = []
    var later: Subscription?
    let earlier = store.subscribe(\.count) { _ in
      told.append("earlier")
      later?.cancel()
    }
    later = store.subscribe(\.count) { _ in told.append("later") }
    let last = store.subscribe(\.count) { _ in told.append("last") }
    store.dispatch(.incremented(by: 1))
    #expect(told == ["earlier", "last"])
    #expect(earlier.isActive && last.isActive)
  }

  @Test("a subscriber may cancel itself while it is told")
  func cancelsItself() {
    let store = Store<Counter>()
    var told: [Int] = []
    var subscription: Subscription?
    subscription = store.subscribe(\.count) { count in
      told.append(count)
      subscription?.cancel()
      store.dispatch(.incremented(by: 1))
    }
    store.dispatch(.incremented(by: 1))
    #expect(told == [1])
    #expect(store.state.count == 2)
  }

  @Test("one that subscribes while values are delivered is told from the next change on")
  func subscribesDuringDelivery() {
    let store = Store<Counter>()
    var told: [Int] = []
    var inner: Subscription?
    let outer = store.subscribe(\.count) { _ in
      guard inner == nil else { return }
      inner = store.subscribe(\.count) { told.append($0) }
    }
    store.dispatch(.incremented(by: 1))
    #expect(told == [])
    store.dispatch(.incremented(by: 1))
    #expect(told == [2])
    #expect(outer.isActive)
  }

  @Test("an ignored action tells nobody")
  func ignored() {
    let store = Store<Counter>()
    var told = 0
    let subscription = store.subscribe(\.count) { _ in told += 1 }
    store.dispatch(.reset)
    #expect(store.seq == 1)
    #expect(told == 0)
    #expect(subscription.isActive)
  }
}
