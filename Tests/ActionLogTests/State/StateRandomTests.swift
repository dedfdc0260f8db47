import TestSupport
import Testing

@testable import ActionLog

@Suite("State under random actions")
struct StateRandomTests {
  @Test("after every action the kept digest is what the JSON alone gives", arguments: [1, 2, 3, 4] as [UInt64])
  func digestIsIncremental(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var root = StateRoot(SampleState())
    var earlier: [(state: SampleState, text: String, digest: StateDigest)] = []
    for step in 0..<150 {
      let before = root.state
      let digestBefore = root.digest
      for _ in 0..<Int.random(in: 1...4, using: &random) { Self.act(on: &root.state, &random, earlier.map(\.state)) }
      let changes = root.settle()
      #expect(root.digest == root.state.recomputedDigest(), "seed \(seed), step \(step)")
      #expect(changes.isEmpty == (root.digest == digestBefore), "seed \(seed), step \(step)")
      expectDeclared(changes, before, root.state, "seed \(seed), step \(step)")
      if step % 10 == 0 { earlier.append((root.state, root.state.text, root.digest)) }
    }
    for (state, text, digest) in earlier {
      #expect(state.text == text, "seed \(seed)")
      #expect(StateRoot(state).digest == digest, "seed \(seed)")
    }
  }

  /// Every row that differs is among the changes, and nothing else is named one by one.
  private func expectDeclared(_ changes: ChangeSet, _ old: SampleState, _ new: SampleState, _ place: String) {
    let rows = new.feed.notesByID.changes(since: old.feed.notesByID).map(\.id.text)
    for row in rows { #expect(changes.affects(.row("feed.notesByID", row)), "\(place), row \(row)") }
    if let part = changes.parts.first(where: { $0.path == "feed.notesByID" }), let named = part.rows {
      #expect(named == rows, "\(place)")
    }
    #expect(changes.affects(.list("words")) == (old.words != new.words), "\(place)")
    #expect(changes.affects(.value("count")) == (old.count != new.count), "\(place)")
  }

  static func act(on state: inout SampleState, _ random: inout SplitMix64, _ earlier: [SampleState]) {
    let id = NoteID(["é", "e\u{301}", "a/b", "q\"", ""].randomElement(using: &random)! + "\(random.next() % 40)")
    switch Int.random(in: 0..<15, using: &random) {
    case 0, 1: state.feed.notesByID[id] = Note(title: "t\(random.next() % 9)", score: 0.5)
    case 2: state.feed.notesByID[id]?.stars += 1
    case 3: state.feed.notesByID[id]?.tags.append("x")
    case 4: state.feed.notesByID[id] = nil
    case 5: state.folders[id, default: Folder(name: "f", size: 0)].size += 1
    case 6: state.folders.remove(id)
    case 7: state.words.insert(id.text, at: Int.random(in: 0...state.words.count, using: &random))
    case 8 where !state.words.isEmpty: state.words.remove(at: Int.random(in: 0..<state.words.count, using: &random))
    case 9: state.feed.orderedIDs.append(id)
    case 10: state.count += Int.random(in: 0...1, using: &random)
    case 11: state.mode = .syncing(pending: Int.random(in: 0...2, using: &random))
    case 12: state.feed.query = id.text
    case 13:
      if let other = earlier.randomElement(using: &random) { state.feed.notesByID = other.feed.notesByID }
    default:
      if random.next() % 8 == 0 { state.folders.removeAll() }
    }
  }
}
