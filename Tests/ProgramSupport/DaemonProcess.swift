import Foundation
import SystemCalls
import TestSupport

/// The real daemon, as a process of its own on a journal and a socket in `directory`.
package final class DaemonProcess: @unchecked Sendable {
  // Only the thread of the test starts it and waits; `sendKill` is one system call, which any thread may make.
  package let directory: String
  private let process = Process()
  private let errors: TemporaryFile

  package var socketPath: String { directory + "/d.sock" }
  package var journalPath: String { directory + "/journal" }
  package var log: String { errors.text }

  /// Memory that it holds now, in bytes.
  package var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
  }

  /// Starts the daemon and waits until it answers.
  package init(
    in directory: String, _ arguments: [String] = [], program: URL = Programs.daemon,
    environment: [String: String] = [:], waits: Bool = true, givesPaths: Bool = true
  ) throws {
    self.directory = directory
    errors = try TemporaryFile()
    process.executableURL = program
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let paths = ["--journal", directory + "/journal", "--socket", directory + "/d.sock"]
    process.arguments = (givesPaths ? paths : []) + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors.handle
    try process.run()
    if waits { try waitUntilItAnswers() }
  }

  deinit {
    if process.isRunning { kill() }
    errors.remove()
  }

  /// Polls the socket until the daemon answers `status`.
  package func waitUntilItAnswers(seconds: Double = Patience.seconds) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
      if !process.isRunning { throw Failure("the daemon ended with \(process.terminationStatus): \(log)") }
      if let client = try? WireClient(socketPath), (try? client.call("status")) != nil { return }
      try Poll.pause(milliseconds: 2)
    }
    throw Failure("the daemon does not answer: \(log)")
  }

  /// Ends it as a power cut would: no signal handler runs.
  package func kill() {
    sendKill()
    process.waitUntilExit()
  }

  /// Kills it without waiting; any thread may.
  package func sendKill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Asks it to stop and waits; the exit status, and how long it took in seconds.
  package func stop() -> (status: Int32, seconds: Double) {
    let start = Date()
    Foundation.kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    return (process.terminationStatus, Date().timeIntervalSince(start))
  }

  /// Waits for it to end by itself.
  package func ended() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// Something that a test's own machinery could not do.
package struct Failure: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

extension Poll {
  /// Lets time pass between two looks at a condition.
  package static func pause(milliseconds: Int) throws {
    usleep(UInt32(milliseconds * 1000))
  }
}
