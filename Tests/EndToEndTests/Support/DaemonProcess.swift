import Foundation
import SystemCalls
import Testing

/// The real daemon, as a process of its own on a journal and a socket in `directory`.
final class DaemonProcess {
  let directory: String
  private let process = Process()
  private let errors: TemporaryFile

  var socketPath: String { directory + "/d.sock" }
  var journalPath: String { directory + "/journal" }
  var log: String { errors.text }

  /// Memory that it holds now, in bytes.
  var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
  }

  /// Starts the daemon and waits until it answers.
  init(
    in directory: String, _ arguments: [String] = [], program: URL = Programs.daemon,
    environment: [String: String] = [:], waits: Bool = true
  ) throws {
    self.directory = directory
    errors = try TemporaryFile()
    process.executableURL = program
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.arguments = ["--journal", directory + "/journal", "--socket", directory + "/d.sock"] + arguments
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
  func waitUntilItAnswers(seconds: Double = 20) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
      if !process.isRunning { throw Failure("the daemon ended with \(process.terminationStatus): \(log)") }
      if let client = try? WireClient(socketPath), (try? client.call("status")) != nil { return }
      try Poll.pause(milliseconds: 2)
    }
    throw Failure("the daemon does not answer: \(log)")
  }

  /// Ends it as a power cut would: no signal handler runs.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Asks it to stop and waits; the exit status, and how long it took in seconds.
  func stop() -> (status: Int32, seconds: Double) {
    let start = Date()
    Foundation.kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    return (process.terminationStatus, Date().timeIntervalSince(start))
  }

  /// Waits for it to end by itself.
  func ended() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// Something that a test's own machinery could not do.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension Poll {
  /// Lets time pass between two looks at a condition.
  static func pause(milliseconds: Int) throws {
    usleep(UInt32(milliseconds * 1000))
  }
}
