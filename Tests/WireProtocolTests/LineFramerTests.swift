import TestSupport
import Testing

@testable import WireProtocol

/// Drives a framer by hand and writes down what it found.
private struct Harness: ~Copyable {
  enum Found: Equatable {
    case line(String)
    case overlong(Int)
  }

  var framer: LineFramer
  var found: [Found] = []

  init(limit: Int = 100) {
    framer = LineFramer(limit: limit)
  }

  mutating func feed(_ bytes: some Collection<UInt8>) {
    let space = framer.space(atLeast: bytes.count)
    space.copyBytes(from: bytes)
    framer.filled(bytes.count)
    while note(framer.next()) {}
  }

  mutating func feed(_ text: String) { feed(Array(text.utf8)) }

  mutating func end() { _ = note(framer.finish()) }

  private mutating func note(_ frame: LineFramer.Frame) -> Bool {
    switch frame {
    case .line(let line): found.append(.line(String(decoding: line, as: UTF8.self)))
    case .overlong(let length): found.append(.overlong(length))
    case .needMore: return false
    }
    return true
  }
}

@Suite("Lines out of a stream of bytes")
struct LineFramerTests {
  @Test("glued lines come out one by one")
  func glued() {
    var harness = Harness()
    harness.feed("a\nbb\nccc\n")
    #expect(harness.found == [.line("a"), .line("bb"), .line("ccc")])
    #expect(harness.framer.bufferedBytes == 0)
  }

  @Test("a line split at every place comes out whole")
  func split() {
    let text = "{\"jsonrpc\":\"2.0\"}\n{}\n"
    for place in 0...text.utf8.count {
      var harness = Harness()
      harness.feed(Array(text.utf8.prefix(place)))
      harness.feed(Array(text.utf8.dropFirst(place)))
      #expect(harness.found == [.line("{\"jsonrpc\":\"2.0\"}"), .line("{}")], "split at \(place)")
    }
  }

  @Test("bytes that come one at a time make the same lines")
  func singleBytes() {
    var harness = Harness()
    for byte in "first\nsecond\n".utf8 { harness.feed([byte]) }
    #expect(harness.found == [.line("first"), .line("second")])
  }

  @Test("a line of white space only is skipped, a carriage return among it")
  func whiteSpace() {
    var harness = Harness()
    harness.feed("\n  \n\t\n\r\n \r\nx\r\n")
    harness.feed(" ")
    harness.end()
    #expect(harness.found == [.line("x\r")])
  }

  @Test("other control bytes are no white space: they are left to the parser")
  func controlBytes() {
    var harness = Harness()
    harness.feed("\0\n\u{B}\n")
    #expect(harness.found == [.line("\0"), .line("\u{B}")])
  }

  @Test("a line of exactly the limit passes, one byte more is reported once with its length, and the next line passes")
  func limit() {
    var harness = Harness(limit: 10)
    harness.feed(String(repeating: "a", count: 10) + "\n" + String(repeating: "b", count: 11) + "\nc\n")
    #expect(harness.found == [.line("aaaaaaaaaa"), .overlong(11), .line("c")])
  }

  @Test("an over-long line is not kept while it arrives")
  func overlongIsDropped() {
    var harness = Harness(limit: 1_000)
    let piece = [UInt8](repeating: 0x61, count: 50_000)
    for _ in 0..<100 {
      harness.feed(piece)
      #expect(harness.framer.bufferedBytes <= 1_000)
      #expect(harness.framer.heldBytes <= 1_000 + LineFramer.usualCapacity)
    }
    #expect(harness.found == [])
    harness.feed("\nnext\n")
    #expect(harness.found == [.overlong(5_000_000), .line("next")])
  }

  @Test("the last line needs no line feed; an over-long one is still reported")
  func end() {
    var harness = Harness(limit: 10)
    harness.feed("one\ntwo")
    harness.end()
    #expect(harness.found == [.line("one"), .line("two")])
    var long = Harness(limit: 10)
    long.feed("elevenbytes")
    long.feed("andmore")
    long.end()
    #expect(long.found == [.overlong(18)])
  }

  @Test("a framer at rest holds no memory")
  func rest() {
    var harness = Harness(limit: 1 << 20)
    harness.feed([UInt8](repeating: 0x61, count: 300_000))
    #expect(harness.framer.heldBytes >= 300_000)
    harness.feed("\n")
    #expect(harness.framer.heldBytes == 0)
  }

  @Test("lines not yet taken stay, and can be taken later")
  func pausing() {
    var framer = LineFramer(limit: 100)
    let text = Array("a\nb\nc".utf8)
    framer.space(atLeast: text.count).copyBytes(from: text)
    framer.filled(text.count)
    guard case .line(let first) = framer.next() else {
      Issue.record("the first line is missing")
      return
    }
    #expect(Array(first) == [0x61])
    // Receiving more in between moves what is buffered, at worst.
    let more = Array((String(repeating: "d", count: 70_000) + "\n").utf8)
    framer.space(atLeast: more.count).copyBytes(from: more)
    framer.filled(more.count)
    guard case .line(let second) = framer.next() else {
      Issue.record("the second line is missing")
      return
    }
    #expect(Array(second) == [0x62])
    guard case .overlong(70_001) = framer.next(), case .needMore = framer.next() else {
      Issue.record("the third line should be over-long")
      return
    }
  }

  @Test("random streams, cut at random, make the lines that splitting the whole makes", arguments: 0..<20)
  func random(round: Int) {
    let seed = UInt64(round) &* 7919 &+ 17
    var random = SplitMix64(seed: seed)
    var text: [UInt8] = []
    for _ in 0..<400 {
      let length = Int(random.next() % 40)
      text += (0..<length).map { _ in UInt8(0x61 + random.next() % 26) } + [0x0A]
    }
    let expected = text.split(separator: 0x0A).map { line in
      line.count > 30 ? Harness.Found.overlong(line.count) : .line(String(decoding: line, as: UTF8.self))
    }
    var harness = Harness(limit: 30)
    var rest = text[...]
    while !rest.isEmpty {
      let count = min(rest.count, 1 + Int(random.next() % 97))
      harness.feed(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    #expect(harness.found == expected, "seed \(seed)")
  }
}
