import Testing

@testable import SystemCalls

@Suite("This process")
struct ProcessTests {
  @Test("uuids have the form of version 4 and differ")
  func uuid() throws {
    let one = try SystemRandom.uuid()
    #expect(one.utf8.count == 36)
    #expect(try one.wholeMatch(of: Regex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")) != nil)
    #expect(try one != SystemRandom.uuid())
  }

  @Test("the arguments are those that the process was started with")
  func arguments() {
    #expect(CurrentProcess.arguments == CommandLine.arguments)
    #expect(!CurrentProcess.arguments.isEmpty)
  }

  @Test("clocks run forward, and the wall clock is of this century")
  func clocks() {
    let boot = Clock.boottimeNanoseconds()
    let monotonic = Clock.monotonicNanoseconds()
    #expect(Clock.boottimeNanoseconds() >= boot && Clock.monotonicNanoseconds() >= monotonic)
    #expect(Clock.realtimeMicroseconds() > 1_600_000_000_000_000)
  }

  @Test("a wall clock that says nonsense is held within what can be written, with room behind")
  func nonsenseClock() {
    #expect(Clock.microseconds(seconds: 1, nanoseconds: 2_999) == 1_000_002)
    #expect(Clock.microseconds(seconds: -1, nanoseconds: 999_999_999) == 0)
    #expect(Clock.microseconds(seconds: .min, nanoseconds: 0) == 0)
    #expect(Clock.microseconds(seconds: .max, nanoseconds: 0) == 253_370_764_799_000_000)
  }

  @Test("environment variables are read, and nil when absent")
  func environment() {
    #expect(CurrentProcess.environment("PATH")?.isEmpty == false)
    #expect(CurrentProcess.environment("ACTIONLOG_NO_SUCH_VARIABLE") == nil)
  }

  @Test("the limit of open files is raised to what is allowed")
  func openFiles() throws {
    let limit = try CurrentProcess.raiseOpenFilesLimit()
    #expect(limit > 0)
    #expect(try CurrentProcess.raiseOpenFilesLimit() == limit)
  }

  @Test("every error has a name and a text")
  func errorNames() {
    #expect(
      SystemError(call: "write", errno: ErrorNumber.noSpace).description == "write: No space left on device (ENOSPC)")
    #expect(SystemError(call: "write", errno: 4095).name == "errno 4095")
  }
}
