import ActionLog
import CanonicalJSON
import Testing

@testable import Replay

private enum Second: TallyVersion {
  static var number: Int { 2 }
  static var limit: Int { 10 }
  static var effectKeyPrefix: String { "v2." }
}

/// The first version, changed without raising its number.
private enum Changed: TallyVersion {
  static var limit: Int { 10 }
}

struct DomainVersionTests {
  private func history() throws -> JournalScript<TallyOne> {
    var script = JournalScript<TallyOne>()
    try script.daemon("log.opened")
    try script.dispatch(.added(id: "a", label: "a", amount: 3), id: "one")
    try script.dispatch(.added(id: "b", label: "b", amount: 30), id: "two")
    try script.dispatch(.added(id: "c", label: "c", amount: 300))
    try script.dispatch(.fetchAsked(what: "x", key: "k", policy: "queue"))
    try script.dispatch(.added(id: "d", label: "d", amount: 40))
    return script
  }

  @Test("under an older version digests and outcomes do not bind; those that came out differently are counted")
  func older() throws {
    let script = try history()
    var fold = JournalFold<Tally<Second>>()
    fold.begin(domainVersion: 1)
    try fold.fold(script.lines, check: .full(invariants: true))
    #expect(fold.report.differingOutcomes == 2)
    #expect(fold.report.firstDifferingOutcome == 3)
    #expect(fold.report.older == 5)
    #expect(fold.report.journalVersion == 1)
    #expect(fold.reduction.root.state.total == 3)
    #expect(fold.reduction.root.digest == fold.reduction.root.state.recomputedDigest())
  }

  @Test("re-reduced history asks for no effects: the outbox stays what was journaled")
  func outboxStays() throws {
    let script = try history()
    var fold = JournalFold<Tally<Second>>()
    fold.begin(domainVersion: 1)
    try fold.fold(script.lines)
    #expect(fold.reduction.outbox == script.reduction.outbox)
    #expect(fold.reduction.outbox.outstanding.map(\.key) == ["k"])
  }

  @Test("results under their keys stay as they were given")
  func windowStays() throws {
    let script = try history()
    var fold = JournalFold<Tally<Second>>()
    fold.begin(domainVersion: 1)
    try fold.fold(script.lines)
    #expect(fold.window.allRows == script.window.allRows)
  }

  @Test("from the segment of the new version on, digests and outcomes bind again")
  func newSegment() throws {
    let script = try history()
    var next = JournalScript<Tally<Second>>()
    var fold = JournalFold<Tally<Second>>()
    fold.begin(domainVersion: 1)
    try fold.fold(script.lines)
    next.reduction = fold.reduction
    next.seq = fold.lastSeq
    try next.daemon("log.domainChanged")
    try next.dispatch(.added(id: "e", label: "e", amount: 9))
    fold.begin(domainVersion: 2)
    var again = fold
    try fold.fold(next.lines, check: .full(invariants: true))
    #expect(fold.reduction.root.digest == next.reduction.root.digest)
    next.edit(2, #""outcome":"applied""#, #""outcome":"illegal""#)
    #expect(throws: ReplayFailure.self) { try again.fold(next.lines) }
  }

  @Test("a reducer that was changed under the same version differs at the first record that shows it")
  func changed() throws {
    let failure = try failure(of: try history().lines, as: Tally<Changed>.self, check: .trust)
    #expect(failure?.seq == 3)
    #expect(failure?.kind == .outcomeDiffers(recorded: .applied, replayed: .illegal))
  }
}
