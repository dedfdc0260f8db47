import Foundation

/// The built programs: those in `$ACTIONLOG_PROGRAMS`, else those beside the test's own executable.
enum Programs {
  private static let directory: URL = {
    if let named = ProcessInfo.processInfo.environment["ACTIONLOG_PROGRAMS"] { return URL(filePath: named) }
    let own = URL(filePath: ProcessInfo.processInfo.arguments[0])
    // Some runners start the tests through a helper of the toolchain and name the bundle in an argument.
    let bundle = ProcessInfo.processInfo.arguments.first { $0.hasSuffix(".xctest") }.map { URL(filePath: $0) } ?? own
    return bundle.deletingLastPathComponent()
  }()

  static var daemon: URL { directory.appending(path: "TextBufferDaemon") }
  static var client: URL { directory.appending(path: "TextBufferCommandLine") }
}

/// Something that a test's own machinery could not do.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A directory of its own for one test, removed afterwards; its path is short enough for a socket.
struct Scratch: ~Copyable {
  let path: String

  init() throws {
    path = "/tmp/al-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// What a program that has ended left.
struct Ended {
  let status: Int32
  let output: [UInt8]
  let errors: String
}

/// Runs a program to its end.
func run(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws -> Ended {
  let process = Process()
  process.executableURL = program
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  process.standardInput = FileHandle.nullDevice
  let output = Pipe()
  let errorsPath = "/tmp/al-out-\(UUID().uuidString)"
  guard FileManager.default.createFile(atPath: errorsPath, contents: nil),
    let errors = FileHandle(forWritingAtPath: errorsPath)
  else { throw Failure("no file \(errorsPath)") }
  defer { try? FileManager.default.removeItem(atPath: errorsPath) }
  process.standardOutput = output
  process.standardError = errors
  try process.run()
  let printed = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  let said = FileManager.default.contents(atPath: errorsPath) ?? Data()
  return Ended(
    status: process.terminationStatus, output: [UInt8](printed), errors: String(decoding: said, as: UTF8.self))
}
