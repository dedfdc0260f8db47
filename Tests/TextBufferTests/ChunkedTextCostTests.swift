import TestSupport
import Testing
import TextBuffer

@Suite("What an edit of a long text touches")
struct ChunkedTextCostTests {
  /// How many chunks stand between what two versions have in common at both ends: what was written and hashed anew.
  private static func touched(_ before: [TextChunk], _ after: [TextChunk]) -> Int {
    let head = zip(before, after).prefix { $0 == $1 }.count
    let tail = zip(before.dropFirst(head).reversed(), after.dropFirst(head).reversed()).prefix { $0 == $1 }.count
    return after.count - head - tail
  }

  private static func megabyte() -> ChunkedText {
    var text = ChunkedText()
    text.replace(0..<0, with: String(repeating: "All the world's a stage, and all the men…\n", count: 25_000))
    return text
  }

  @Test("a keystroke in a megabyte of text touches one chunk, seldom the two that it was cut into, and one page")
  func keystrokes() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var text = Self.megabyte()
    #expect(text.length > 1_000_000)
    var position = Int.random(in: 0...text.length, using: &random)
    var total = 0
    for step in 0..<120 {
      // Someone types here for a while, then somewhere else.
      if step % 40 == 0 { position = Int.random(in: 0...text.length, using: &random) }
      let (before, pages) = (Array(text.chunks), Array(text.pages))
      text.replace(position..<position, with: "x")
      position += 1
      let touched = Self.touched(before, Array(text.chunks))
      #expect(touched <= 2, "seed \(seed), step \(step)")
      #expect(zip(pages, text.pages).filter { $0 != $1 }.count <= 1 || text.pages.count != pages.count)
      total += touched
    }
    #expect(total <= 126, "seed \(seed): \(total) chunks for 120 keystrokes")
  }

  @Test("a deletion of one scalar touches one chunk, or the two that it joined")
  func deletions() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var text = Self.megabyte()
    let position = Int.random(in: 1_000..<text.length - 1_000, using: &random)
    for step in 0..<200 {
      let before = Array(text.chunks)
      text.replace(position..<position + 1, with: "")
      let touched = Self.touched(before, Array(text.chunks))
      #expect(touched <= 2, "seed \(seed), step \(step)")
    }
  }

  @Test("a position is found by passing few pages and the chunks of one, not all chunks")
  func finding() {
    let text = Self.megabyte()
    #expect(text.chunks.count > 4_000)
    #expect(text.pages.count * 30 <= text.chunks.count)
  }
}
