import CanonicalJSON
import Foundation
import JournalStorage
import RecordFormat
import TestSupport
import Testing

@testable import CommandLine

@Suite("The golden journal of format 1")
struct GoldenJournalTests {
  private let directory = GoldenJournal.directory

  private func run(_ words: String...) -> TestRun.Ended {
    TestRun().run(words: words + [directory], table: .all(for: GoldenDomain.self))
  }

  private func object(_ line: String?) throws -> [String: Any] {
    let bytes = Data(try #require(line).utf8)
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  /// Every line of every segment, with its file.
  private func lines() throws -> [(file: String, line: String)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    return try names.flatMap { name in
      try String(contentsOfFile: directory + "/" + name, encoding: .utf8).split(separator: "\n")
        .map { (name, String($0)) }
    }
  }

  @Test("it verifies, with the head that it was given")
  func verifies() throws {
    let ended = run("verify", "--json")
    #expect(ended.status == .fine, "\(ended.errors)")
    let summary = try object(ended.lines.last)
    let head = try #require(summary["head"] as? [String: Any])
    #expect(head["seq"] as? Int == GoldenJournal.headSeq)
    #expect(head["hash"] as? String == GoldenJournal.headHash)
    #expect(ended.lines.count == GoldenJournal.segments + 1)
    let anchored = run("verify", "--anchor", "\(GoldenJournal.headSeq):\(GoldenJournal.headHash)")
    #expect(anchored.status == .fine)
  }

  @Test("a verifier that shares no code with it comes to the same head", .enabled(if: Python.isThere, "no python3"))
  func verifiesElsewhere() throws {
    let verdict = try object(try Python.verify(directory))
    #expect(verdict["verdict"] as? String == "whole")
    #expect(verdict["headSeq"] as? Int == GoldenJournal.headSeq)
    #expect(verdict["headHash"] as? String == GoldenJournal.headHash)
  }

  @Test("replay gives every recorded digest, outcome, reason and effect, and the state that was written down")
  func replays() throws {
    let ended = run("replay", "--check", "--json")
    #expect(ended.status == .fine, "\(ended.errors)\(ended.output)")
    let summary = try object(ended.lines.first)
    #expect(summary["ok"] as? Bool == true)
    #expect(summary["records"] as? Int == GoldenJournal.headSeq)
    #expect(summary["state"] as? String == GoldenJournal.digest)
    #expect(summary["older"] as? Int == 2)
    let state = run("get", "", "--at", "\(GoldenJournal.headSeq)")
    let expected = try String(contentsOf: GoldenJournal.folder.appending(path: "format-1.state.json"), encoding: .utf8)
    #expect(state.output == expected)
  }

  @Test("tail prints its lines byte for byte")
  func tails() throws {
    let records = try lines().map(\.line).filter { $0.hasPrefix("{\"seq\":") }
    #expect(records.count == GoldenJournal.headSeq)
    let ended = run("tail", "--json")
    #expect(ended.status == .fine)
    #expect(ended.lines == records)
    #expect(run("tail").lines.count == GoldenJournal.headSeq)
  }

  @Test("it holds every member of a record, every kind of origin, outcome, policy and version")
  func isComplete() throws {
    var seen: Set<String> = []
    for (_, line) in try lines() {
      let object = try object(line)
      for (key, value) in object {
        seen.insert(key)
        if let origin = value as? [String: Any], key == "by" { seen.formUnion(origin.keys.map { "by.\($0)" }) }
        if key == "outcome" || key == "v" || key == "segment" { seen.insert("\(key) \(value)") }
        for effect in (value as? [[String: Any]]) ?? [] where key == "effects" {
          seen.formUnion(effect.keys.map { "effects.\($0)" })
          seen.insert("policy \(effect["policy"] ?? "")")
          seen.insert("effect type \(effect["type"] ?? "")")
        }
      }
      if let type = object["type"] as? String, type.hasPrefix("log.") { seen.insert(type) }
    }
    let wanted = [
      "seq", "batch", "at", "type", "v", "action", "by", "id", "trace", "cause", "effect", "outcome", "why", "effects",
      "state", "hash", "journal", "format", "firstSeq", "domain", "domainVersion", "prev", "by.uid", "by.gid", "by.pid",
      "by.client", "by.effect", "by.timer", "by.system", "outcome applied", "outcome ignored", "outcome illegal", "v 2",
      "segment 4", "effects.id", "effects.type", "effects.effect", "effects.key", "effects.policy", "effects.dropped",
      "policy latest", "policy queue", "policy dropNew", "policy parallel:2", "policy forget", "effect type log.after",
      "effect type log.cancel", "log.opened", "log.closed", "log.domainChanged", "log.effectSettled",
      "log.clockSteppedBack",
    ]
    #expect(wanted.filter { !seen.contains($0) } == [])
  }

  @Test("the writer of today writes these very bytes")
  func isWrittenAlike() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "golden-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: copy) }
    try GoldenJournal.write(to: copy.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    #expect(try FileManager.default.contentsOfDirectory(atPath: copy.path).sorted() == names)
    for name in names {
      let written = try String(contentsOf: copy.appending(path: name), encoding: .utf8)
      let golden = try String(contentsOfFile: directory + "/" + name, encoding: .utf8)
      #expect(written.split(separator: "\n") == golden.split(separator: "\n"), "\(name)")
      #expect(written == golden, "\(name)")
    }
  }

  @Test("a writer takes it up and goes on with it")
  func isTakenUp() throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "golden-\(UUID().uuidString.prefix(8))").path
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try FileManager.default.copyItem(atPath: directory, toPath: copy)
    let (writer, report) = try JournalWriter.claim(directory: copy, domain: "golden", domainVersion: 2)
    #expect(report.cut == nil)
    #expect(writer.head.seq == UInt64(GoldenJournal.headSeq))
    #expect(writer.head.hash.hex == GoldenJournal.headHash)
    writer.close()
    #expect(TestRun().run("verify", copy, table: .toy).status == .fine)
  }

  @Test(
    "written where there is none, and only when asked",
    .enabled(
      if: ProcessInfo.processInfo.environment["ACTIONLOG_WRITE_GOLDEN"] == "1",
      "ACTIONLOG_WRITE_GOLDEN=1 writes a golden journal that is not there"))
  func write() throws {
    try #require(!FileManager.default.fileExists(atPath: directory), "a golden journal is never written over")
    try GoldenJournal.write(to: directory)
    let state = run("get", "", "--at", "\(GoldenJournal.headSeq)")
    try Data(state.output.utf8).write(to: GoldenJournal.folder.appending(path: "format-1.state.json"))
  }
}

/// The verifier in Python, which needs nothing of this package.
private enum Python {
  static let interpreter = ["/usr/bin/python3", "/usr/local/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static var isThere: Bool { interpreter != nil }

  static func verify(_ directory: String) throws -> String {
    let script = SharedData.packageRoot.appending(path: "Tests/JournalStorageTests/Verifier/verify_journal.py")
    let process = Process()
    process.executableURL = URL(filePath: try #require(interpreter))
    process.arguments = [script.path, directory]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
