import Foundation
import ProgramSupport
import SystemCalls
import TestSupport

/// A program that goes on until it ends by itself or is ended; what it prints goes to files.
final class RunningProgram {
  private let process = Process()
  private let output: TemporaryFile
  private let errors: TemporaryFile

  /// What it printed so far, in whole lines.
  var lines: [String] {
    let text = output.text
    let ends = text.hasSuffix("\n") || text.isEmpty
    let lines = text.split(separator: "\n").map(String.init)
    return ends ? lines : lines.dropLast()
  }

  /// What it said on standard error so far.
  var notes: String { errors.text }

  init(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
    output = try TemporaryFile()
    errors = try TemporaryFile()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output.handle
    process.standardError = errors.handle
    try process.run()
  }

  deinit {
    end()
    output.remove()
    errors.remove()
  }

  /// Polls until it has printed so many lines.
  func waitForLines(_ count: Int, seconds: Double = Patience.seconds) throws {
    try wait(seconds, "\(count) lines, it printed \(lines.count)") { lines.count >= count }
  }

  /// Polls until it has said that on standard error.
  func waitForNote(_ text: String, seconds: Double = Patience.seconds) throws {
    try wait(seconds, "'\(text)'") { notes.contains(text) }
  }

  /// The exit status, once it has ended by itself.
  func ended(seconds: Double = Patience.seconds) throws -> Int32 {
    try wait(seconds, "its end") { !process.isRunning }
    return process.terminationStatus
  }

  /// Ends it, whatever it is at.
  func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private func wait(_ seconds: Double, _ what: String, _ isDone: () -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while !isDone() {
      guard Date() < deadline else { throw Failure("waited for \(what): \(notes)") }
      try Poll.pause(milliseconds: 5)
    }
  }
}
