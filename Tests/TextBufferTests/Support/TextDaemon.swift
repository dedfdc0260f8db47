import Foundation
import SystemCalls

/// The text buffer's daemon, as a process of its own on a journal and a socket in `directory`.
final class TextDaemon: @unchecked Sendable {
  // Only the thread of the test starts it and waits; `sendKill` is one system call, which any thread may make.
  let directory: String
  private let process = Process()

  var socketPath: String { directory + "/d.sock" }
  var journalPath: String { directory + "/journal" }

  /// Starts the daemon; it takes connections once what was journaled is replayed.
  init(in directory: String) throws {
    self.directory = directory
    process.executableURL = Programs.daemon
    process.arguments = ["--journal", directory + "/journal", "--socket", directory + "/d.sock"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    if process.isRunning { kill() }
  }

  /// A connection to it.
  func connect(seconds: Double = 30) throws -> LineSocket {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
      if let socket = try? LineSocket(socketPath) { return socket }
      guard process.isRunning else { throw Failure("the daemon ended with \(process.terminationStatus)") }
      usleep(2_000)
    }
    throw Failure("the daemon takes no connections")
  }

  /// Ends it as a power cut would: no signal handler runs.
  func kill() {
    sendKill()
    process.waitUntilExit()
  }

  /// Kills it without waiting; any thread may.
  func sendKill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Asks it to stop, and waits; the exit status.
  func stop() -> Int32 {
    Foundation.kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// A blocking connection that carries lines.
final class LineSocket {
  private let socket: FileDescriptor
  private var buffer: [UInt8] = []

  init(_ path: String) throws {
    socket = try UnixSocket.connect(to: UnixAddress(path: path))
  }

  /// Sends bytes.
  func send(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try socket.sendAll($0) }
  }

  /// Waits for bytes, and gives the lines that are whole by then; nil once the other end is gone.
  func receiveLines() -> [[UInt8]]? {
    while true {
      let lines = takeLines()
      if !lines.isEmpty { return lines }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      guard let count = try? chunk.withUnsafeMutableBytes({ try socket.read(into: $0) }), count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }

  private func takeLines() -> [[UInt8]] {
    guard buffer.last == 0x0A else {
      guard let end = buffer.lastIndex(of: 0x0A) else { return [] }
      let rest = Array(buffer[(end + 1)...])
      defer { buffer = rest }
      return buffer[...end].split(separator: 0x0A).map(Array.init)
    }
    defer { buffer = [] }
    return buffer.split(separator: 0x0A).map(Array.init)
  }
}
