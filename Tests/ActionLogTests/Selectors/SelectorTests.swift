import ActionLog
import CanonicalJSON
import Testing

@Suite("Selectors")
struct SelectorTests {
  struct NoteArguments: Decodable, Sendable {
    var id: NoteID
    var verbose: Bool?
    var limit: Int?
  }

  static let note = TypedSelector(
    "feed.note", "one note", arguments: NoteArguments.self, reads: { [.row("feed.notesByID", $0.id)] },
    select: { (state: SampleState, arguments) in state.feed.notesByID[arguments.id] })

  static let count = Selector("count", "how many", reads: [.value("count")]) { (state: SampleState) in state.count }

  private var state: SampleState {
    var state = SampleState()
    state.feed.notesByID["a"] = Note(title: "A")
    state.count = 3
    return state
  }

  @Test("arguments are described by what is decoded")
  func described() {
    #expect(
      Self.note.arguments == [
        SelectorArgument(name: "id", type: "string", required: true),
        SelectorArgument(name: "verbose", type: "boolean", required: false),
        SelectorArgument(name: "limit", type: "integer", required: false),
      ])
    #expect(Self.count.arguments.isEmpty)
  }

  @Test("arguments of many shapes are described, an enum by its raw value")
  func shapes() {
    enum Order: String, Codable, CaseIterable { case up, down }
    struct Inner: Decodable { var x: Double }
    struct Many: Decodable, Sendable {
      var order: Order
      var ids: [NoteID]
      var inner: Inner
      var factor: Double
      var size: UInt8
    }
    let selector = Selector("many", "", arguments: Many.self, reads: { _ in [] }, select: { (_: SampleState, _) in 0 })
    #expect(selector.arguments.map(\.name) == ["order", "ids", "inner", "factor", "size"])
    #expect(selector.arguments.map(\.type) == ["string", "array", "object", "number", "integer"])
  }

  @Test("arguments may describe themselves")
  func describedByHand() {
    struct Picky: Decodable, Sendable, DescribedArguments {
      static var described: [SelectorArgument] {
        [SelectorArgument(name: "page", type: "integer", required: true, summary: "from 1")]
      }
      var page: Int
    }
    let selector = Selector(
      "picky", "", arguments: Picky.self, reads: { _ in [] }, select: { (_: SampleState, _) in 0 })
    #expect(selector.arguments == Picky.described)
  }

  @Test("a typed selector is asked as it is, its wire form with JSON")
  func evaluated() throws {
    let selector = Selector(Self.note)
    let arguments = try JSONValue.parse(Array(#"{"id":"a"}"#.utf8))
    #expect(Self.note.select(state, NoteArguments(id: "a")) == Note(title: "A"))
    #expect(
      String(decoding: try selector.evaluate(state, arguments), as: UTF8.self)
        == #"{"ratings":{},"stars":0,"tags":[],"title":"A"}"#)
    #expect(try selector.reads(arguments) == [.row("feed.notesByID", "a")])
    let absent = try JSONValue.parse(Array(#"{"id":"b"}"#.utf8))
    #expect(try selector.evaluate(state, absent) == Array("null".utf8))
    #expect(try Self.count.evaluate(state, .null) == Array("3".utf8))
    #expect(try Self.count.evaluate(state, JSONValue.parse(Array("{}".utf8))) == Array("3".utf8))
  }

  @Test(
    "arguments that do not fit are named, the nearest name with them",
    arguments: [
      (#"{"id":"a","verbos":true}"#, "verbos; did you mean verbose?"), ("{}", "id is missing"),
      (#"{"id":7}"#, "id must be"), (#"{"id":"a","limit":"x"}"#, "limit must be"), ("null", "id is missing"),
      ("[]", "must be"),
    ])
  func refused(arguments: String, expected: String) throws {
    let json = try JSONValue.parse(Array(arguments.utf8))
    let failure = #expect(throws: SelectorFailure.self) { try Selector(Self.note).evaluate(state, json) }
    #expect(failure?.text.contains(expected) == true, "\(failure?.text ?? "")")
  }

  @Test("a selector without arguments takes none")
  func takesNone() throws {
    let json = try JSONValue.parse(Array(#"{"x":1}"#.utf8))
    #expect(throws: SelectorFailure.unknownArgument(path: "/x", nearest: nil)) {
      try Self.count.evaluate(state, json)
    }
  }

  @Test("a value that has no JSON is a failure, not a crash")
  func noJSON() {
    let selector = Selector("bad", "", reads: []) { (_: SampleState) in Double.nan }
    #expect { try selector.evaluate(state, .null) } throws: { error in
      guard case SelectorFailure.noJSON = error else { return false }
      return true
    }
  }
}
