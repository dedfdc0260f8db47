import ActionLog
import CanonicalJSON
import TestSupport
import Testing
import TextBuffer

@Suite("The text buffer as a domain")
struct TextBufferTests {
  private func reduce(_ state: inout ChunkedText, _ patches: [Patch]) -> Outcome<TextBuffer.Action, Never> {
    TextBuffer.reduce(&state, .edited(patches: patches), Moment(seq: 1, at: Timestamp(microseconds: 1)))
  }

  private func text(_ string: String) -> ChunkedText {
    var text = ChunkedText()
    text.replace(0..<0, with: string)
    return text
  }

  @Test("patches apply one after another, each in what the one before left")
  func sequence() {
    var state = text("e\u{301}a")
    let outcome = reduce(&state, [Patch(3, 0, "!"), Patch(1, 1, ""), Patch(0, 1, "E")])
    #expect(outcome.kind == .applied)
    #expect(state.string == "Ea!")
  }

  @Test(
    "an edit outside the text is illegal, and none of its patches is applied",
    arguments: [
      [Patch(4, 0, "x")], [Patch(0, 4, "")], [Patch(2, 2, "")], [Patch(-1, 0, "x")], [Patch(0, -1, "x")],
      [Patch(0, 1, "yz"), Patch(4, 1, "")], [Patch(Int.max, 1, "")], [Patch(1, Int.max, "")],
    ])
  func outside(patches: [Patch]) {
    var state = text("abc")
    let outcome = reduce(&state, patches)
    #expect(outcome.reason?.code == "outside")
    #expect(outcome.kind == .illegal)
    #expect(state.json() == text("abc").json())
  }

  @Test("an edit that deletes and inserts nothing is ignored", arguments: [[], [Patch(1, 0, "")]])
  func empty(patches: [Patch]) {
    var state = text("abc")
    let outcome = reduce(&state, patches)
    #expect(outcome.kind == .ignored)
    #expect(outcome.reason?.code == "empty")
    #expect(state.json() == text("abc").json())
  }

  @Test("a text past the limit is illegal")
  func tooLong() {
    var state = ChunkedText()
    let outcome = reduce(&state, [Patch(0, 0, String(repeating: "x", count: TextBuffer.longest + 1))])
    #expect(outcome.kind == .illegal)
    #expect(outcome.reason?.code == "tooLong")
    #expect(state.length == 0)
  }

  @Test("the catalogue holds, and both ways to read an edit read alike")
  func catalogue() throws {
    let coding = ActionCoding<TextBuffer>()
    #expect(coding.problems().isEmpty)
    let payloads = [
      #"{"patches":[]}"#, #"{"patches":[[0,0,"h"]]}"#, #"{"patches":[[7,2,"\ud83d\ude00\u2028"],[1,0,"e\u0301\r\n"]]}"#,
      #"{"other":[1],"patches":[[0,0,""]]}"#, #"{"patches":[[-1,-2,"x"]]}"#, #"{}"#, #"{"patches":[[0,0]]}"#,
      #"{"patches":[[0,0,"x",1]]}"#, #"{"patches":[[0.5,0,"x"]]}"#, #"{"patches":null}"#, #"{"patches":[null]}"#,
    ]
    for payload in payloads {
      let bytes = Array(payload.utf8)
      let hot = try? coding.decode(type: "edited", v: 1, payload: bytes, strict: false)
      struct Edited: Decodable { let patches: [Patch] }
      let plain = try? CanonicalDecoder().decode(Edited.self, from: bytes)
      #expect(hot == plain.map { TextBuffer.Action.edited(patches: $0.patches) }, "\(payload)")
    }
    #expect(throws: ActionDecodeFailure.self) {
      try coding.decode(type: "edited", v: 1, payload: Array(#"{"patches":[],"patch":1}"#.utf8), strict: true)
    }
  }

  @Test("chunks and pages write themselves as Codable would")
  func spelling() throws {
    let state = text(String(repeating: "a\"\\\u{1}é😀\u{2028}", count: 200))
    var writer = JSONWriter()
    for chunk in state.chunks {
      chunk.write(to: &writer)
      #expect(writer.take() == (try CanonicalEncoder().encode(chunk)))
      #expect(try CanonicalDecoder().decode(TextChunk.self, from: CanonicalEncoder().encode(chunk)) == chunk)
    }
    for page in state.pages {
      page.write(to: &writer)
      #expect(writer.take() == (try CanonicalEncoder().encode(page)))
    }
  }

  @Test(
    "the selectors give the text, its length and any range, also beyond the end",
    arguments: [
      ("text", "{}", #""añ😀b""#), ("length", "{}", "4"), ("range", #"{"from":1,"count":2}"#, #""ñ😀""#),
      ("range", #"{"from":2}"#, #""😀b""#), ("range", #"{"from":4}"#, #""""#),
      ("range", #"{"from":18446744073709551615,"count":18446744073709551615}"#, #""""#),
    ])
  func selectors(name: String, arguments: String, value: String) throws {
    let selector = try #require(TextBuffer.selectors.first { $0.name == name })
    let asked = try JSONValue.parse(Array(arguments.utf8))
    let given = try selector.evaluate(text("añ😀b"), asked)
    #expect(String(decoding: given, as: UTF8.self) == value)
  }
}
