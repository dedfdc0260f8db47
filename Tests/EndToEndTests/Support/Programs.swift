import Foundation

/// The built programs: those in `$ACTIONLOG_PROGRAMS`, else those beside the test's own executable.
enum Programs {
  static let directory: URL = {
    if let named = ProcessInfo.processInfo.environment["ACTIONLOG_PROGRAMS"] { return URL(filePath: named) }
    let own = URL(filePath: ProcessInfo.processInfo.arguments[0])
    // Some runners start the tests through a helper of the toolchain and name the bundle in an argument.
    let bundle = ProcessInfo.processInfo.arguments.first { $0.hasSuffix(".xctest") }.map { URL(filePath: $0) } ?? own
    return bundle.deletingLastPathComponent()
  }()

  static var daemon: URL { directory.appending(path: "actionlogd") }
  static var client: URL { directory.appending(path: "actionlog") }
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
  let output: String
  let errors: String
}

/// Runs a program to its end with `input` on its standard input.
func run(
  _ program: URL, _ arguments: [String], input: String? = nil, environment: [String: String] = [:],
  in directory: String? = nil
) throws -> Ended {
  let process = Process()
  process.executableURL = program
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  if let directory { process.currentDirectoryURL = URL(filePath: directory) }
  let output = Pipe()
  let errors = try TemporaryFile()
  process.standardOutput = output
  process.standardError = errors.handle
  let given = Pipe()
  process.standardInput = input == nil ? FileHandle.nullDevice : given
  try process.run()
  if let input {
    let bytes = Data(input.utf8)
    Thread.detachNewThread {
      try? given.fileHandleForWriting.write(contentsOf: bytes)
      try? given.fileHandleForWriting.close()
    }
  }
  let printed = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return Ended(
    status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self), errors: errors.text)
}

/// A file that takes what a child prints, so that no pipe can fill up.
struct TemporaryFile {
  let path: String
  let handle: FileHandle

  init() throws {
    path = "/tmp/al-out-\(UUID().uuidString)"
    guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    self.handle = handle
  }

  var text: String { String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self) }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
