import CanonicalJSON
import Testing

@testable import ActionLog

struct ActionDecodingTests {
  let coding = ActionCoding<Workshop>()

  private func decode(
    _ type: String, v: Int = 1, _ payload: String, strict: Bool = true
  ) throws(ActionDecodeFailure) -> Workshop.Action {
    try coding.decode(type: type, v: v, payload: Array(payload.utf8), strict: strict)
  }

  private func failure(_ type: String, v: Int = 1, _ payload: String, strict: Bool = true) -> ActionDecodeFailure? {
    do {
      let action = try decode(type, v: v, payload, strict: strict)
      Issue.record("decoded as \(action)")
      return nil
    } catch {
      return error
    }
  }

  @Test("a payload decodes in any order of its members and with white space")
  func decodes() throws {
    #expect(
      try decode("notes.written", v: 3, #" { "text" : "a", "id" : "n" } "#)
        == .notes(.written(id: "n", text: "a", tags: nil)))
    #expect(try decode("notes.savedAll", "{}") == .notes(.savedAll))
  }

  @Test("an unknown name is refused, with the nearest that exists")
  func unknownType() {
    let failure = failure("notes.writen", "{}")
    #expect(failure?.kind == .unknownType(nearest: "notes.written"))
    #expect(failure?.nearest == "notes.written")
    #expect(self.failure("zzzzzzzzzz", "{}")?.kind == .unknownType(nearest: nil))
  }

  @Test("at the door a member that the action does not declare is refused, with the nearest that it does")
  func strictMembers() {
    let failure = failure("notes.written", v: 3, #"{"id":"n","text":"a","tgas":[]}"#)
    #expect(failure?.path == "/tgas")
    #expect(failure?.nearest == "tags")
    #expect(self.failure("notes.savedAll", #"{"x":1}"#)?.path == "/x")
    // These two read themselves.
    #expect(self.failure("incremented", #"{"by":2,"bu":[1]}"#)?.path == "/bu")
    #expect(self.failure("notes.removed", #"{"xid":{},"id":"n"}"#)?.nearest == "id")
  }

  @Test("a misspelled member that must be there is told by its right name")
  func misspelledMembers() {
    for payload in [#"{"id":"n","txet":"a"}"#, #"{"id":"n","Text":"a"}"#] {
      let failure = failure("notes.written", v: 3, payload)
      #expect(failure?.path == "/text")
      #expect(failure?.nearest == "text")
    }
    #expect(self.failure("notes.written", v: 3, #"{"id":"n","colour":"a"}"#)?.nearest == nil)
    #expect(self.failure("incremented", #"{"bu":1}"#)?.nearest == "by")
  }

  @Test("in replay such a member is ignored, by Codable and by those that read themselves")
  func lenientMembers() throws {
    #expect(
      try decode("notes.written", v: 3, #"{"id":"n","text":"a","tgas":[]}"#, strict: false)
        == .notes(.written(id: "n", text: "a", tags: nil)))
    #expect(try decode("notes.savedAll", #"{"x":1}"#, strict: false) == .notes(.savedAll))
    #expect(try decode("incremented", #"{"x":{"by":9},"by":2}"#, strict: false) == .incremented(by: 2))
  }

  @Test("a failure names its place within the payload")
  func paths() {
    #expect(failure("incremented", #"{"by":"one"}"#)?.path == "/by")
    #expect(failure("notes.written", v: 3, #"{"id":"n","text":"a","tags":["x",7]}"#)?.path == "/tags/1")
    let missing = failure("incremented", "{}")
    #expect(missing?.path == "/by" || missing?.path == "")
    #expect(missing?.expected?.isEmpty == false)
  }

  @Test("the offset of a failure counts from the start of the payload")
  func offsets() {
    guard case .payload(_, _, _, let offset)? = failure("incremented", #"{"by":"one"}"#)?.kind else {
      Issue.record("not a failure of the payload")
      return
    }
    #expect(offset == 6)
  }

  @Test(
    "what is no JSON object is refused",
    arguments: ["", "1", "[]", "null", #""a""#, "{", #"{"by":1}}"#, #"{"by":1}},{"x":{}"#, #"{"by":1,"by":2}"#])
  func notAnObject(payload: String) {
    #expect(failure("incremented", payload) != nil)
  }

  @Test("in replay too, what is no JSON object is refused", arguments: ["", "1", "[]", "null", "{", #"{"by":1}}"#])
  func notAnObjectInReplay(payload: String) {
    #expect(failure("incremented", payload, strict: false) != nil)
    #expect(failure("finished", payload, strict: false) != nil)
  }

  @Test("old versions come through a chain of upcasters")
  func upcasters() throws {
    #expect(
      try decode("notes.written", v: 2, #"{"id":"n","text":"a","tag":"t"}"#)
        == .notes(.written(id: "n", text: "a", tags: ["t"])))
    #expect(
      try decode("notes.written", v: 1, #"{"id":"n","body":"a","tag":"t"}"#, strict: false)
        == .notes(.written(id: "n", text: "a", tags: ["t"])))
  }

  @Test("an action that was renamed is read under its old name")
  func renamed() throws {
    #expect(try decode("counter.bumped", "{}") == .incremented(by: 1))
    #expect(coding.entry(for: "counter.bumped") == nil)
    #expect(coding.entry(for: "counter.bumped", v: 1)?.type == "incremented")
    #expect(coding.entry(for: "notes.written", v: 1)?.v == 3)
    #expect(coding.entry(for: "notes.written", v: 4) == nil)
  }

  @Test("an upcaster that refuses a payload is named as the reason")
  func upcasterRefuses() {
    #expect(
      failure("notes.written", v: 2, #"{"id":"n","text":"a"}"#)?.kind
        == .upcasting(what: "noTag: version 2 has one tag"))
  }

  @Test("a version that nothing reads is refused, with the current one", arguments: [0, 4, -1])
  func unknownVersion(v: Int) {
    let failure = failure("notes.written", v: v, "{}")
    #expect(failure?.kind == .unknownVersion(current: 3))
    #expect(failure?.v == v)
  }

  @Test("upcasters that lead in a circle end with a refusal")
  func circle() {
    #expect(throws: ActionDecodeFailure.self) {
      try ActionCoding<Sloppy>().decode(type: "loop", v: 2, payload: Array("{}".utf8), strict: false)
    }
  }

  @Test("actions that read themselves decode as Codable does")
  func journalDecodable() throws {
    expectDecodesAlike(Workshop.self, hot: ["incremented", "notes.removed"])
  }
}

/// Proves that the actions named `hot` read themselves, and from every example what `Codable` reads, with members
/// left out and with members that they do not know.
func expectDecodesAlike<D: Domain>(_ domain: D.Type, hot: [String], sourceLocation: SourceLocation = #_sourceLocation) {
  let coding = ActionCoding<D>()
  let found = coding.known.filter { $0.hot != nil }.map(\.entry.type)
  #expect(found.sorted() == hot.sorted(), sourceLocation: sourceLocation)
  for known in coding.known {
    guard let hot = known.hot else { continue }
    for payload in variants(of: known.entry.payload) {
      let direct = payload.withUnsafeBufferPointer { bytes -> D.Action? in
        var reader = JSONReader(bytes)
        guard let action = try? hot.read(&reader), (try? reader.end()) != nil else { return nil }
        return action
      }
      let coded = try? CanonicalDecoder().decode(
        D.Action.self, from: payload.withUnsafeBufferPointer { known.wrapper.wrap($0) })
      let text = String(decoding: payload, as: UTF8.self)
      #expect(direct == coded, "\(known.entry.type) \(text)", sourceLocation: sourceLocation)
    }
  }
}

private func variants(of payload: [UInt8]) -> [[UInt8]] {
  let object = (try? JSONValue.parse(payload))?.object ?? JSONObject()
  let shortened = object.names.map { name in
    var rest = object
    rest[name] = nil
    return JSONValue.object(rest).canonicalBytes
  }
  let inner = String(decoding: payload.dropFirst().dropLast(), as: UTF8.self)
  let comma = inner.isEmpty ? "" : ","
  return shortened + [
    payload,
    Array(#"{"~unknown":[{"a":1},"x"]\#(comma)\#(inner)}"#.utf8),
    Array(#"{\#(inner)\#(comma)"~unknown":{"b":null}}"#.utf8),
    Array(" {\n\(inner) } ".utf8),
  ]
}
