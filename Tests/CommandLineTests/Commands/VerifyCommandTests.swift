import Foundation
import Testing

@testable import CommandLine

@Suite("verify")
struct VerifyCommandTests {
  private func journal(closed: Bool = true) throws -> TestJournal {
    let journal = try TestJournal(segmentBytes: 900)
    try journal.log("log.opened")
    try journal.add(1, 2, 3, 4, 5)
    if closed { journal.close() }
    return journal
  }

  private func members(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test("a whole journal: a verdict per segment, and the head")
  func whole() throws {
    let journal = try journal()
    let ended = TestRun().run("verify", journal: journal)
    #expect(ended.status == .fine)
    #expect(ended.errors == "")
    let names = try journal.segments
    #expect(names.count > 1)
    for name in names { #expect(ended.output.contains(name)) }
    #expect(ended.lines.filter { $0.hasSuffix("whole") }.count == names.count)
    #expect(ended.lines.filter { $0.contains("  sealed  ") }.count == names.count - 1)
    let hash = try #require(try journal.records.last).suffix(66).dropLast(2)
    #expect(ended.output.contains("head     seq 6, 2026-11-30T08:00:05.000000Z\nhash     \(hash)\n"))
  }

  @Test("--json: an object per segment, then one with the head")
  func json() throws {
    let journal = try journal()
    let ended = TestRun().run("verify", "--json", journal: journal)
    let names = try journal.segments
    #expect(ended.lines.count == names.count + 1)
    let first = try members(ended.lines[0])
    #expect(first["segment"] as? String == names[0])
    #expect(first["verdict"] as? String == "whole")
    #expect(first["first"] as? Int == 1)
    let summary = try members(try #require(ended.lines.last))
    #expect(summary["ok"] as? Bool == true)
    #expect(summary["records"] as? Int == 6)
    #expect((summary["head"] as? [String: Any])?["seq"] as? Int == 6)
  }

  @Test("an anchor holds, differs, or lies past the end")
  func anchors() throws {
    let journal = try journal()
    let hash = String(try #require(try journal.records.dropFirst(2).first).suffix(66).dropLast(2))
    let good = TestRun().run("verify", "--anchor", "3:\(hash)", journal: journal)
    #expect(good.status == .fine)
    #expect(good.output.contains("seq 3 holds"))
    let differs = TestRun().run("verify", "--anchor", "2:\(hash)", journal: journal)
    #expect(differs.status == .no)
    #expect(differs.errors.hasSuffix("history was rewritten (anchorDiffers)\n"))
    let beyond = TestRun().run("verify", "--anchor", "7:\(hash)", journal: journal)
    #expect(beyond.status == .no)
    #expect(beyond.errors.hasSuffix("its end was cut off (anchorBeyondHead)\n"))
    for bad in ["3", "x:\(hash)", "3:12", "0:\(hash)"] {
      #expect(TestRun().run("verify", "--anchor", bad, journal: journal).status == .usage)
    }
  }

  @Test("a changed bit is damage, with file, line and offset, and what is good is still told")
  func damage() throws {
    let journal = try journal()
    let name = try #require(try journal.segments.first)
    var offset = 0
    try journal.edit(name) { bytes in
      let header = bytes.firstIndex(of: 0x0A) ?? 0
      offset = (bytes[(header + 1)...].firstIndex(of: 0x0A) ?? 0) + 1
      bytes[offset + 40] ^= 0x04
    }
    let ended = TestRun().run("verify", journal: journal)
    #expect(ended.status == .damaged)
    #expect(ended.errors.contains("\(journal.directory)/\(name):3:\(offset): "))
    #expect(ended.errors.hasSuffix("(damaged)\n"))
    #expect(ended.output.contains("DAMAGED at line 3, offset \(offset)"))
    #expect(ended.output.contains("not reached"))
    #expect(ended.output.contains("head     seq 1,"))
    let json = TestRun().run("verify", "--json", journal: journal)
    let problem = try members(try #require(json.lines.last))["problem"] as? [String: Any]
    #expect(problem?["offset"] as? Int == offset)
    #expect(problem?["line"] as? Int == 3)
    #expect(json.status == .damaged)
  }

  @Test("a torn end is told and exits with 1; beside a live writer the end is not judged")
  func torn() throws {
    let journal = try journal()
    let name = try #require(try journal.segments.last)
    try journal.edit(name) { $0.removeLast(30) }
    let ended = TestRun().run("verify", journal: journal)
    #expect(ended.status == .no)
    #expect(ended.errors.hasSuffix("(tornEnd)\n"))
    #expect(ended.output.contains("torn at line"))
    let live = try self.journal(closed: false)
    let beside = TestRun().run("verify", journal: live)
    #expect(beside.status == .fine)
    #expect(beside.output.contains("a daemon holds the journal"))
  }

  @Test("one segment by itself")
  func segment() throws {
    let journal = try journal()
    let name = try #require(try journal.segments.last)
    let ended = TestRun().run("verify", journal.directory + "/" + name, table: .toy)
    #expect(ended.status == .fine)
    #expect(ended.output.contains("every line stands"))
    let hash = String(try #require(try journal.records.last).suffix(66).dropLast(2))
    #expect(ended.output.contains("head: seq 6, hash \(hash)"))
    let json = TestRun().run(
      "verify", journal.directory + "/" + name, "--json", "--anchor", "6:\(hash)", table: .toy)
    #expect(json.status == .fine)
    let other = TestRun().run("verify", journal.directory + "/" + name, "--anchor", "1:\(hash)", table: .toy)
    #expect(other.status == .no)
  }
}
