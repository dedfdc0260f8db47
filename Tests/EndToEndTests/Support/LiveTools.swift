import Foundation
import ProgramSupport
import TestSupport

/// The command line beside a daemon that comes and goes.
enum LiveTools {
  static func start(_ words: String...) throws -> RunningProgram { try RunningProgram(Programs.client, words) }

  /// The stored lines of all records.
  static func stored(_ journal: String) throws -> [String] {
    try JournalText.segments(journal).flatMap { path in
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
        .split(separator: "\n").map(String.init).filter { $0.hasPrefix("{\"seq\":") }
    }
  }

  /// Dispatches so many actions, one after another.
  static func dispatch(_ count: Int, to daemon: DaemonProcess) throws {
    let client = try WireClient(daemon.socketPath)
    for number in 0..<count { try client.dispatch("sync.requested", "{\"pending\":\(number)}") }
  }

  /// Rounds of a daemon that is given actions pipelined, and killed at a random moment of them.
  static func killedRounds(_ rounds: Int, in directory: String, _ arguments: [String] = [], seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let line =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"dispatch\",\"params\":"
      + "{\"type\":\"sync.requested\",\"action\":{\"pending\":1}}}"
    for _ in 0..<rounds {
      let daemon = try DaemonProcess(in: directory, arguments)
      let client = try WireClient(daemon.socketPath)
      for _ in 0..<40 { try client.send(line) }
      _ = try client.receive()
      usleep(UInt32(random.next() % 8_000))
      daemon.kill()
    }
  }

  /// Runs the command line until it has printed something, goes away as its reader, and waits for its end.
  ///
  /// - Returns: the exit status; `nil` if it did not end.
  static func statusWithoutReader(_ words: [String]) throws -> Int32? {
    let process = Process()
    process.executableURL = Programs.client
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    guard try output.fileHandleForReading.read(upToCount: 1)?.isEmpty == false else {
      throw Failure("\(words) printed nothing")
    }
    try output.fileHandleForReading.close()
    let deadline = Date(timeIntervalSinceNow: Patience.seconds)
    while process.isRunning, Date() < deadline { usleep(5_000) }
    guard !process.isRunning else {
      process.terminate()
      process.waitUntilExit()
      return nil
    }
    return process.terminationStatus
  }
}
