import ActionLog
import Foundation
import Testing

@testable import CommandLine

@Suite("replay")
struct ReplayCommandTests {
  private func journal(_ amounts: [Int], segmentBytes: Int? = nil) throws -> TestJournal {
    let journal = try TestJournal(segmentBytes: segmentBytes)
    try journal.log("log.opened")
    for amount in amounts { try journal.add(amount) }
    journal.close()
    return journal
  }

  private func json(_ ended: TestRun.Ended) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
  }

  @Test(
    "a journal that holds what its reducer says comes out as recorded, over all segments", arguments: [false, true])
  func same(checksAll: Bool) throws {
    let journal = try journal([1, 0, -9, 100, 100, 5], segmentBytes: 900)
    #expect(try journal.segments.count > 1)
    let words = ["replay", journal.directory] + (checksAll ? ["--check"] : [])
    let ended = TestRun().run(words: words, table: .toy)
    #expect(ended.status == .fine)
    #expect(ended.errors == "")
    #expect(ended.output.contains("records   7\n"))
    #expect(ended.output.contains("head      seq 7, 2026-11-30T08:00:06.000000Z\n"))
    #expect(ended.output.contains("state     \(journal.digest.hex16)\n"))
    #expect(ended.output.contains("result    as recorded\n"))
    let json = try json(TestRun().run(words: words + ["--json"], table: .toy))
    #expect(json["ok"] as? Bool == true)
    #expect(json["records"] as? Int == 7)
    #expect(json["state"] as? String == journal.digest.hex16)
    #expect((json["recordsPerSecond"] as? Int ?? 0) > 0)
  }

  @Test("up to a seq or a time, with the state as it was then")
  func until() throws {
    let journal = try journal([1, 2, 4, 8])
    let bySeq = TestRun().run("replay", "--until", "3", "--print-state", journal: journal)
    #expect(bySeq.status == .fine)
    #expect(bySeq.output == "{\"count\":3}\n")
    #expect(bySeq.errors.contains("records   3\n"))
    let byTime = TestRun().run("replay", "--until", "2026-11-30T08:00:03Z", "--print-state", journal: journal)
    #expect(byTime.output == "{\"count\":7}\n")
    let past = TestRun().run("replay", "--until", "100", journal: journal)
    #expect(past.output.contains(" (the journal ends here, before 100)\n"))
    let all = TestRun().run("replay", "--print-state", journal: journal)
    #expect(all.output == "{\"count\":15}\n")
  }

  @Test("the first record whose state differs is named with both sides and its place")
  func stateDiffers() throws {
    let journal = try journal([1, 7, 1])
    let ended = TestRun().run("replay", journal: journal, table: .all(for: CrookedToy.self))
    #expect(ended.status == .no)
    #expect(ended.output.contains("records   2\n"))
    #expect(ended.output.contains("differs   seq 3 (added): state\n"))
    let recorded = try #require(try journal.records.dropFirst(2).first?.firstMatch(of: /"state":"([0-9a-f]{16})"/)?.1)
    #expect(ended.output.contains("recorded  \(recorded)\n"))
    #expect(ended.output.contains("replayed  "))
    #expect(!ended.output.contains("replayed  \(recorded)"))
    let name = try #require(try journal.segments.first)
    #expect(ended.errors.contains("\(journal.directory)/\(name):4:"))
    #expect(ended.errors.hasSuffix("(replayDiffers)\n"))
    #expect(ended.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("an outcome that differs is found without --check, reasons and effects with it")
  func otherDifferences() throws {
    let outcome = try journal([8])
    let ended = TestRun().run("replay", "--json", journal: outcome, table: .all(for: CrookedToy.self))
    #expect(ended.status == .no)
    let difference = try #require(try json(ended)["difference"] as? [String: Any])
    #expect(difference["seq"] as? Int == 2)
    for (amount, what) in [(-9, "why"), (109, "effects")] {
      let journal = try journal([amount])
      #expect(TestRun().run("replay", journal: journal, table: .all(for: CrookedToy.self)).status == .fine)
      let checked = TestRun().run("replay", "--check", "--json", journal: journal, table: .all(for: CrookedToy.self))
      #expect(checked.status == .no)
      let difference = try #require(try json(checked)["difference"] as? [String: Any])
      #expect(difference["what"] as? String == what)
      #expect(difference["recorded"] != nil)
      #expect(difference["recorded"] as? String != difference["replayed"] as? String)
    }
  }

  @Test("--check asks the domain's invariants")
  func invariants() throws {
    let journal = try journal([10, 1])
    #expect(TestRun().run("replay", journal: journal, table: .all(for: BoundedToy.self)).status == .fine)
    let checked = TestRun().run("replay", "--check", journal: journal, table: .all(for: BoundedToy.self))
    #expect(checked.status == .no)
    #expect(checked.output.contains("seq 3 (added): an invariant does not hold: count is over ten"))
  }

  @Test("a reducer that said illegal and changed the state breaks its promise, which is no matter of purity")
  func promise() throws {
    let journal = try TestJournal(domain: LyingToy.self)
    try journal.log("log.opened")
    try journal.add(2)
    try journal.add(-1)
    journal.close()
    let plain = TestRun().run("replay", journal: journal, table: .all(for: LyingToy.self))
    #expect(plain.status == .fine)
    #expect(plain.output.contains("1 record changed the state though ignored or illegal, first at seq 3"))
    let checked = TestRun().run("replay", "--check", journal: journal, table: .all(for: LyingToy.self))
    #expect(checked.status == .no)
    #expect(
      checked.output.contains(
        "differs   seq 3 (added): breaks its promise: the reducer said illegal and changed the state\n"))
    #expect(
      checked.errors.contains(
        "record 3 (added): breaks its promise: the reducer said illegal and changed the state: a reducer that says ignored "
          + "or illegal leaves the state as it was; mend it, and raise the domain's `version` (replayDiffers)"),
      "\(checked.errors)")
  }

  @Test("damage ends it with 4, another domain's journal with 3, a segment by itself is refused")
  func notReadable() throws {
    let journal = try journal([1, 2])
    let name = try #require(try journal.segments.first)
    let segment = TestRun().run("replay", journal.directory + "/" + name, table: .toy)
    #expect(segment.status == .usage)
    try journal.edit(name) { bytes in bytes[bytes.count - 120] ^= 1 }
    let damaged = TestRun().run("replay", journal: journal)
    #expect(damaged.status == .damaged)
    #expect(damaged.errors.contains("\(journal.directory)/\(name):4:"))
    let other = TestRun().run("replay", journal: try self.journal([1]), table: .all(for: OtherToy.self))
    #expect(other.status == .unreachable)
    #expect(other.errors.contains("(otherDomain)"))
  }
}

/// Another domain that happens to read the same actions.
private enum OtherToy: Domain {
  typealias State = Toy.State
  typealias Action = Toy.Action
  typealias Effect = Toy.Effect

  static let name = "other"
  static let version = 1
  static let initialState = Toy.initialState
  static let actions = Toy.actions

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    Toy.reduce(&state, action, now)
  }
}
