import Testing
import WireProtocol

@testable import Daemon

@Suite("What a connection may do next")
struct ConnectionFlowTests {
  private let second: UInt64 = 1_000_000_000

  private func flow(inFlight: Int = 2, queued: Int = 4_096, stallSeconds: Int = 60) throws -> ConnectionFlow {
    var limits = Limits()
    try limits.set(.inFlight, to: inFlight)
    try limits.set(.queuedBytes, to: queued)
    try limits.set(.queueStallSeconds, to: stallSeconds)
    return ConnectionFlow(limits: limits)
  }

  @Test("reading pauses at the limit of unanswered requests, and goes on after an answer")
  func inFlight() throws {
    var flow = try flow()
    flow.began()
    #expect(flow.verdict == .watch(reading: true, writing: false))
    flow.began()
    #expect(!flow.mayTake)
    #expect(flow.verdict == .watch(reading: false, writing: false))
    flow.answered()
    #expect(flow.verdict == .watch(reading: true, writing: false))
  }

  @Test("reading pauses at the limit of queued bytes, those of unfinished batches among them")
  func queued() throws {
    var flow = try flow()
    flow.queueHolds(4_000)
    #expect(flow.mayTake)
    flow.collects(96)
    #expect(!flow.mayTake)
    flow.collects(-96)
    #expect(flow.mayTake)
    flow.queueHolds(4_096)
    flow.blocked(now: 1)
    #expect(flow.verdict == .watch(reading: false, writing: true))
    flow.moved(left: 10, now: 2)
    #expect(flow.verdict == .watch(reading: true, writing: true))
    flow.moved(left: 0, now: 3)
    #expect(flow.verdict == .watch(reading: true, writing: false))
  }

  @Test("after the end of input what is owed is waited for, then the connection is finished")
  func halfClose() throws {
    var flow = try flow()
    flow.began()
    flow.endInput()
    #expect(flow.verdict == .watch(reading: false, writing: false))
    flow.exhaustInput()
    #expect(flow.verdict == .watch(reading: false, writing: false))
    flow.answered()
    flow.queueHolds(10)
    #expect(flow.verdict == .watch(reading: false, writing: false))
    flow.blocked(now: 1)
    #expect(flow.verdict == .watch(reading: false, writing: true))
    flow.moved(left: 0, now: 2)
    #expect(flow.verdict == .close(.finished))
  }

  @Test("lines that answer nothing are queued until all that the peer sent was taken, and never for one that is gone")
  func pushes() throws {
    var flow = try flow()
    #expect(flow.takesPushes)
    flow.endInput()
    #expect(flow.takesPushes)
    flow.exhaustInput()
    #expect(!flow.takesPushes)
    var gone = try self.flow()
    gone.hangUp()
    #expect(!gone.takesPushes)
  }

  @Test("a peer that is gone is read to its end without being watched, then closed with requests in flight")
  func gone() throws {
    var flow = try flow()
    flow.began()
    flow.queueHolds(100)
    flow.blocked(now: 1)
    flow.hangUp()
    #expect(flow.verdict == .drive)
    #expect(flow.mayReceive)
    #expect(!flow.isStalled(now: 1_000 * second))
    flow.endInput()
    flow.exhaustInput()
    #expect(flow.verdict == .close(.peerGone))
  }

  @Test("a peer that takes no answers is still read while it sends")
  func lostOutput() throws {
    var flow = try flow()
    flow.loseOutput()
    #expect(flow.verdict == .watch(reading: true, writing: false))
    flow.endInput()
    flow.exhaustInput()
    #expect(flow.verdict == .close(.peerGone))
  }

  @Test("a queue is stalled when it has not moved for the limit, counted from when it was blocked or last moved")
  func stalled() throws {
    var flow = try flow()
    flow.queueHolds(100)
    #expect(!flow.isStalled(now: 1_000 * second))
    flow.blocked(now: 10 * second)
    flow.blocked(now: 60 * second)
    #expect(!flow.isStalled(now: 70 * second - 1))
    #expect(flow.isStalled(now: 70 * second))
    flow.moved(left: 50, now: 69 * second)
    #expect(!flow.isStalled(now: 129 * second - 1))
    #expect(flow.isStalled(now: 129 * second))
    flow.moved(left: 0, now: 130 * second)
    #expect(!flow.isStalled(now: 1_000 * second))
  }

  @Test("what the kernel holds for the peer moves when it falls, and the first figure judges nothing")
  func kernelQueue() throws {
    var flow = try flow()
    flow.queueHolds(100)
    flow.blocked(now: 1)
    func isStalled(_ held: Int, at now: UInt64) -> Bool { flow.isStalled(kernelHolds: held, now: now) }
    #expect(!isStalled(900, at: 100 * second))
    #expect(!isStalled(800, at: 101 * second))
    #expect(!isStalled(800, at: 160 * second))
    #expect(!isStalled(700, at: 160 * second))
    #expect(!isStalled(700, at: 220 * second - 1))
    #expect(isStalled(700, at: 220 * second))
    // What was sent meanwhile makes the figures incomparable, and is a move itself.
    flow.moved(left: 50, now: 230 * second)
    #expect(!isStalled(600, at: 231 * second))
    #expect(isStalled(600, at: 290 * second))
  }

  @Test("a clock that reads earlier than before is no stall")
  func clock() throws {
    var flow = try flow()
    flow.blocked(now: 100 * second)
    #expect(!flow.isStalled(now: 1))
  }
}

@Suite("Bytes on their way out")
struct OutQueueTests {
  private func waiting(_ queue: OutQueue) -> [UInt8] { queue.withWaiting { Array($0) } }

  @Test("what was sent goes, what waits stays in order")
  func drop() {
    var queue = OutQueue()
    queue.bytes += [1, 2, 3]
    queue.drop(1)
    queue.bytes += [4]
    #expect(waiting(queue) == [2, 3, 4])
    #expect(queue.count == 3)
    queue.drop(3)
    #expect(queue.count == 0 && queue.bytes.isEmpty)
  }

  @Test("a long queue that is taken in pieces gives back what was sent, and at its end its memory")
  func long() {
    var queue = OutQueue()
    let all = 2_000_000
    queue.bytes += [UInt8](repeating: 1, count: all - 1) + [2]
    var sent = 0
    while queue.count > 0 {
      let count = min(queue.count, 212_992)
      let last = queue.withWaiting { $0.last }
      #expect(last == 2)
      queue.drop(count)
      sent += count
      #expect(queue.bytes.count <= 2 * queue.count + (512 << 10))
    }
    #expect(sent == all)
    #expect(queue.bytes.capacity < 1 << 20)
  }
}

@Suite("Answers that are known to come")
struct OwedAnswerTests {
  @Test("count to what is queued until they are")
  func counted() {
    var limits = Limits()
    _ = try? limits.set("queued-bytes", to: "65536")
    var flow = ConnectionFlow(limits: limits)
    flow.owes(65_535)
    #expect(flow.mayTake && !flow.isFull)
    flow.owes(1)
    #expect(!flow.mayTake && flow.isFull)
    flow.owes(-65_536)
    #expect(flow.mayTake)
  }
}
