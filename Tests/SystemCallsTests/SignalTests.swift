import Glibc
import Synchronization
import SystemCalls
import Testing

@Suite("Signals", .serialized)
struct SignalTests {
  @Test("a taken signal arrives as a readable event, once")
  func descriptor() throws {
    let seen = ConditionLock<[String]>([])
    let thread = try SystemCalls.Thread(name: "signals") {
      let what = Result { try Self.receiveOwnSignal() }
      seen.change { $0 = (try? what.get()) ?? ["\(what)"] }
    }
    thread.join()
    #expect(seen.withLock { $0 } == ["nothing", "SIGUSR1", "nothing"])
  }

  private static func receiveOwnSignal() throws -> [String] {
    let signals = try SignalDescriptor(taking: [.user1])
    var seen: [String] = []
    func look() throws {
      seen.append(try signals.next() == Signal.user1 ? "SIGUSR1" : "nothing")
    }
    try look()
    // To this thread alone: the others do not block it.
    pthread_kill(pthread_self(), SIGUSR1)
    guard try Poll.wait(signals.descriptor.rawValue, for: .readable, timeoutMilliseconds: 1000) else { return seen }
    try look()
    try look()
    return seen
  }

  @Test("a read that signals interrupt goes on as if nothing had been")
  func interrupted() throws {
    interruptions.store(0, ordering: .sequentiallyConsistent)
    var action = sigaction()
    // Without SA_RESTART the kernel leaves going on to us.
    action.__sigaction_handler.sa_handler = { _ in interruptions.add(1, ordering: .sequentiallyConsistent) }
    sigaction(SIGUSR2, &action, nil)
    let pair = try UnixSocket.pair()
    let reading = try pair.one.duplicate()
    let reader = ConditionLock<pthread_t?>(nil)
    let received = ConditionLock<Result<[UInt8], SystemError>?>(nil)
    let thread = try SystemCalls.Thread(name: "reader") {
      // Test threads, whose mask this one inherits, may block signals.
      try? Signal.unblock([Signal(number: SIGUSR2)])
      reader.change { $0 = pthread_self() }
      let result: Result<[UInt8], SystemError>
      do throws(SystemError) {
        result = .success(try reading.readToEnd())
      } catch {
        result = .failure(error)
      }
      received.change { $0 = result }
    }
    let target = reader.wait { $0 }
    for count in 1...50 {
      pthread_kill(target, SIGUSR2)
      while interruptions.load(ordering: .sequentiallyConsistent) < count { sched_yield() }
    }
    let bytes = Array("still here".utf8)
    try bytes.withUnsafeBytes { try pair.other.sendAll($0) }
    try pair.other.shutDown(.writing)
    thread.join()
    #expect(received.withLock { $0 } == .success(bytes))
  }
}

private let interruptions = Atomic<Int>(0)
