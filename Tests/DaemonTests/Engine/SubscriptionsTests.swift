import ActionLog
import CanonicalJSON
import Testing

@testable import Daemon

@Suite("Who is sent which value")
struct SubscriptionsTests {
  private let one = ConnectionID(index: 0, generation: 0)
  private let other = ConnectionID(index: 1, generation: 0)

  private func digest(_ value: Int) -> ValueDigest { ValueDigest(kind: 0, Array("\(value)".utf8)) }

  private func pointer(_ text: String) -> Query<Toy.State> {
    .pointer(JSONPointer(tokens: text.split(separator: "/").map(String.init)))
  }

  /// Opens a subscriber to `text` that has got `value`.
  private func open(
    _ number: UInt64, _ connection: ConnectionID, _ text: String = "/count", value: Int = 0, seq: UInt64 = 1,
    isLong: Bool = false, in subscriptions: inout Subscriptions<Toy.State>
  ) {
    subscriptions.open(number, on: connection, pointer(text), reads: [.value("count")], isLong: isLong, seq: seq)
    subscriptions.opened(number, digest(value))
  }

  /// Sends a subscriber the value that its query has now.
  private func send(_ number: UInt64, _ digest: ValueDigest, in subscriptions: inout Subscriptions<Toy.State>) -> Int {
    let query = subscriptions.subscribers[number].flatMap { subscriptions.queries[$0.query] }
    return subscriptions.send(number, digest, seq: query?.latest?.seq ?? 0)
  }

  /// A group that touched a short query is durable, and the query evaluated at once.
  private func evaluate(
    _ query: QueryID, _ value: Int, seq: UInt64, in subscriptions: inout Subscriptions<Toy.State>
  ) -> [UInt64] {
    #expect(subscriptions.wake([query], seq: seq) == [query])
    return subscriptions.evaluated(query, digest(value), seq: seq)
  }

  @Test("the same query is there once, whoever asks it, and goes with the last who asked it")
  func shared() {
    var subscriptions = Subscriptions<Toy.State>()
    open(1, one, in: &subscriptions)
    open(2, other, in: &subscriptions)
    open(3, one, "/lastJob", in: &subscriptions)
    #expect(subscriptions.queries.count == 2)
    subscriptions.close(1)
    #expect(subscriptions.all == [1, 2])
    subscriptions.close(2)
    #expect(subscriptions.all == [2])
    subscriptions.close(3)
    subscriptions.close(3)
    #expect(subscriptions.isEmpty && subscriptions.queries.isEmpty)
    open(4, one, in: &subscriptions)
    #expect(subscriptions.all == [3])
  }

  @Test("selectors are the same with arguments in any order, and with none as with an empty object")
  func keys() throws {
    let selector = try #require(Toy.selectors.first)
    func key(_ arguments: String) throws -> QueryKey {
      QueryKey(Query<Toy.State>.selector(selector, arguments: try JSONValue.parse(Array(arguments.utf8))))
    }
    #expect(try key("null") == key("{}"))
    #expect(try key("{\"b\":1,\"a\":[2]}") == key(" { \"a\" : [2], \"b\" : 1 }"))
    #expect(try key("{\"a\":1}") != key("{\"a\":2}"))
    #expect(QueryKey(pointer("/a")) != QueryKey(pointer("/b")))
  }

  @Test("a value goes to those who have another, once each; skipped counts none")
  func differing() {
    var subscriptions = Subscriptions<Toy.State>()
    open(1, one, value: 5, in: &subscriptions)
    open(2, other, value: 5, in: &subscriptions)
    #expect(evaluate(1, 5, seq: 2, in: &subscriptions) == [])
    #expect(evaluate(1, 6, seq: 3, in: &subscriptions) == [1, 2])
    #expect(send(1, digest(6), in: &subscriptions) == 0)
    #expect(send(2, digest(6), in: &subscriptions) == 0)
    #expect(evaluate(1, 6, seq: 4, in: &subscriptions) == [])
  }

  @Test("one who missed nine and gets the tenth is told 9; the others are told 0 each time")
  func skipped() {
    var subscriptions = Subscriptions<Toy.State>()
    open(1, one, in: &subscriptions)
    open(2, other, in: &subscriptions)
    for value in 1...10 {
      for number in evaluate(1, value, seq: UInt64(value + 1), in: &subscriptions) {
        if number == 1 {
          subscriptions.fallBehind(1)
        } else {
          #expect(send(number, digest(value), in: &subscriptions) == 0)
        }
      }
    }
    #expect(subscriptions.catchUp(on: other) == nil)
    let caughtUp = subscriptions.catchUp(on: one)
    #expect(caughtUp?.number == 1 && caughtUp?.query == 1)
    #expect(send(1, digest(10), in: &subscriptions) == 9)
    #expect(subscriptions.catchUp(on: one) == nil)
  }

  @Test("a value that came back to what a slow one has is not sent; both it missed count with the next")
  func cameBack() {
    var subscriptions = Subscriptions<Toy.State>()
    open(1, one, value: 5, in: &subscriptions)
    #expect(evaluate(1, 6, seq: 2, in: &subscriptions) == [1])
    subscriptions.fallBehind(1)
    #expect(evaluate(1, 5, seq: 3, in: &subscriptions) == [])
    #expect(subscriptions.catchUp(on: one)?.query == 1)
    #expect(evaluate(1, 7, seq: 4, in: &subscriptions) == [1])
    #expect(send(1, digest(7), in: &subscriptions) == 2)
  }

  @Test("a first value read within a group counts as the value of its end, or as none of the query's")
  func midGroup() {
    var subscriptions = Subscriptions<Toy.State>()
    open(1, one, value: 0, seq: 1, in: &subscriptions)
    open(2, other, value: 1, seq: 2, in: &subscriptions)
    #expect(evaluate(1, 1, seq: 3, in: &subscriptions) == [1])
    open(3, other, value: 2, seq: 4, in: &subscriptions)
    #expect(send(1, digest(1), in: &subscriptions) == 0)
    #expect(evaluate(1, 3, seq: 5, in: &subscriptions) == [1, 2, 3])
    for number: UInt64 in 1...3 { #expect(send(number, digest(3), in: &subscriptions) == 0) }
  }

  @Test("one whose first value is still on its way is sent nothing")
  func opening() {
    var subscriptions = Subscriptions<Toy.State>()
    subscriptions.open(1, on: one, pointer("/count"), reads: [.value("count")], isLong: false, seq: 2)
    #expect(evaluate(1, 1, seq: 2, in: &subscriptions) == [])
    subscriptions.opened(1, digest(1))
    #expect(evaluate(1, 2, seq: 3, in: &subscriptions) == [1])
  }

  @Test("only what a group touched is woken, and each query once")
  func touched() throws {
    var subscriptions = Subscriptions<Toy.State>()
    open(1, one, in: &subscriptions)
    subscriptions.open(2, on: one, pointer("/notes/a"), reads: [.row("notes", "a")], isLong: false, seq: 1)
    subscriptions.open(3, on: one, pointer("/notes/b"), reads: [.row("notes", "b")], isLong: false, seq: 1)
    var root = StateRoot(Toy.initialState)
    for _ in 0..<3 {
      root.state.notes[Toy.NoteID("b")] = Toy.Note(text: "\(root.digest.hex16)", writtenAt: Timestamp(microseconds: 0))
      subscriptions.touch(root.settle())
    }
    #expect(subscriptions.takeTouched() == [3])
    #expect(subscriptions.takeTouched() == [])
    subscriptions.touch(root.settle())
    #expect(subscriptions.takeTouched() == [])
  }

  // MARK: - Long queries

  private func begin(_ subscriptions: inout Subscriptions<Toy.State>, room: (ConnectionID) -> Bool = { _ in true })
    -> [QueryID]
  {
    subscriptions.beginEvaluation(most: 10, hasRoom: room).map(\.id)
  }

  @Test("of a long query one evaluation is under way; what comes meanwhile is one more, and the passed over count")
  func coalescing() {
    var subscriptions = Subscriptions<Toy.State>()
    open(1, one, isLong: true, in: &subscriptions)
    #expect(!subscriptions.wantsState)
    #expect(subscriptions.wake([1], seq: 2) == [])
    #expect(subscriptions.wantsState)
    #expect(begin(&subscriptions) == [1])
    for seq: UInt64 in 3...6 { #expect(subscriptions.wake([1], seq: seq) == []) }
    #expect(begin(&subscriptions) == [])
    #expect(!subscriptions.wantsState)
    subscriptions.endEvaluation(of: [1])
    #expect(subscriptions.evaluated(1, digest(1), seq: 2) == [1])
    #expect(send(1, digest(1), in: &subscriptions) == 0)
    #expect(begin(&subscriptions) == [1])
    subscriptions.endEvaluation(of: [1])
    #expect(subscriptions.evaluated(1, digest(5), seq: 6) == [1])
    #expect(send(1, digest(5), in: &subscriptions) == 3)
    #expect(begin(&subscriptions) == [])
  }

  @Test("nothing long is evaluated for those who have no room; when they have, it is")
  func noRoom() {
    var subscriptions = Subscriptions<Toy.State>()
    open(1, one, isLong: true, in: &subscriptions)
    for seq: UInt64 in 2...10 { _ = subscriptions.wake([1], seq: seq) }
    #expect(begin(&subscriptions, room: { _ in false }) == [])
    #expect(!subscriptions.wantsState)
    _ = subscriptions.wake([1], seq: 11)
    #expect(!subscriptions.wantsState)
    subscriptions.hasRoom(other)
    #expect(subscriptions.takeRoomy() == [])
    subscriptions.hasRoom(one)
    #expect(subscriptions.wantsState)
    #expect(subscriptions.takeRoomy() == [one])
    let caughtUp = subscriptions.catchUp(on: one)
    #expect(caughtUp?.number == 1 && caughtUp?.query == nil)
    #expect(begin(&subscriptions) == [1])
    subscriptions.endEvaluation(of: [1])
    #expect(subscriptions.evaluated(1, digest(10), seq: 11) == [1])
    #expect(send(1, digest(10), in: &subscriptions) == 9)
  }

  @Test("what the reader thread did not come to is first in line again")
  func handedBack() {
    var subscriptions = Subscriptions<Toy.State>()
    for number: UInt64 in 1...4 { open(number, one, "/q\(number)", isLong: true, in: &subscriptions) }
    _ = subscriptions.wake([1, 2, 3], seq: 2)
    #expect(begin(&subscriptions) == [1, 2, 3])
    _ = subscriptions.wake([4, 3], seq: 3)
    subscriptions.close(1)
    subscriptions.endEvaluation(of: [1])
    #expect(subscriptions.evaluated(1, digest(1), seq: 2) == [])
    #expect(begin(&subscriptions) == [2, 4, 3])
    subscriptions.endEvaluation(of: [2, 3, 4])
    #expect(begin(&subscriptions) == [])
  }

  @Test("a first value that the query has overtaken is followed by the newer one")
  func overtaken() {
    var subscriptions = Subscriptions<Toy.State>()
    open(1, one, value: 0, isLong: true, in: &subscriptions)
    subscriptions.open(2, on: other, pointer("/count"), reads: [.value("count")], isLong: true, seq: 4)
    _ = subscriptions.wake([1], seq: 5)
    #expect(begin(&subscriptions) == [1])
    subscriptions.endEvaluation(of: [1])
    #expect(subscriptions.evaluated(1, digest(1), seq: 5) == [1])
    _ = send(1, digest(1), in: &subscriptions)
    subscriptions.opened(2, digest(0))
    #expect(begin(&subscriptions) == [1])
    subscriptions.endEvaluation(of: [1])
    #expect(subscriptions.evaluated(1, digest(1), seq: 5) == [2])
    #expect(send(2, digest(1), in: &subscriptions) == 0)
  }

  @Test("a value of before is not sent to one who began with a newer one, and counts to nobody's skipped but others'")
  func older() {
    var subscriptions = Subscriptions<Toy.State>()
    open(1, one, value: 0, isLong: true, in: &subscriptions)
    for seq: UInt64 in 4...5 { _ = subscriptions.wake([1], seq: seq) }
    #expect(begin(&subscriptions) == [1])
    open(2, other, value: 7, seq: 9, isLong: true, in: &subscriptions)
    subscriptions.endEvaluation(of: [1])
    #expect(subscriptions.evaluated(1, digest(5), seq: 5) == [1])
    #expect(send(1, digest(5), in: &subscriptions) == 1)
    for seq: UInt64 in 9...10 { _ = subscriptions.wake([1], seq: seq) }
    #expect(begin(&subscriptions) == [1])
    subscriptions.endEvaluation(of: [1])
    #expect(subscriptions.evaluated(1, digest(8), seq: 10) == [1, 2])
    #expect(send(1, digest(8), in: &subscriptions) == 1)
    #expect(send(2, digest(8), in: &subscriptions) == 0)
  }
}
