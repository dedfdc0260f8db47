import Foundation

/// The built programs: those in `$ACTIONLOG_PROGRAMS`, else those beside the test's own executable.
package enum Programs {
  private static let directory: URL = {
    if let named = ProcessInfo.processInfo.environment["ACTIONLOG_PROGRAMS"] { return URL(filePath: named) }
    let own = URL(filePath: ProcessInfo.processInfo.arguments[0])
    // Some runners start the tests through a helper of the toolchain and name the bundle in an argument.
    let bundle = ProcessInfo.processInfo.arguments.first { $0.hasSuffix(".xctest") }.map { URL(filePath: $0) } ?? own
    return bundle.deletingLastPathComponent()
  }()

  /// The daemon that ships.
  package static var daemon: URL { named("actionlogd") }
  /// The command line that ships.
  package static var client: URL { named("actionlog") }

  /// The program of that name.
  package static func named(_ name: String) -> URL { directory.appending(path: name) }
}

/// A directory of its own for one test, removed afterwards; its path is short enough for a socket.
package struct Scratch: ~Copyable {
  package let path: String

  package init() throws {
    path = "/tmp/al-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// What a program that has ended left.
package struct Ended {
  package let status: Int32
  package let bytes: [UInt8]
  package let errors: String

  /// What it printed, as text.
  package var output: String { String(decoding: bytes, as: UTF8.self) }
}

/// Runs a program to its end with `input` on its standard input.
package func run(
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
  defer { errors.remove() }
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
  return Ended(status: process.terminationStatus, bytes: [UInt8](printed), errors: errors.text)
}
