import CanonicalJSON
import Foundation
import Testing

@testable import CommandLine

@Suite("tail")
struct TailCommandTests {
  /// log.opened, then 1, 0 (ignored), -9 (illegal), 100 (with an effect) by two users.
  private func journal(segmentBytes: Int? = nil) throws -> TestJournal {
    let journal = try TestJournal(segmentBytes: segmentBytes)
    try journal.log("log.opened")
    try journal.add(1, 0)
    try journal.add([-9, 100], uid: 2_000, label: "feeder")
    return journal
  }

  private func seqs(_ ended: TestRun.Ended) -> [Int] {
    ended.lines.compactMap { line in Int(line.split(separator: " ").first ?? "") }
  }

  @Test("--json prints the stored lines byte for byte, over all segments")
  func json() throws {
    let journal = try journal(segmentBytes: 600)
    #expect(try journal.segments.count > 1)
    let ended = TestRun().run("tail", "--json", journal: journal)
    #expect(ended.status == .fine)
    #expect(ended.errors == "")
    #expect(ended.lines == (try journal.records))
    #expect(ended.lines.count == 5)
  }

  @Test("people get seq, time, outcome, type, who, payload, reason and effects")
  func text() throws {
    let ended = TestRun().run("tail", journal: try journal())
    #expect(
      ended.lines == [
        "     1  2026-11-30T08:00:00.000000Z  log      log.opened                  actionlogd  {}",
        "     2  2026-11-30T08:00:01.000000Z  applied  added                       uid 1000    {\"by\":1}",
        "     3  2026-11-30T08:00:02.000000Z  ignored  added                       uid 1000    {\"by\":0}  "
          + "(nothing) nothing to add",
        "     4  2026-11-30T08:00:03.000000Z  illegal  added                       uid 2000 feeder  {\"by\":-9}  "
          + "(negative) cannot add -9",
        "     5  2026-11-30T08:00:04.000000Z  applied  added                       uid 2000 feeder  {\"by\":100}  "
          + "→ 5.0 say (voice)",
      ])
  }

  @Test(
    "filters by place, time, type, origin and outcome, alone and together",
    arguments: [
      (["--from", "4"], [4, 5]), (["--until", "2"], [1, 2]), (["--from", "2", "--until", "3"], [2, 3]),
      (["--since", "2026-11-30T08:00:03Z"], [4, 5]), (["--until", "2026-11-30T08:00:01Z"], [1, 2]),
      (["--type", "log.*"], [1]), (["--type", "log.*", "--type", "a?ded"], [1, 2, 3, 4, 5]), (["--type", "x"], []),
      (["--by", "2000"], [4, 5]), (["--by", "system"], [1]), (["--by", "system", "--by", "1000"], [1, 2, 3]),
      (["--outcome", "ignored", "--outcome", "illegal"], [3, 4]), (["--outcome", "applied", "--by", "2000"], [5]),
      (["-n", "2"], [4, 5]), (["-n", "0"], []), (["-n", "99"], [1, 2, 3, 4, 5]), (["-n", "1", "--by", "1000"], [3]),
      (["--from", "99"], []),
    ])
  func filters(options: [String], expected: [Int]) throws {
    let journal = try journal()
    let ended = TestRun().run(words: ["tail", journal.directory] + options, table: .toy)
    #expect(ended.status == .fine)
    #expect(seqs(ended) == expected)
  }

  @Test("the same filters hold over several segments")
  func segmentsToo() throws {
    let journal = try journal(segmentBytes: 600)
    #expect(seqs(TestRun().run("tail", "--from", "4", journal: journal)) == [4, 5])
    #expect(seqs(TestRun().run("tail", "--since", "2026-11-30T08:00:02Z", journal: journal)) == [3, 4, 5])
  }

  @Test("words that are no filter are refused with what would be")
  func refusals() throws {
    let journal = try journal()
    func errors(_ words: String...) -> String {
      let ended = TestRun().run(words: ["tail", journal.directory] + words, table: .toy)
      #expect(ended.status == .usage)
      return ended.errors
    }
    #expect(errors("--outcome", "ignord").contains("did you mean 'ignored'?"))
    #expect(errors("--by", "me").contains("--by takes a uid, or effect, timer or system, not 'me'"))
    #expect(errors("--since", "soon").contains("--since takes a time, not 'soon'"))
    #expect(errors("--until", "x").contains("--until takes a seq or a time, not 'x'"))
    #expect(errors("--from", "-1").contains("--from takes a whole number"))
    #expect(errors("-n", "-1").contains("--last takes a count"))
    #expect(errors("--journal", "/x").contains("the journal is named twice"))
  }

  @Test("times of the local zone where they are asked for")
  func local() throws {
    var run = TestRun()
    run.localOffsetSeconds = 3_600
    let journal = try journal()
    let ended = run.run("tail", "--local", "--since", "2026-11-30T09:00:04", journal: journal)
    #expect(ended.lines.count == 1)
    #expect(ended.output.contains("5  2026-11-30T09:00:04.000000+01:00  applied"))
  }

  @Test("on a terminal lines are cut to its width and coloured; --wide and NO_COLOR leave them be")
  func terminal() throws {
    var run = TestRun()
    run.isTerminal = true
    run.columns = 120
    let journal = try journal()
    let plain = run.run("tail", "--color", "never", journal: journal)
    #expect(plain.lines.allSatisfy { $0.count <= 120 })
    #expect(plain.lines[3].hasSuffix("…"))
    let wide = run.run("tail", "--color", "never", "--wide", journal: journal)
    #expect(wide.lines[3].hasSuffix("cannot add -9"))
    let coloured = run.run("tail", journal: journal)
    #expect(coloured.lines[3].contains("\u{1b}[31;1millegal"))
    run.environment = ["NO_COLOR": "1"]
    #expect(!run.run("tail", journal: journal).output.contains("\u{1b}"))
  }

  @Test("on a narrow terminal day and origin give way to what happened, and no line is wrapped")
  func narrowTerminal() throws {
    var run = TestRun()
    run.isTerminal = true
    run.columns = 80
    let lines = run.run("tail", "--color", "never", journal: try journal()).lines
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    #expect(lines[1] == "     2  08:00:01.000000Z  applied  added               {\"by\":1}")
    #expect(lines[3].hasPrefix("     4  08:00:03.000000Z  illegal  added               {\"by\":-9}  (negative)"))
  }

  @Test("a segment can be named by itself")
  func oneSegment() throws {
    let journal = try journal(segmentBytes: 600)
    let names = try journal.segments
    let last = try #require(names.last)
    let path = journal.directory + "/" + last
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    let ended = TestRun().run("tail", path, "--json", table: .toy)
    #expect(ended.status == .fine)
    #expect(ended.lines == whole.split(separator: "\n").dropFirst().map { String($0) })
  }

  @Test("a segment's unfinished end is left out, a changed byte is damage with its place")
  func segmentEnds() throws {
    let journal = try journal()
    let name = try #require(try journal.segments.first)
    let path = journal.directory + "/" + name
    try journal.edit(name) { $0.removeLast(20) }
    #expect(TestRun().run("tail", path, table: .toy).lines.count == 4)
    try journal.edit(name) { $0 += Array("\n\n\n".utf8) }
    #expect(TestRun().run("tail", path, table: .toy).status == .damaged)
    try journal.edit(name) { bytes in
      let feed = bytes.firstIndex(of: 0x0A) ?? 0
      bytes[feed + 30] ^= 1
    }
    let ended = TestRun().run("tail", path, table: .toy)
    #expect(ended.status == .damaged)
    #expect(ended.errors.contains("\(path):2:"))
    #expect(ended.errors.hasSuffix("(damaged)\n"))
  }

  @Test("what is no journal is told, with where it was looked for")
  func nothing() throws {
    let ended = TestRun().run("tail", "/nowhere/journal", table: .toy)
    #expect(ended.status == .unreachable)
    #expect(ended.errors.hasPrefix("actionlog tail: no journal at /nowhere/journal (as given)"))
    var run = TestRun()
    run.environment = ["ACTIONLOG_JOURNAL": "/nowhere/else"]
    #expect(run.run("tail", table: .toy).errors.contains("/nowhere/else (from $ACTIONLOG_JOURNAL)"))
    let file = FileManager.default.temporaryDirectory.appending(path: "no-segment-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("hello\n".utf8).write(to: file)
    let other = TestRun().run("tail", file.path, table: .toy)
    #expect(other.status == .unreachable)
    #expect(other.errors.contains("is no segment of a journal"))
    #expect(other.errors.hasSuffix("(notAJournal)\n"))
  }

  @Test("a reader that goes away ends it quietly")
  func readerGone() throws {
    let journal = try TestJournal()
    try journal.add(Array(repeating: 1, count: 500))
    var run = TestRun()
    run.outputFails = (errno: 32, afterBytes: 0)
    let ended = run.run("tail", "--json", journal: journal)
    #expect(ended.status == .fine)
    #expect(ended.errors == "")
  }
}
