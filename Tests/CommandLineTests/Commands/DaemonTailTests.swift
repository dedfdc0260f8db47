import CanonicalJSON
import Foundation
import Testing

@testable import CommandLine

@Suite("tail -f of a daemon")
struct DaemonTailTests {
  private static let lines: [String]? = try? {
    let journal = try TestJournal()
    try journal.log("log.opened")
    try journal.add([1, 0, -9])
    try journal.add([100], uid: 2_000)
    try journal.add(7, 8)
    return try journal.records
  }()

  private func server(_ lives: FollowServer.Life...) throws -> FollowServer {
    try FollowServer(try #require(Self.lines), lives)
  }

  private func seqs(_ ended: TestRun.Ended) -> [Int] {
    ended.lines.compactMap { line in Int(line.split(separator: " ").first ?? "") }
  }

  @Test("history, then what comes, up to the seq that was asked for; --json prints the stored lines")
  func follows() throws {
    let server = try server(.init(head: 3, sends: 7))
    let ended = TestRun().follow("--until", "7", on: server)
    #expect(ended.status == .fine, "\(ended.errors)")
    #expect(ended.errors == "")
    #expect(seqs(ended) == [1, 2, 3, 4, 5, 6, 7])
    #expect(server.server.requests.last?.hasSuffix(#""method":"follow","params":{"from":1}}"#) == true)
    let json = TestRun().follow("--json", "--until", "7", "--from", "2", on: try self.server(.init(head: 3, sends: 7)))
    #expect(json.lines == Self.lines.map { Array($0[1...]) })
  }

  @Test("after a restart it follows on from the last seq seen: no gap, no twin, and a note for people")
  func restarts() throws {
    let server = try server(.init(head: 2, sends: 4), .init(head: 4, sends: 4), .init(head: 6, sends: 7))
    let ended = TestRun().follow("--until", "7", on: server)
    #expect(ended.status == .fine)
    #expect(seqs(ended) == [1, 2, 3, 4, 5, 6, 7])
    let froms = server.server.requests.compactMap { $0.firstMatch(of: /"from":(\d+)/)?.1 }
    #expect(froms == ["1", "5", "5"])
    let notes = ended.errors.split(separator: "\n")
    #expect(notes.count == 4)
    #expect(notes.last == "actionlog tail: the daemon is back: following on from seq 5")
  }

  @Test(
    "types are matched by the daemon, everything else here",
    arguments: [
      (["--type", "added"], [2, 3, 4, 5, 6, 7], #"{"from":1,"types":["added"]}"#),
      (["--type", "log.opened", "--type", "nothing"], [1], #"{"from":1,"types":["log.opened","nothing"]}"#),
      (["--by", "2000"], [5], #"{"from":1}"#),
      (["--outcome", "ignored", "--outcome", "illegal"], [3, 4], #"{"from":1}"#),
      (["--since", "2026-11-30T08:00:04Z"], [5, 6, 7], #"{"from":1}"#), (["--from", "6"], [6, 7], #"{"from":6}"#),
      (["-n", "2"], [6, 7], #"{"from":6}"#), (["-n", "0"], [], #"{"from":8}"#),
      (["-n", "99"], [1, 2, 3, 4, 5, 6, 7], #"{"from":1}"#),
      (["-n", "1", "--by", "1000"], [7], #"{"from":1}"#), (["-n", "2", "--type", "added"], [6, 7], #"{"from":1}"#),
    ])
  func filters(options: [String], expected: [Int], params: String) throws {
    let server = try server(.init(head: 7, sends: 7))
    var run = TestRun()
    run.onIdle = { () throws(Failure) in throw .readerGone }
    let ended = withExtendedLifetime(server.server) {
      run.run(words: ["tail", "-f"] + options + ["--socket", server.server.path], table: .toy)
    }
    #expect(ended.status == .fine)
    #expect(seqs(ended) == expected)
    #expect(server.server.requests.last?.contains("\"params\":\(params)") == true)
  }

  @Test("a daemon that cannot read its journal further ends it, with the daemon's word for it and the exit of damage")
  func unreadable() throws {
    let server = try server(.init(head: 7, sends: 3, ended: #""name":"unreadable","seq":4"#))
    let ended = TestRun().follow("--until", "7", on: server)
    #expect(ended.status == .damaged)
    #expect(seqs(ended) == [1, 2, 3])
    #expect(ended.errors.contains("The journal cannot be served (unreadable)"))
  }

  @Test("without a place it begins with the last ten records")
  func usualBeginning() throws {
    let journal = try TestJournal()
    for amount in 1...15 { try journal.add(amount) }
    let server = try FollowServer(try journal.records, [.init(head: 15, sends: 15)])
    #expect(seqs(TestRun().follow("--until", "15", on: server)) == Array(6...15))
  }

  @Test("--until a time ends it when the clock has passed it and all there is has come")
  func untilTime() throws {
    var run = TestRun()
    run.now = Timestamp(microseconds: TestJournal.start.microseconds + 60_000_000)
    let past = run.follow("--until", "2026-11-30T08:00:02Z", "--from", "1", on: try server(.init(head: 7, sends: 7)))
    #expect(seqs(past) == [1, 2, 3])
    let idle = run.follow("--until", "2026-11-30T08:00:30Z", "--from", "1", on: try server(.init(head: 7, sends: 7)))
    #expect(idle.status == .fine)
    #expect(seqs(idle) == [1, 2, 3, 4, 5, 6, 7])
    #expect(TestRun().follow("--until", "2", "--from", "5", on: try server(.init(head: 7, sends: 7))).output == "")
  }

  @Test("another journal behind the socket, or a shorter one, is told, and the answer is no")
  func otherJournal() throws {
    let other = TestRun().follow(
      "--until", "7", on: try server(.init(head: 2, sends: 4), .init(head: 7, sends: 7, journal: "two")))
    #expect(other.status == .no)
    #expect(seqs(other) == [1, 2, 3, 4])
    #expect(other.errors.contains("another journal answers now: two; followed was one up to seq 4 (otherJournal)"))
    let shorter = TestRun().follow("--until", "7", on: try server(.init(head: 2, sends: 4), .init(head: 3, sends: 3)))
    #expect(shorter.status == .no)
    #expect(shorter.errors.contains("the journal ends at seq 3 now, and seq 4 was there before"))
  }

  @Test("a line that does not follow from the one before it ends it as damage, a gap as a bad reply")
  func brokenChain() throws {
    for place in [2, 4] {
      var lines = try #require(Self.lines)
      lines[place] = lines[place].replacing("\"pid\":42", with: "\"pid\":43")
      let ended = TestRun().follow("--until", "7", on: try FollowServer(lines, [.init(head: 7, sends: 7)]))
      #expect(ended.status == .damaged)
      #expect(seqs(ended) == Array(1...place))
      #expect(ended.errors.contains("the hash of record \(place + 1) does not follow"))
    }
    var lines = try #require(Self.lines)
    lines.remove(at: 3)
    let gap = TestRun().follow("--until", "7", on: try FollowServer(lines, [.init(head: 6, sends: 6)]))
    #expect(gap.status == .unreachable)
    #expect(gap.errors.contains("record 5 was sent where 4 was due (badReply)"))
  }

  @Test("segments that begin meanwhile are asked after")
  func segments() throws {
    let journal = try TestJournal(segmentBytes: 600)
    try journal.add(1, 2, 3, 4, 5, 6)
    let count = try journal.segments.count
    #expect(count > 2)
    let whole = try FollowServer(try journal.records, [.init(head: 6, sends: 6, segments: count)])
    #expect(seqs(TestRun().follow("--until", "6", on: whole)) == [1, 2, 3, 4, 5, 6])
    let fewer = try FollowServer(try journal.records, [.init(head: 6, sends: 6, segments: count - 1)])
    #expect(TestRun().follow("--until", "6", on: fewer).status == .damaged)
    #expect(fewer.server.requests.filter { $0.contains("\"status\"") }.count == 2)
  }

  @Test("without a daemon the files of the default journal are followed, unless a socket is named")
  func noDaemon() throws {
    let journal = try TestJournal()
    try journal.add(1, 2)
    var run = TestRun()
    run.environment = ["ACTIONLOG_JOURNAL": journal.directory, "ACTIONLOG_SOCKET": "/nowhere/s"]
    let files = run.run("tail", "-f", "--until", "2", table: .toy)
    #expect(files.status == .fine)
    #expect(seqs(files) == [1, 2])
    #expect(
      files.errors == "actionlog tail: no daemon answers at /nowhere/s: following the files of \(journal.directory)\n")
    #expect(run.run("tail", "-f", "--socket", "/nowhere/s", table: .toy).status == .unreachable)
    let both = run.run("tail", "-f", "--socket", "/s", journal.directory, table: .toy)
    #expect(both.status == .usage)
    #expect(run.run("tail", "--socket", "/s", table: .toy).errors.contains("--socket belongs to -f"))
  }

  @Test("a type that the domain does not have is said on standard error, with the nearest, and is no failure")
  func unknownTypes() throws {
    let journal = try TestJournal()
    try journal.add(1)
    let ended = TestRun().run("tail", "--type", "aded", "--type", "log.*", "--type", "zzz*", journal: journal)
    #expect(ended.status == .fine)
    #expect(
      ended.errors.split(separator: "\n") == [
        "actionlog tail: no type of this domain matches 'aded': did you mean 'added'?",
        "actionlog tail: no type of this domain matches 'zzz*': 'describe' lists them",
      ])
  }
}
