import ActionLog
import Testing

@testable import Daemon

@Suite("Who holds an effect")
struct HeldEffectsTests {
  private let id = EffectID(seq: 41, index: 0)

  @Test("an effect is held by its performer alone, from its start until it has reported once")
  func once() {
    var held = HeldEffects()
    #expect(!held.isHeld(id))
    held.start(id, HeldEffects.Hold(performer: .middleware(1), attempt: 1, trace: "t"))
    #expect(held.hold(id, by: .middleware(1))?.trace == "t")
    #expect(held.hold(id, by: .middleware(0)) == nil)
    #expect(held.release(id) != nil)
    #expect(held.release(id) == nil)
    #expect(held.hold(id, by: .middleware(1)) == nil)
  }

  @Test("a performer that goes away gives its effects back in order, and only its own")
  func goesAway() {
    var held = HeldEffects()
    for index in [3, 1, 2] {
      held.start(
        EffectID(seq: 5, index: index), HeldEffects.Hold(performer: .middleware(index % 2), attempt: 1, trace: nil))
    }
    #expect(held.releaseAll(of: .middleware(1)).map(\.text) == ["5.1", "5.3"])
    #expect(held.count == 1)
  }
}

@Suite("Room for one more record")
struct RoomLedgerTests {
  @Test("what was admitted, the longest line and the daemon's own records must fit")
  func needed() {
    var room = RoomLedger(longestLine: 1_000, ownRecords: 100, ahead: 10_000)
    room.update(room: 1_250)
    #expect(room.hasRoom)
    room.admitted(bytes: 150)
    #expect(room.hasRoom)
    room.admitted(bytes: 1)
    #expect(!room.hasRoom)
    #expect(room.needed == 1_251)
  }

  @Test("committing frees nothing by itself: the room shrinks with what was written")
  func committed() {
    var room = RoomLedger(longestLine: 1_000, ownRecords: 0, ahead: 0)
    room.update(room: 3_000)
    room.admitted(bytes: 1_500)
    room.admitted(bytes: 500)
    room.update(room: 1_500, committed: 1_500)
    #expect(room.needed == 1_500)
    #expect(room.hasRoom)
    room.update(room: 999, committed: 500)
    #expect(!room.hasRoom)
  }
}

@Suite("Where a group is committed")
struct CommitChoiceTests {
  @Test("small groups go to the engine's thread once syncs have shown to be quick, and leave it when they are not")
  func quick() {
    var choice = CommitChoice()
    #expect(!choice.isInline(bytes: 100, records: 1))
    for _ in 0..<40 { choice.took(nanoseconds: 50_000) }
    #expect(choice.isInline(bytes: 100, records: 1))
    #expect(!choice.isInline(bytes: 1 << 20, records: 1))
    #expect(!choice.isInline(bytes: 100, records: 1_000))
    for _ in 0..<40 { choice.took(nanoseconds: 20_000_000) }
    #expect(!choice.isInline(bytes: 100, records: 1))
  }

  @Test("it can be switched off")
  func off() {
    var choice = CommitChoice(allowsInline: false)
    for _ in 0..<40 { choice.took(nanoseconds: 1) }
    #expect(!choice.isInline(bytes: 1, records: 1))
  }
}

@Suite("What waits for durability")
struct DurableQueueTests {
  @Test("items come out in order, each once its seq is durable")
  func order() {
    var queue = DurableQueue<String>()
    queue.append("a", until: 3)
    queue.append("b", until: 3)
    queue.append("c", until: 5)
    #expect(queue.next(durable: 2) == nil)
    #expect(queue.next(durable: 4) == "a")
    #expect(queue.next(durable: 4) == "b")
    #expect(queue.next(durable: 4) == nil)
    #expect(queue.count == 1)
    #expect(queue.drain() == ["c"])
    #expect(queue.isEmpty)
  }

  @Test("a long run keeps its order while it is used up from the front")
  func long() {
    var queue = DurableQueue<Int>()
    var next = 0
    for number in 0..<10_000 {
      queue.append(number, until: UInt64(number))
      guard number % 3 == 2 else { continue }
      #expect(queue.next(durable: UInt64(number)) == next)
      next += 1
    }
    while let item = queue.next(durable: 10_000) {
      #expect(item == next)
      next += 1
    }
    #expect(next == 10_000)
  }
}
