import CanonicalJSON
import Testing

@Suite("A patch is applied whole or not at all")
struct PatchTests {
  private func apply(_ patch: String, to value: String) throws -> String {
    try JSONPatch(parsing: [UInt8](patch.utf8)).apply(to: parsed(value)).description
  }

  @Test("numbers are compared as numbers, exactly")
  func numbers() throws {
    for (one, other, isEqual) in [
      ("1", "1.0", true), ("1", "10e-1", true), ("-0", "0.00e7", true), ("100", "1E2", true), ("1", "-1", false),
      ("123456789012345678901234567890", "123456789012345678901234567891", false),
      ("0.1", "0.10000000000000001", false),
      ("1e400", "10e399", true), ("1e99999999999999999999", "1e99999999999999999999", true),
      ("1e99999999999999999999", "1e99999999999999999998", false), ("1", "\"1\"", false),
    ] {
      let patch = #"[{"op":"test","path":"/a","value":\#(other)}]"#
      if isEqual {
        #expect(try apply(patch, to: "{\"a\":\(one)}") == "{\"a\":\(one)}")
      } else {
        #expect(throws: JSONPatchError.self) { try apply(patch, to: "{\"a\":\(one)}") }
      }
    }
  }

  @Test("an error names the operation and leaves the value as it was")
  func errors() throws {
    let value = try parsed(#"{"a":[1]}"#)
    let patch = try JSONPatch(
      parsing: [UInt8](#"[{"op":"add","path":"/b","value":1},{"op":"remove","path":"/c"}]"#.utf8))
    let error = #expect(throws: JSONPatchError.self) { try patch.apply(to: value) }
    #expect(error?.operation == 1)
    #expect(error?.kind == .notFound("/c"))
    #expect(value.description == #"{"a":[1]}"#)
  }

  @Test(
    "what is no patch is refused",
    arguments: [
      ("{}", JSONPatchError.Kind.notAPatch, nil), ("[1]", .notAPatch, 0), (#"[{"path":""}]"#, .badMember("op"), 0),
      (#"[{"op":"add","path":"a","value":1}]"#, nil, 0),
      (#"[{"op":"Add","path":"","value":1}]"#, .unknownOperation("Add"), 0),
      (#"[{"op":"add","op":"add"}]"#, .syntax(JSONError(.duplicateKey, at: 13)), nil),
    ] as [(String, JSONPatchError.Kind?, Int?)])
  func refused(patch: String, kind: JSONPatchError.Kind?, operation: Int?) {
    let error = #expect(throws: JSONPatchError.self) { try JSONPatch(parsing: [UInt8](patch.utf8)) }
    #expect(kind == nil || error?.kind == kind)
    #expect(error?.operation == operation)
  }

  @Test("a value is not moved into itself, but may be copied there")
  func intoItself() throws {
    #expect(throws: JSONPatchError.self) { try apply(#"[{"op":"move","from":"/a","path":"/a/b"}]"#, to: #"{"a":{}}"#) }
    #expect(try apply(#"[{"op":"copy","from":"/a","path":"/a/b"}]"#, to: #"{"a":{}}"#) == #"{"a":{"b":{}}}"#)
    #expect(try apply(#"[{"op":"move","from":"/a","path":"/ab"}]"#, to: #"{"a":1}"#) == #"{"ab":1}"#)
    #expect(try apply(#"[{"op":"replace","path":"","value":[]}]"#, to: "1") == "[]")
  }

  @Test("copies of the whole into itself meet a limit")
  func doubling() throws {
    let copies = Array(repeating: #"{"op":"copy","from":"","path":"/-"}"#, count: 100).joined(separator: ",")
    let error = #expect(throws: JSONPatchError.self) {
      try JSONPatch(parsing: [UInt8]("[\(copies)]".utf8)).apply(to: [1], limits: JSONLimits(depth: 128, length: 20_000))
    }
    #expect(error?.kind == .tooLarge)
    let nests = Array(repeating: #"{"op":"add","path":"","value":[]},{"op":"copy","from":"","path":"/0"}"#, count: 2)
    #expect(try apply("[\(nests.joined(separator: ","))]", to: "1") == "[[]]")
  }
}

@Suite("A merge patch changes members in place")
struct MergePatchTests {
  @Test("unknown members and their numbers survive, order is kept")
  func keeps() throws {
    let merged = MergePatch.apply(
      try parsed(#"{"z":null,"n":{"y":2},"new":1}"#), to: try parsed(#"{"b":1.00,"z":1,"n":{"x":1e2}}"#))
    #expect(merged.object?.names == ["b", "n", "new"])
    #expect(merged.description == #"{"b":1.00,"n":{"x":1e2,"y":2},"new":1}"#)
  }

  @Test("fifty thousand members are removed in a moment")
  func many() throws {
    let names = (0..<50_000).map { "\"k\($0)\":" }
    let merged = MergePatch.apply(
      try parsed("{\(names.map { $0 + "null" }.joined(separator: ","))}"),
      to: try parsed("{\(names.map { $0 + "1" }.joined(separator: ",")),\"kept\":1}"))
    #expect(merged == ["kept": 1])
  }
}
