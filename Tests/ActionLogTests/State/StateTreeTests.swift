import CanonicalJSON
import Testing

@testable import ActionLog

@Suite("State as a tree of parts")
struct StateTreeTests {
  private var sample: SampleState {
    var state = SampleState()
    state.feed.notesByID = ["b": Note(title: "B", tags: ["x", "y"]), "a": Note(title: "A", ratings: ["r": [1, 2]])]
    state.feed.notesByID["a/b~c"] = Note(title: "slashed")
    state.folders["f"] = Folder(name: "Folder", size: 3)
    state.words = ["one", "two"]
    state.feed.orderedIDs = ["b", "a"]
    state.count = 7
    state.mode = .syncing(pending: 2)
    return state
  }

  @Test("the whole state is canonical JSON: parts and rows in order of their names")
  func json() throws {
    var state = sample
    state.feed.notesByID = ["b": Note(title: "B"), "a": Note(title: "A", score: 1)]
    let text = state.text
    #expect(
      text == #"{"count":7,"feed":{"notesByID":{"a":{"ratings":{},"score":1,"stars":0,"tags":[],"title":"A"},"#
        + #""b":{"ratings":{},"stars":0,"tags":[],"title":"B"}},"orderedIDs":["b","a"],"query":""},"#
        + #""folders":{"f":{"name":"Folder","size":3}},"mode":{"syncing":{"pending":2}},"words":["one","two"]}"#)
  }

  @Test("rows whose ids UTF-8 and UTF-16 order differently are written in canonical order")
  func canonicalOrder() {
    var state = SampleState()
    for id in ["\u{1F600}", "\u{E000}", "z"] { state.folders[NoteID(id)] = Folder(name: "", size: 0) }
    #expect(state.folders.keys.map(\.text) == ["z", "\u{E000}", "\u{1F600}"])
    var writer = JSONWriter()
    state.folders.writeJSON(to: &writer)
    let row = #"{"name":"","size":0}"#
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == "{\"z\":\(row),\"\u{1F600}\":\(row),\"\u{E000}\":\(row)}")
  }

  @Test(
    "a pointer leads to parts, rows, elements and into them",
    arguments: [
      ("/count", "7"), ("/mode", #"{"syncing":{"pending":2}}"#), ("/mode/syncing/pending", "2"),
      ("/feed/query", #""""#), ("/feed/notesByID/a/title", #""A""#), ("/feed/notesByID/a/ratings/r/1", "2"),
      ("/feed/notesByID/a~1b~0c/title", #""slashed""#), ("/feed/orderedIDs", #"["b","a"]"#),
      ("/feed/orderedIDs/1", #""a""#), ("/words/0", #""one""#), ("/folders", #"{"f":{"name":"Folder","size":3}}"#),
      ("/folders/f", #"{"name":"Folder","size":3}"#), ("/folders/f/size", "3"),
    ])
  func pointers(pointer: String, expected: String) throws {
    let value = sample.value(at: try JSONPointer(pointer))
    #expect(value.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test("every pointer into the state gives what the same pointer into its JSON gives")
  func pointersAgree() throws {
    let state = sample
    let whole = try JSONValue.parse(state.json())
    for tokens in Self.paths(of: whole) {
      let text = tokens.map { "/" + Self.escape($0) }.joined()
      let pointer = try JSONPointer(text)
      let value = try #require(state.value(at: pointer), "\(text)")
      #expect(try JSONValue.parse(value) == pointer.value(in: whole), "\(text)")
    }
  }

  @Test(
    "a pointer that leads nowhere gives nothing",
    arguments: [
      "/nothing", "/feed/notesByID/zz", "/feed/notesByID/a/none", "/feed/orderedIDs/2", "/feed/orderedIDs/-",
      "/feed/orderedIDs/01", "/feed/orderedIDs/x", "/words/0/0", "/count/x", "/folders/f/size/0", "/",
    ])
  func lost(pointer: String) throws {
    #expect(sample.value(at: try JSONPointer(pointer)) == nil)
  }

  @Test(
    "a pointer that leads nowhere tells what was perhaps meant: a part, or a member of a row or value",
    arguments: [
      ("/cuont", "/count"), ("/fed", "/feed"), ("/fed/query", "/feed/query"), ("/fed/zz", "/feed"),
      ("/feed/qurey", "/feed/query"), ("/feed/notesById/a/title", "/feed/notesByID/a/title"),
      ("/feed/notesByID/a/titel", "/feed/notesByID/a/title"), ("/folders/f/sizes", "/folders/f/size"),
      ("/feed/notesByID/a~1b~0c/titel", "/feed/notesByID/a~1b~0c/title"),
      ("/mode/synching/pendin", "/mode/syncing"), ("/mode/syncing/pendin", "/mode/syncing/pending"),
    ])
  func nearest(pointer: String, meant: String) throws {
    #expect(sample.nearestPointer(to: try JSONPointer(pointer))?.text == meant)
  }

  @Test(
    "where nothing is near, or a row or element is not there, nothing is suggested",
    arguments: [
      "/nothing", "/", "/feed/notesByID/aa", "/feed/notesByID/zz/title", "/feed/orderedIDs/2", "/words/0/0", "/count/x",
      "/folders/f/size/0", "", "/feed", "/feed/notesByID/a/title",
    ])
  func nothingNear(pointer: String) throws {
    #expect(sample.nearestPointer(to: try JSONPointer(pointer)) == nil)
  }

  @Test("composed and decomposed ids are two rows in state, digest and pointer")
  func equivalentIDs() throws {
    var root = StateRoot(SampleState())
    root.state.folders["\u{e9}"] = Folder(name: "composed", size: 1)
    _ = root.settle()
    let one = root.digest
    root.state.folders["e\u{301}"] = Folder(name: "decomposed", size: 2)
    let changes = root.settle()
    #expect(root.digest != one)
    #expect(root.digest == root.state.recomputedDigest())
    #expect(changes.affects(.row("folders", "e\u{301}")))
    #expect(!changes.affects(.row("folders", "\u{e9}")))
    #expect(Read.row("folders", "\u{e9}") != .row("folders", "e\u{301}"))
    #expect(root.state.value(at: try JSONPointer("/folders/e\u{301}/size")) == Array("2".utf8))
    #expect(root.state.value(at: try JSONPointer("/folders/\u{e9}/size")) == Array("1".utf8))
  }

  private static func escape(_ token: String) -> String {
    token.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
  }

  private static func paths(of value: JSONValue) -> [[String]] {
    var paths: [[String]] = [[]]
    for (name, member) in value.object?.members.map({ ($0.name, $0.value) }) ?? [] {
      paths += Self.paths(of: member).map { [name] + $0 }
    }
    for (index, element) in (value.array ?? []).enumerated() {
      paths += Self.paths(of: element).map { ["\(index)"] + $0 }
    }
    return paths
  }
}
