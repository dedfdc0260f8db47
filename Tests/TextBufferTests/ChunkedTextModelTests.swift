import ActionLog
import TestSupport
import Testing
import TextBuffer

@Suite("Chunked text against an array of scalars")
struct ChunkedTextModelTests {
  /// What texts are made of: beyond ASCII, beyond the BMP, marks that combine, joiners, and ends of lines of all kinds.
  private static let pieces = [
    "a", "b", " ", "\n", "\r\n", "\r", "é", "e\u{301}", "\u{301}", "ß", "\u{2028}", "\u{85}", "漢", "\u{FEFF}",
    "😀", "👩\u{200D}👩\u{200D}👧", "\u{200D}", "🇨🇭", "𝒳", "\u{0}", "\"", "\\", "\u{7F}", "\u{10FFFF}",
  ]

  private static func text(_ count: Int, _ random: inout SplitMix64) -> String {
    var text = ""
    for _ in 0..<count { text += pieces[Int.random(in: 0..<pieces.count, using: &random)] }
    return text
  }

  /// Mostly keystrokes; sometimes a paste or a deletion over many chunks or pages; now and then everything goes.
  private static func patch(_ length: Int, _ random: inout SplitMix64) -> Patch {
    let position = Int.random(in: 0...length, using: &random)
    let left = length - position
    switch Int.random(in: 0..<100, using: &random) {
    case 0: return Patch(0, length, "")
    case 1..<6: return Patch(position, Int.random(in: 0...left, using: &random), "")
    case 6..<12: return Patch(position, 0, text(Int.random(in: 0..<9_000, using: &random), &random))
    case 12..<20:
      return Patch(position, Int.random(in: 0...min(left, 3_000), using: &random), text(400, &random))
    case 20..<50: return Patch(position, min(left, Int.random(in: 1...40, using: &random)), "")
    default: return Patch(position, 0, text(Int.random(in: 0...3, using: &random), &random))
    }
  }

  @Test("random edits leave the same text, the same length and a sound cutting", arguments: 0..<4)
  func randomEdits(round: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var (text, model) = (ChunkedText(), ScalarModel())
    for step in 0..<100 {
      let patch = Self.patch(model.scalars.count, &random)
      text.replace(patch.position..<patch.position + patch.deleted, with: patch.inserted)
      model.apply([patch])
      let isSame = haveSameBytes(text.string, model.string)
      #expect(isSame, "seed \(seed), step \(step), \(patch.position) -\(patch.deleted)")
      #expect(text.length == model.scalars.count, "seed \(seed), step \(step)")
      let violations = TextBuffer.violations(in: text)
      #expect(violations.isEmpty, "seed \(seed), step \(step): \(violations)")
      if !isSame || !violations.isEmpty { return }
    }
    let start = Int.random(in: 0...model.scalars.count, using: &random)
    let end = Int.random(in: start...model.scalars.count, using: &random)
    var wanted = ""
    wanted.unicodeScalars.append(contentsOf: model.scalars[start..<end])
    let isSame = haveSameBytes(text.string(in: start..<end), wanted)
    #expect(isSame, "seed \(seed), \(start)..<\(end)")
  }

  @Test("the digest that is kept while editing is the one computed from the JSON of the whole state", arguments: 0..<3)
  func digests(round: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var root = StateRoot(ChunkedText())
    for step in 0..<120 {
      let patch = Self.patch(root.state.length, &random)
      root.state.replace(patch.position..<patch.position + patch.deleted, with: patch.inserted)
      let digest = root.settleDigest()
      if step % 10 == 0 { #expect(digest == root.state.recomputedDigest(), "seed \(seed), step \(step)") }
    }
  }

  @Test("the same edits cut alike, whatever snapshots were taken meanwhile")
  func cutsAlike() {
    let seed = UInt64.random(in: 0 ... .max)
    var (first, second) = (SplitMix64(seed: seed), SplitMix64(seed: seed))
    var (plain, shared) = (ChunkedText(), ChunkedText())
    var snapshots: [(ChunkedText, String)] = []
    for step in 0..<200 {
      let patch = Self.patch(plain.length, &first)
      plain.replace(patch.position..<patch.position + patch.deleted, with: patch.inserted)
      if step % 20 == 0 { snapshots.append((shared, shared.string)) }
      let again = Self.patch(shared.length, &second)
      shared.replace(again.position..<again.position + again.deleted, with: again.inserted)
    }
    #expect(plain.json() == shared.json(), "seed \(seed)")
    for (snapshot, text) in snapshots { #expect(haveSameBytes(snapshot.string, text), "seed \(seed)") }
  }
}
