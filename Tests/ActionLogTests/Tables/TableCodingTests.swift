import CanonicalJSON
import Testing

@testable import ActionLog

@Suite("Tables, lists and ids as JSON")
struct TableCodingTests {
  @Test("a table is an object of rows, both ways")
  func table() throws {
    let table: EntityTable<NoteID, Note> = ["b": Note(title: "B", score: 0.1), "a": Note(title: "A")]
    let bytes = try CanonicalEncoder().encode(table)
    #expect(
      String(decoding: bytes, as: UTF8.self) == #"{"a":{"ratings":{},"stars":0,"tags":[],"title":"A"},"#
        + #""b":{"ratings":{},"score":0.1,"stars":0,"tags":[],"title":"B"}}"#)
    #expect(try CanonicalDecoder().decode(EntityTable<NoteID, Note>.self, from: bytes) == table)
  }

  @Test("a list is an array, both ways")
  func list() throws {
    let list = EntityList((0..<100).map { NoteID("n\($0)") })
    let bytes = try CanonicalEncoder().encode(list)
    #expect(String(decoding: bytes.prefix(11), as: UTF8.self) == #"["n0","n1","#)
    #expect(try CanonicalDecoder().decode(EntityList<NoteID>.self, from: bytes) == list)
  }

  @Test("an id is a plain string, and a key of an object")
  func ids() throws {
    #expect(try CanonicalEncoder().encode([NoteID("a"), "b"]) == Array(#"["a","b"]"#.utf8))
    let keyed: [NoteID: Int] = ["b": 2, "a": 1]
    let bytes = try CanonicalEncoder().encode(keyed)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":1,"b":2}"#)
    #expect(try CanonicalDecoder().decode([NoteID: Int].self, from: bytes) == keyed)
    #expect(NoteID("a") < "b" && "\(NoteID("a"))" == "a")
    #expect(NoteID("\u{1F600}") > "\u{E000}", "bytes decide, not UTF-16")
  }

  @Test("a table read back, or grown in another order, has the digest of the first")
  func digestOfTwins() throws {
    var state = SampleState()
    for number in 0..<300 { state.feed.notesByID[NoteID("n\(number)")] = Note(title: "\(number)") }
    var twin = SampleState()
    let bytes = try CanonicalEncoder().encode(state.feed.notesByID)
    twin.feed.notesByID = try CanonicalDecoder().decode(EntityTable<NoteID, Note>.self, from: bytes)
    #expect(StateRoot(twin).digest == StateRoot(state).digest)
    var other = SampleState()
    for number in (0..<300).reversed() { other.feed.notesByID[NoteID("n\(number)")] = Note(title: "\(number)") }
    #expect(StateRoot(other).digest == StateRoot(state).digest)
    #expect(other == state)
  }

  @Test("rows that differ only in the spelling of a character count as changed")
  func spellingIsChange() {
    var table: EntityTable<NoteID, Note> = ["a": Note(title: "\u{e9}"), "b": Note(title: "same")]
    let older = table
    table["a"] = Note(title: "e\u{301}")
    table["b"] = Note(title: "same")
    #expect(Note(title: "\u{e9}") == Note(title: "e\u{301}"))
    #expect(table.changes(since: older).map(\.id) == ["a"])
  }

  @Test("a row that spells itself and one that goes through Codable have one digest for one JSON")
  func spellings() throws {
    struct Plain: Codable, Equatable, Sendable {
      var name: String
      var size: Int
    }
    var scratch = ValueScratch()
    let fast = ValueCoding<Folder>().digest(Folder(name: "n\"\n", size: -1), seed: 5, scratch: &scratch)
    let slow = ValueCoding<Plain>().digest(Plain(name: "n\"\n", size: -1), seed: 5, scratch: &scratch)
    #expect(fast == slow)
  }

  @Test("plain values are spelled alike on the short way and through Codable")
  func plainValues() throws {
    #expect(ValueCoding<Int>().bytes(-5) == (try CanonicalEncoder().encode(-5)))
    #expect(ValueCoding<Int64>().bytes(.min) == (try CanonicalEncoder().encode(Int64.min)))
    #expect(ValueCoding<UInt64>().bytes(.max) == (try CanonicalEncoder().encode(UInt64.max)))
    #expect(ValueCoding<Bool>().bytes(true) == (try CanonicalEncoder().encode(true)))
    #expect(ValueCoding<String>().bytes("é\n\"") == (try CanonicalEncoder().encode("é\n\"")))
    #expect(ValueCoding<NoteID>().bytes("a/b") == (try CanonicalEncoder().encode(NoteID("a/b"))))
    #expect(ValueCoding<Int?>().bytes(nil) == Array("null".utf8))
  }

  @Test("a row that has no JSON is refused, and spelled as null by those who read it all the same")
  func noJSON() throws {
    var scratch = ValueScratch()
    _ = ValueCoding<Double>().digest(1, seed: 0, scratch: &scratch)
    #expect(!scratch.hasRefused)
    _ = ValueCoding<Double>().digest(.nan, seed: 0, scratch: &scratch)
    #expect(scratch.hasRefused)
    #expect(ValueCoding<Double>().bytes(.nan) == Array("null".utf8))
    let refusal = try #require(ValueCoding<[Double]>().refusal(of: [1, .nan]))
    #expect("\(NoJSON(refusal, at: ["a"]))" == "has no JSON at /a/1: JSON has no spelling for nan")
    #expect(ValueCoding<[Double]>().refusal(of: [1]) == nil)
  }

  @Test(
    "a row that spells nonsense stops the program instead of being half read", arguments: ["", "{\"a\"", "[1", "1,2"])
  func nonsense(text: String) async {
    await #expect(processExitsWith: .failure) { [text] in
      Array(text.utf8).withUnsafeBufferPointer { _ = CanonicalWalker.digest($0, seed: 0) }
    }
  }
}
