import SystemCalls
import Testing

@testable import CommandLine

@Suite("Lines out of portions of bytes")
struct LineBufferTests {
  private func input(_ portions: [String]) -> Input {
    var rest = portions[...]
    return Input(name: "test", isTerminal: false) { buffer throws(SystemError) in
      guard let portion = rest.popFirst() else { return 0 }
      buffer.copyBytes(from: Array(portion.utf8))
      return portion.utf8.count
    }
  }

  private func lines(_ portions: [String]) throws -> [String] {
    let buffer = LineBuffer()
    let input = input(portions)
    var lines: [String] = []
    var more = true
    while more {
      more = try buffer.fill(from: input)
      while let line = buffer.takeLine() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    let rest = buffer.takeRest()
    if !rest.isEmpty { lines.append(String(decoding: rest, as: UTF8.self)) }
    return lines
  }

  @Test("however the bytes are split, the lines are the same, empty ones included")
  func splits() throws {
    let text = "one\n\ntwo é\r\nthree\u{2028}\n\nlast"
    let whole = try lines([text])
    #expect(whole == ["one", "", "two é\r", "three\u{2028}", "", "last"])
    let bytes = Array(text.utf8)
    for cut in 1..<bytes.count {
      // Cut anywhere, inside a character too.
      let buffer = LineBuffer()
      var portions = [Array(bytes[..<cut]), Array(bytes[cut...])][...]
      let input = Input(name: "test", isTerminal: false) { target throws(SystemError) in
        guard let portion = portions.popFirst() else { return 0 }
        target.copyBytes(from: portion)
        return portion.count
      }
      var found: [String] = []
      while try buffer.fill(from: input) {
        while let line = buffer.takeLine() { found.append(String(decoding: line, as: UTF8.self)) }
      }
      found.append(String(decoding: buffer.takeRest(), as: UTF8.self))
      #expect(found == whole, "cut at \(cut)")
    }
  }

  @Test("a last line needs no line feed, an empty input has no lines")
  func ends() throws {
    #expect(try lines(["a\nb"]) == ["a", "b"])
    #expect(try lines(["a\n"]) == ["a"])
    #expect(try lines([]) == [])
  }

  @Test("reading all of an input stops at its limit")
  func limit() throws {
    #expect(try input(["abc", "def"]).readAll(limit: 6) == Array("abcdef".utf8))
    #expect {
      try input(["abc", "def"]).readAll(limit: 5)
    } throws: { ($0 as? Failure)?.name == "tooLong" }
  }
}
