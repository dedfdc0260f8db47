import ActionLog
import CanonicalJSON
import Foundation
import RecordFormat
import Testing

@testable import Replay

typealias TallyOne = Tally<First>

struct JournalFoldTests {
  /// A journal with a record of every kind.
  private func script() throws -> JournalScript<TallyOne> {
    var script = JournalScript<TallyOne>()
    try script.daemon("log.opened")
    try script.dispatch(.added(id: "a", label: "apples", amount: 3), id: "one")
    try script.dispatch(.added(id: "a", label: "apples", amount: 300), id: "two")
    try script.dispatch(.removed(id: "b"))
    try script.dispatch(.fetchAsked(what: "x", key: "k", policy: "queue"))
    try script.dispatch(.fetchAsked(what: "y", key: "k", policy: "queue"))
    try script.dispatch(.fetchAsked(what: "z", key: "d", policy: "dropNew"))
    try script.dispatch(.fetchAsked(what: "z", key: "d", policy: "dropNew"))
    try script.dispatch(.fetched(what: "x"), effect: "5.0")
    try script.dispatch(.reminderAsked(milliseconds: 5000, what: "r"))
    try script.daemon("log.effectSettled", effect: "7.0")
    try script.dispatch(.removed(id: "a"), id: "three", uid: 1001)
    try script.daemon("log.closed")
    return script
  }

  @Test("the fold of a journal gives the live state, digest, outbox and window", arguments: [true, false])
  func foldIsLive(full: Bool) throws {
    let script = try script()
    var fold = JournalFold<TallyOne>()
    fold.begin(domainVersion: 1)
    try fold.fold(script.lines, check: full ? .full(invariants: true) : .trust)
    #expect(fold.reduction.root.state == script.reduction.root.state)
    #expect(fold.reduction.root.digest == script.reduction.root.digest)
    #expect(fold.reduction.outbox == script.reduction.outbox)
    #expect(fold.reduction.outbox.startable.map(\.id.text) == ["6.0"])
    #expect(fold.reduction.outbox.timers.map(\.id.text) == ["10.0"])
    #expect(fold.window.allRows == script.window.allRows)
    #expect(fold.lastSeq == 13)
    #expect(fold.lastAt?.microseconds == 1_700_000_000_013_000)
    #expect(fold.report.records == 13)
    #expect(fold.report.actions == 10)
    #expect(fold.report.applied == 8)
    #expect(fold.report.ignored == 1)
    #expect(fold.report.illegal == 1)
    #expect(fold.report.brokenPromises == 0)
  }

  @Test("a fold that stops anywhere and goes on later ends in the same place")
  func anyPrefix() throws {
    let script = try script()
    for cut in 0...script.lines.count {
      var first = JournalFold<TallyOne>()
      first.begin(domainVersion: 1)
      try first.fold(Array(script.lines[..<cut]))
      var second = JournalFold(
        reduction: first.reduction, window: first.window, lastSeq: first.lastSeq, lastAt: first.lastAt)
      second.begin(domainVersion: 1)
      try second.fold(Array(script.lines[cut...]))
      #expect(second.reduction.root.digest == script.reduction.root.digest, "cut at \(cut)")
      #expect(second.reduction.outbox == script.reduction.outbox, "cut at \(cut)")
      #expect(second.window.allRows == script.window.allRows, "cut at \(cut)")
    }
  }

  @Test("a digest that differs is named with both sides, in the daemon's own records too", arguments: [2, 4, 11])
  func digest(seq: Int) throws {
    var script = try script()
    let line = try script.lines[seq - 1].withUnsafeBufferPointer { try RecordLine(parsing: $0).state }
    let text = Hex.text(line)
    script.edit(seq, text, String(text.dropLast()) + (text.hasSuffix("0") ? "1" : "0"))
    for check in [ReplayCheck.trust, .full(invariants: false)] {
      let failure = try #require(try failure(of: script.lines, as: TallyOne.self, check: check))
      #expect(failure.seq == UInt64(seq))
      #expect(failure.kind == .stateDiffers(recorded: line ^ (text.hasSuffix("0") ? 1 : line & 15), replayed: line))
      #expect("\(failure)".contains(text))
      #expect("\(failure)".hasPrefix("record \(seq) ("))
    }
  }

  @Test("an outcome that differs is named with both sides")
  func outcome() throws {
    var script = try script()
    script.edit(4, #""outcome":"ignored""#, #""outcome":"illegal""#)
    for check in [ReplayCheck.trust, .full(invariants: false)] {
      let failure = try failure(of: script.lines, as: TallyOne.self, check: check)
      #expect(failure?.kind == .outcomeDiffers(recorded: .illegal, replayed: .ignored))
      #expect(failure?.seq == 4)
      #expect(failure?.type == "removed")
    }
  }

  @Test("a reason that differs fails the full check only")
  func why() throws {
    var script = try script()
    script.edit(3, "tooMany", "tooMuch")
    #expect(try failure(of: script.lines, as: TallyOne.self, check: .trust) == nil)
    let failure = try failure(of: script.lines, as: TallyOne.self)
    #expect(
      failure?.kind
        == .whyDiffers(
          recorded: Reason("tooMuch", "amounts are at most 100"), replayed: Reason("tooMany", "amounts are at most 100")
        ))
  }

  @Test("a reason that was cut because it is long does not differ")
  func cutReason() throws {
    enum Wordy: TallyVersion {
      static var reason: String { String(repeating: "é", count: 2000) }
    }
    var script = JournalScript<Tally<Wordy>>()
    try script.dispatch(.added(id: "a", label: "a", amount: 101))
    #expect(script.lines[0].count < 1600)
    #expect(try failure(of: script.lines, as: Tally<Wordy>.self) == nil)
  }

  @Test("effects that differ fail the full check only, and the outbox holds what was journaled")
  func effects() throws {
    var script = try script()
    script.edit(6, #""effect":{"what":"y"}"#, #""effect":{"what":"w"}"#)
    var fold = JournalFold<TallyOne>()
    fold.begin(domainVersion: 1)
    try fold.fold(script.lines)
    #expect(fold.reduction.outbox.startable.map(\.payload) == [Array(#"{"what":"w"}"#.utf8)])
    let failure = try #require(try failure(of: script.lines, as: TallyOne.self))
    guard case .effectsDiffer(let recorded, let replayed) = failure.kind else {
      Issue.record("\(failure)")
      return
    }
    #expect(recorded.map(\.payload) == [Array(#"{"what":"w"}"#.utf8)])
    #expect(replayed.map(\.payload) == [Array(#"{"what":"y"}"#.utf8)])
    #expect("\(failure)".contains(#"6.0 fetch {"what":"w"} key k queue"#))
  }

  @Test("effects that were asked for and not journaled fail the full check")
  func effectsMissing() throws {
    var script = JournalScript<TallyOne>()
    try script.dispatch(.fetchAsked(what: "x", key: "k", policy: "queue"))
    let text = String(decoding: script.lines[0], as: UTF8.self)
    let start = try #require(text.range(of: #","effects":["#)?.lowerBound)
    let end = try #require(text.range(of: #","state":"#)?.lowerBound)
    script.lines[0] = Array((text[..<start] + text[end...]).utf8)
    #expect(try failure(of: script.lines, as: TallyOne.self, check: .trust) == nil)
    let failure = try failure(of: script.lines, as: TallyOne.self)
    guard case .effectsDiffer(let recorded, let replayed)? = failure?.kind else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(recorded == [])
    #expect(replayed.count == 1)
  }

  @Test("a broken promise holds in replay, is counted, and fails the full check")
  func brokenPromise() throws {
    var script = JournalScript<TallyOne>()
    try script.dispatch(.removed(id: "a"))
    try script.dispatch(.lied)
    var fold = JournalFold<TallyOne>()
    fold.begin(domainVersion: 1)
    try fold.fold(script.lines)
    #expect(fold.report.brokenPromises == 1)
    #expect(fold.report.firstBrokenPromise == 2)
    #expect(try failure(of: script.lines, as: TallyOne.self)?.kind == .promiseBroken(.ignored))
  }

  @Test("an invariant that does not hold is named, where invariants are asked for")
  func invariants() throws {
    var script = JournalScript<TallyOne>()
    try script.dispatch(.added(id: "a", label: "a", amount: -5))
    #expect(try failure(of: script.lines, as: TallyOne.self)?.kind == .violation("the total is -5"))
    #expect(try failure(of: script.lines, as: TallyOne.self, check: .full(invariants: false)) == nil)
  }
}
