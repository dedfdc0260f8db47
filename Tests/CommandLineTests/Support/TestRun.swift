import CanonicalJSON
import Synchronization
import SystemCalls

@testable import CommandLine

/// What a program wrote, kept in memory.
final class Capture: Sendable {
  private let kept = Mutex<[UInt8]>([])

  var text: String { String(decoding: kept.withLock { $0 }, as: UTF8.self) }
  var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) } }

  func append(_ bytes: UnsafeRawBufferPointer) { kept.withLock { $0.append(contentsOf: bytes) } }
}

/// One run of the program in surroundings that the test decides.
struct TestRun {
  /// What came out.
  struct Ended {
    let status: ExitStatus
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map { String($0) } }
  }

  var environment: [String: String] = [:]
  var input: [[UInt8]] = []
  var inputIsTerminal = false
  var isTerminal = false
  var errorsAreTerminal = false
  var columns: Int?
  /// Whether every program is there, or none.
  var hasProgram = true
  var now = Timestamp(microseconds: 1_800_000_000_000_000)
  var localOffsetSeconds = 0
  /// How far the clock for spans moves each time it is looked at.
  var nanosecondsPerLook: UInt64 = 1_000_000
  /// Called when a command waits and nothing comes.
  var onIdle: (() throws(Failure) -> Void)?
  /// Standard output fails with this once so many bytes were written.
  var outputFails: (errno: Int32, afterBytes: Int)?

  init() {}

  /// Sets what standard input holds, in the given portions.
  mutating func type(_ portions: String...) { input = portions.map { Array($0.utf8) } }

  func run(_ words: String..., table: CommandTable) -> Ended { run(words: words, table: table) }

  func run(words: [String], table: CommandTable) -> Ended {
    let output = Capture()
    let errors = Capture()
    let surroundings = surroundings(output: output, errors: errors)
    let program = Program(
      arguments: ["/usr/bin/actionlog"] + words, version: "1.2.3", table: table, surroundings: surroundings)
    return Ended(status: program.run(), output: output.text, errors: errors.text)
  }

  func surroundings(output: Capture, errors: Capture) -> Surroundings {
    var written = 0
    let fails = outputFails
    let now = now
    let offset = localOffsetSeconds
    let columns = columns
    let hasProgram = hasProgram
    let variables = environment
    var ticks: UInt64 = 0
    let tick = nanosecondsPerLook
    return Surroundings(
      output: Output(name: "standard output", isTerminal: isTerminal) { bytes throws(SystemError) in
        written += bytes.count
        if let fails, written > fails.afterBytes { throw SystemError(call: "write", errno: fails.errno) }
        output.append(bytes)
      },
      errors: Output(name: "standard error", isTerminal: errorsAreTerminal) { bytes throws(SystemError) in
        errors.append(bytes)
      },
      input: scriptedInput(), environment: { variables[$0] }, now: { now },
      nanoseconds: {
        // A clock by hand: each look at it is a little later.
        ticks += tick
        return ticks
      },
      localOffset: { _ in offset }, hasProgram: { _ in hasProgram }, columns: { columns }, wait: Self.wait(onIdle))
  }

  private static func wait(
    _ onIdle: (() throws(Failure) -> Void)?
  ) -> (Int32?, Int?) throws(Failure) -> Bool {
    { descriptor, milliseconds throws(Failure) in
      if let descriptor {
        // Longer than a server beside us takes to answer, short enough for a test that ends this way.
        let isReady = try? Poll.wait(
          descriptor, for: .readable, timeoutMilliseconds: Int32(min(milliseconds ?? 500, 500)))
        if isReady == true { return true }
      } else if onIdle == nil {
        _ = try? Poll.wait([], timeoutMilliseconds: Int32(min(milliseconds ?? 5, 5)))
      }
      try onIdle?()
      return false
    }
  }

  private func scriptedInput() -> Input {
    var portions = input[...]
    return Input(
      name: "standard input", isTerminal: inputIsTerminal, ready: { !portions.isEmpty },
      source: { buffer throws(SystemError) in
        guard let portion = portions.popFirst() else { return 0 }
        let count = min(portion.count, buffer.count)
        buffer.copyBytes(from: portion[..<count])
        if count < portion.count { portions = [Array(portion[count...])] + portions }
        return count
      })
  }
}

extension TestRun {
  /// Runs a command of the socket against a server, which lives until the command has ended.
  func run(_ words: String..., on server: TestServer) -> Ended {
    withExtendedLifetime(server) { run(words: words + ["--socket", server.path], table: .socketOnly) }
  }
}
