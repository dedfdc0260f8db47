import Foundation
import Testing

@testable import CommandLine

@Suite("get --at")
struct PastValueTests {
  private func journal(segmentBytes: Int? = nil) throws -> TestJournal {
    let journal = try TestJournal(segmentBytes: segmentBytes)
    try journal.log("log.opened")
    try journal.add(1, 2, 4, 8)
    return journal
  }

  @Test(
    "the state as it was after a seq or a time",
    arguments: [
      ("0", "0"), ("1", "0"), ("3", "3"), ("5", "15"), ("2026-11-30T08:00:02Z", "3"), ("2026-11-30T08:00:02.5Z", "3"),
      ("2026-11-30T07:00:00Z", "0"), ("2030-01-01", "15"),
    ])
  func places(at: String, expected: String) throws {
    for journal in [try journal(), try journal(segmentBytes: 600)] {
      let ended = TestRun().run("get", "/count", "--at", at, journal: journal)
      #expect(ended.status == .fine, "\(ended.errors)")
      #expect(ended.output == expected + "\n")
    }
  }

  @Test("the whole state, a selector, and the journal as a word")
  func shapes() throws {
    let journal = try journal()
    #expect(TestRun().run("get", "--at", "3", journal: journal).output == "{\"count\":3}\n")
    #expect(TestRun().run("get", "/count", "--at", "3", journal.directory, table: .toy).output == "3\n")
    #expect(TestRun().run("get", "", "--at", "3", journal.directory, table: .toy).output == "{\"count\":3}\n")
    #expect(TestRun().run("get", "--at", "3", journal.directory, table: .toy).output == "{\"count\":3}\n")
    let doubled = TestRun().run(
      "get", "--select", "times", "--args", "{\"factor\": 10}", "--at", "3", journal.directory, table: .toy)
    #expect(doubled.output == "30\n")
  }

  @Test("--json tells seq and digest that it is true at, those that were recorded")
  func json() throws {
    let journal = try journal()
    let ended = TestRun().run("get", "/count", "--at", "3", "--json", journal: journal)
    let state = try #require(try journal.records[2].firstMatch(of: /"state":"([0-9a-f]{16})"/)?.1)
    #expect(ended.output == "{\"seq\":3,\"state\":\"\(state)\",\"value\":3}\n")
    #expect(ended.errors == "")
  }

  @Test("a seq past the end, a pointer that leads nowhere: the answer is no")
  func notFound() throws {
    let journal = try journal()
    let past = TestRun().run("get", "--at", "6", journal: journal)
    #expect(past.status == .no)
    #expect(past.errors.contains("the journal ends at seq 5, before 6 (notFound)"))
    let nowhere = TestRun().run("get", "/nowhere", "--at", "3", journal: journal)
    #expect(nowhere.status == .no)
    #expect(nowhere.errors.contains("nothing is at '/nowhere'"))
  }

  @Test("words that do not fit are refused with what would")
  func refusals() throws {
    let journal = try journal()
    func errors(_ words: String...) -> String {
      let ended = TestRun().run(words: words, table: .toy)
      #expect(ended.status == .usage, "\(ended.errors)")
      return ended.errors
    }
    let place = journal.directory
    #expect(errors("get", "--select", "time", "--at", "1", place).contains("did you mean 'times'?"))
    #expect(
      errors("get", "--select", "times", "--args", "{\"factor\":1,\"facter\":1}", "--at", "1", place).contains(
        "did you mean"))
    #expect(errors("get", "/a", "--select", "times", "--at", "1", place).contains("not both"))
    #expect(
      errors("get", #"{"factor":2}"#, "--select", "times", "--at", "1", place)
        .contains(#"'{"factor":2}': a selector's arguments are given with --args"#))
    #expect(errors("get", "/count", "--at", "soon", place).contains("--at takes a seq or a time, not 'soon'"))
    #expect(errors("get", "/count", "--at", "1", "--socket", "/s", place).contains("--socket is for a daemon's state"))
    #expect(errors("get", "/count", "--at", "1", "--min-seq", "1", place).contains("--min-seq is for a daemon's"))
    #expect(errors("get", "/count", place).contains("only with --at"))
    #expect(errors("get", "/count", "--journal", place).contains("--journal belongs to --at"))
    let name = try #require(try journal.segments.first)
    #expect(errors("get", "/count", "--at", "1", place + "/" + name).contains("is a file"))
  }

  @Test("a changed reducer is told with its place, not read over")
  func changed() throws {
    let journal = try TestJournal()
    try journal.add(1, 7, 1)
    let before = TestRun().run("get", "/count", "--at", "1", journal: journal, table: .all(for: CrookedToy.self))
    #expect(before.output == "1\n")
    let after = TestRun().run("get", "/count", "--at", "3", journal: journal, table: .all(for: CrookedToy.self))
    #expect(after.status == .no)
    #expect(after.errors.hasSuffix("(replayDiffers)\n"))
  }
}
