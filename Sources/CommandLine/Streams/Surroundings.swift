import CanonicalJSON
import SystemCalls

/// Everything outside that a command may look at or write to; tests hand in their own.
struct Surroundings {
  let output: Output
  let errors: Output
  let input: Input
  /// An environment variable.
  let environment: (String) -> String?
  /// Wall clock.
  let now: () -> Timestamp
  /// A clock for spans of time, in nanoseconds.
  let nanoseconds: () -> UInt64
  /// Seconds east of UTC at a moment, here.
  let localOffset: @Sendable (Timestamp) -> Int
  /// Whether a program of this name stands beside this one, or where the search path leads.
  let hasProgram: (String) -> Bool
  /// Characters in a line of the terminal that reads standard output.
  let columns: () -> Int?
  /// Waits until a descriptor can be read, or so many milliseconds are over; with `nil` for the descriptor only time
  /// passes, with `nil` for the time it has no end. Whether it can be read; `readerGone` as soon as nobody reads
  /// standard output any more.
  let wait: (_ descriptor: Int32?, _ milliseconds: Int?) throws(Failure) -> Bool

  /// The real ones of this process.
  static func ofProcess() -> Surroundings {
    Surroundings(
      output: output(.output, "standard output"), errors: output(.error, "standard error"), input: standardInput(),
      environment: CurrentProcess.environment,
      now: { Timestamp(microseconds: Clock.realtimeMicroseconds()) }, nanoseconds: Clock.monotonicNanoseconds,
      localOffset: { time in
        let (seconds, rest) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return Clock.localOffsetMinutes(atSeconds: rest < 0 ? seconds - 1 : seconds) * 60
      },
      hasProgram: hasProgram, columns: { StandardStream.output.terminalWidth }, wait: wait)
  }

  private static func hasProgram(_ name: String) -> Bool {
    let own = CurrentProcess.arguments.first ?? ""
    let beside = own.lastIndex(of: "/").map { [own[..<$0]] } ?? []
    let searched = (CurrentProcess.environment("PATH") ?? "").split(separator: ":")
    return (beside + searched).contains { FileSystem.exists("\($0)/\(name)") }
  }

  private static func wait(_ descriptor: Int32?, _ milliseconds: Int?) throws(Failure) -> Bool {
    // Asked for nothing, the kernel still tells that the other end of standard output is gone.
    var descriptors: [(descriptor: Int32, readiness: Readiness)] = [(StandardStream.output.rawValue, [])]
    if let descriptor { descriptors.append((descriptor, .readable)) }
    let ready: [Readiness]
    do throws(SystemError) {
      ready = try Poll.wait(descriptors, timeoutMilliseconds: milliseconds.map { Int32(clamping: $0) })
    } catch {
      throw .unreachable("cannot wait for news: \(error.text)")
    }
    if !ready[0].isEmpty { throw .readerGone }
    return ready.count > 1 && !ready[1].isEmpty
  }

  private static func output(_ stream: StandardStream, _ name: String) -> Output {
    Output(name: name, isTerminal: stream.isTerminal) { bytes throws(SystemError) in try stream.write(bytes) }
  }

  private static func standardInput() -> Input {
    let stream = StandardStream.input
    return Input(
      name: "standard input", isTerminal: stream.isTerminal,
      // Without an answer a read is taken to wait, which costs a little speed and no correctness.
      ready: { (try? Poll.wait(stream.rawValue, for: .readable, timeoutMilliseconds: 0)) ?? false },
      source: { buffer throws(SystemError) in try stream.read(into: buffer) })
  }
}
