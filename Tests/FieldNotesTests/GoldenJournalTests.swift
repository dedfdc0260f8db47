import ActionLog
import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import FieldNotes

@Suite("What version 1 of the domain left behind")
struct GoldenJournalTests {
  private static let golden = SharedData.packageRoot.appending(path: "Tests/FieldNotesTests/Golden")

  /// The actions of the journal, each at its moment, as a start reads them.
  private func replay() throws -> (state: FieldNotes.State, outcomes: [String]) {
    let text = try String(contentsOf: Self.golden.appending(path: "journal-version-1.jsonl"), encoding: .utf8)
    let coding = ActionCoding<FieldNotes>()
    var reduction = Reduction<FieldNotes>()
    var outcomes: [String] = []
    for line in text.split(separator: "\n").dropFirst() {
      let record = try JSONValue.parse(Array(line.utf8))
      let type = try #require(record["type"]?.string)
      guard !type.hasPrefix("log."), let payload = record["action"] else { continue }
      let seq = UInt64(try #require(record["seq"]?.int))
      let at = try #require(record["at"]?.string.flatMap { Timestamp(rfc3339: $0) })
      let effect = record["effect"]?.string.flatMap { EffectID($0) }
      let action = try coding.decode(
        type: type, v: record["v"]?.int ?? 1, payload: CanonicalEncoder().encode(payload), strict: false)
      let replayed = reduction.replay(action, Moment(seq: seq, at: at, effect: effect))
      #expect(!replayed.brokePromise)
      #expect(FieldNotes.violations(in: reduction.root.state) == [], "after \(seq) \(type)")
      outcomes.append("\(seq) \(replayed.outcome) \(replayed.reason?.code ?? "")")
    }
    return (reduction.root.state, outcomes)
  }

  @Test("its journal is read to the end and leads to the same documents and the same list")
  func journal() throws {
    let (state, _) = try replay()
    #expect(state.feed.orderedIDs == ["d-1", "d-2", "d-3"])
    #expect(state.feed.documentsByID["d-1"]?.confirmed == Metadata(members: ["note": "mine", "stage": "final"]))
    #expect(state.feed.documentsByID["d-1"]?.title == "Tide tables, anew")
    #expect(state.feed.documentsByID["d-1"]?.rev == 6)
    #expect(state.feed.documentsByID["d-2"]?.permissions.canEdit == false)
    #expect(state.feed.documentsByID["d-4"] != nil, "known, though no longer listed")
    #expect(state.feed.request == .loaded)
    #expect(state.feed.cacheRevision == 12)
    #expect(state.sync.status == .syncing(pending: 2))
  }

  @Test("what was late, forbidden and repeated in it is so still")
  func outcomes() throws {
    let (_, outcomes) = try replay()
    #expect(
      outcomes.filter { !$0.contains("applied") } == [
        "8 ignored alreadyLoading", "15 illegal notPermitted", "16 illegal unknownDocument", "24 ignored notEmpty",
        "31 ignored stale", "38 illegal nothingFailed",
      ])
  }

  @Test("its cache hydrates a feed, and a page of the same revision still has its say")
  func cache() throws {
    let bytes = try Data(contentsOf: Self.golden.appending(path: "cache-version-1.json"))
    let snapshot = try CanonicalDecoder().decode(FeedSnapshot.self, from: Array(bytes))
    var run = Run()
    #expect(run.appear(cached: snapshot).isApplied)
    #expect(run.feed.orderedIDs == ["d-1", "d-2", "d-3"])
    run.dispatch(.feedRequested(requestID: "1", reason: .initial))
    run.dispatch(.remoteFeedLoaded(requestID: "1", page: FeedPage(documents: [.sample("d-1", title: "Now", rev: 6)])))
    #expect(run.titles == ["Now"])
  }
}
