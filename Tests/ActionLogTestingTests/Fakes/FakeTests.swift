import ActionLog
import ActionLogTesting
import Testing

@Suite("Fakes: a performer, a service and a cache in memory")
struct FakeTests {
  struct Broken: Error, Equatable {
    var number: Int
  }

  @Test("held effects are released in any order, each once")
  func performer() {
    let performer = FakePerformer<Desk>(performs: { $0 == "load" || $0 == "save" })
    let store = Store<Desk>(middleware: [performer])
    store.dispatch(.written(id: "a", title: "milk"))
    store.dispatch(.allSaveRequested)
    store.dispatch(.loadRequested(page: 1))
    #expect(performer.performed == [.save(id: "a"), .load(page: 1)])
    #expect(performer.held == [.save(id: "a"), .load(page: 1)])
    #expect(performer.release(.load(page: 1), with: .action(.loaded(titles: ["x"]))))
    #expect(performer.held == [.save(id: "a")])
    #expect(!performer.release(.load(page: 1), with: .settled(why: "again")))
    store.drain()
    #expect(store.state.count == 1)
    #expect(performer.release(.save(id: "a"), with: .action(.saved(id: "a"))))
    store.drain()
    #expect(store.state.notes["a"]?.isSaved == true)
    #expect(store.outbox.isEmpty)
  }

  @Test("a service answers as scripted, call by call, and remembers what it was asked")
  func service() throws {
    let service = FakeService<Int, String, Broken> { .failure(Broken(number: $0)) }
    #expect(throws: Broken(number: 7)) { try service.call(7) }
    service.script(7, .success("first"), .failure(Broken(number: 0)), .success("last"))
    #expect(try service.call(7) == "first")
    #expect(throws: Broken(number: 0)) { try service.call(7) }
    #expect(try service.call(7) == "last")
    #expect(try service.call(7) == "last")
    service.script(7)
    #expect(throws: Broken(number: 7)) { try service.call(7) }
    #expect(service.calls == [7, 7, 7, 7, 7, 7])
  }

  @Test("a cache misses and fails as often as it is told to, and keeps what it held")
  func cache() throws {
    let cache = FakeCache<String, Broken>("old")
    cache.missReads()
    #expect(cache.read() == nil)
    #expect(cache.read() == "old")
    cache.failWrites(with: Broken(number: 1), 2)
    #expect(throws: Broken(number: 1)) { try cache.write("new") }
    #expect(throws: Broken(number: 1)) { try cache.write("new") }
    #expect(cache.value == "old")
    try cache.write("new")
    #expect(cache.read() == "new")
    #expect(cache.writes == ["new"])
    #expect(cache.reads == 3)
  }
}
