import Foundation
import JournalStorage
import TestSupport
import Testing

/// The verifier in Python, driven once over many cases.
enum PythonVerifier {
  static let script = SharedData.packageRoot.appending(path: "Tests/JournalStorageTests/Verifier/verify_journal.py")

  /// Where the interpreter is; nil if there is none.
  static let interpreter: String? = ["/usr/bin/python3", "/usr/local/bin/python3", "/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// A verdict, as both sides give it.
  struct Verdict: Codable, Equatable {
    var verdict: String
    var kind: String?
    var file: String?
    var line: Int?
    var offset: Int?
    var headSeq: UInt64?
    var headHash: String?
    var unwritten: Int?
    var inProgress: Bool?
  }

  /// A request of the batch mode.
  struct Request: Codable {
    struct Edit: Codable, CustomStringConvertible {
      var at: Int?
      var hex: String?
      var cut: Int?

      var description: String { cut.map { "cut at \($0)" } ?? "\(hex ?? "") at \(at ?? 0)" }
    }

    var directory: String
    var file: String?
    var edits: [Edit]?
    var domain: String?
    var domainVersion: Int?
  }

  /// Runs the script; its output and exit status.
  static func run(_ arguments: [String], input: Data = Data()) throws -> (output: Data, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: try #require(interpreter))
    process.arguments = ["-B", script.path] + arguments
    let input = try temporaryFile(input)
    defer { try? FileManager.default.removeItem(at: input) }
    process.standardInput = try FileHandle(forReadingFrom: input)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (data, process.terminationStatus)
  }

  private static func temporaryFile(_ data: Data) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "requests-\(UUID().uuidString)")
    try data.write(to: url)
    return url
  }

  /// The verdicts on many requests, from one process.
  static func verdicts(_ requests: [Request]) throws -> [Verdict] {
    let encoder = JSONEncoder()
    let input = try requests.map { try encoder.encode($0) + Data([0x0A]) }.reduce(into: Data()) { $0 += $1 }
    let (output, status) = try run(["--batch"], input: input)
    #expect(status == 0)
    return try decode(output)
  }

  static func decode(_ output: Data) throws -> [Verdict] {
    try output.split(separator: 0x0A).map { try JSONDecoder().decode(Verdict.self, from: $0) }
  }
}

extension PythonVerifier.Verdict {
  /// What our verifier says, in the same form.
  init(_ ours: JournalVerdict) {
    self.init(verdict: "whole", headSeq: ours.headSeq, headHash: ours.headHash?.hex)
    if ours.isInProgress { inProgress = true }
    switch ours.ending {
    case .whole(let bytes):
      if bytes > 0 { unwritten = bytes }
    case .torn(let line, let offset, _):
      verdict = "torn"
      file = ours.segments.last?.file
      self.line = line
      self.offset = offset
    case nil:
      break
    }
    if let problem = ours.problem { take(problem) }
  }

  private mutating func take(_ problem: JournalError) {
    verdict = problem.name
    file = problem.file
    line = problem.line ?? 1
    offset = problem.offset ?? 0
    if let damage = problem.damage {
      verdict = "damage"
      kind = damage.kind.rawValue
      line = damage.line
      offset = damage.offset
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, with a plain message, where there is no Python.
  static var needsPython: Self {
    .enabled(if: PythonVerifier.interpreter != nil, "python3 is not installed: the outside verifier was not asked")
  }
}
