import Testing

@testable import Daemon

@Suite("The live ring")
struct LiveRingTests {
  /// What a ring hands out from a seq on.
  private func lines(_ ring: LiveRing, from seq: UInt64) -> [String] {
    var lines: [String] = []
    ring.records(from: seq) { group, seq in
      group.withLine(of: seq) { lines.append(String(decoding: $0, as: UTF8.self)) }
      return true
    }
    return lines
  }

  @Test("it hands out each line as it is stored, from any seq that it holds")
  func handsOut() throws {
    var scene = try JournalScene(seed: 1)
    var ring = LiveRing(bytesMax: 1 << 20)
    #expect(ring.seqs == nil)
    for size in [1, 3, 2, 1] { ring.append(try scene.commit((0..<size).map { ("a.b", $0 * 10) })) }
    #expect(ring.seqs == 1...7)
    for seq in 1...7 { #expect(lines(ring, from: UInt64(seq)) == Array(scene.lines[(seq - 1)...])) }
    #expect(lines(ring, from: 8).isEmpty)
  }

  @Test("the oldest groups fall out at its limit, and the rest stays whole")
  func bounded() throws {
    var scene = try JournalScene(seed: 2)
    var ring = LiveRing(bytesMax: 20_000)
    for count in 1...500 {
      ring.append(try scene.commit((0..<(count % 4 + 1)).map { _ in ("a.b", count % 50) }))
      #expect(ring.byteCount <= 20_000)
      let first = try #require(ring.seqs).lowerBound
      #expect(lines(ring, from: first) == Array(scene.lines[Int(first - 1)...]))
    }
    #expect(try #require(ring.seqs).lowerBound > 1_000)
  }

  @Test("a group longer than all of it leaves it empty, and the next one begins it anew")
  func longGroup() throws {
    var scene = try JournalScene(seed: 3)
    var ring = LiveRing(bytesMax: 5_000)
    ring.append(try scene.commit([("a.b", 1)]))
    ring.append(try scene.commit([("a.b", 9_000)]))
    #expect(ring.seqs == nil && ring.byteCount == 0)
    ring.append(try scene.commit([("a.b", 1)]))
    #expect(ring.seqs == 3...3)
  }

  @Test("a group that does not continue the last begins it anew: it never holds a gap")
  func noGap() throws {
    var scene = try JournalScene(seed: 4)
    var ring = LiveRing(bytesMax: 1 << 20)
    ring.append(try scene.commit([("a.b", 1)]))
    _ = try scene.commit([("a.b", 1)])
    ring.append(try scene.commit([("a.b", 1)]))
    #expect(ring.seqs == 3...3)
    #expect(lines(ring, from: 3) == [scene.lines[2]])
  }

  @Test("the types of its records are those of their lines")
  func types() throws {
    var scene = try JournalScene(seed: 5)
    let group = try scene.commit([("feed.queryChanged", 0), ("log.opened", 3)])
    #expect(group.type(of: 1) == "feed.queryChanged" && group.type(of: 2) == "log.opened")
  }
}
