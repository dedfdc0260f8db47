import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("RFC 6902: the published cases", .needsSharedData("json-patch-tests"))
struct PatchVectorTests {
  /// Cases that the suite itself disables, and what becomes of them here.
  enum Disabled {
    /// It holds like any other.
    case holds
    /// Two `op` members: the patch is refused as JSON, before it is a patch.
    case twoOperations(String)
  }

  static let disabled: [String: Disabled] = [
    "Toplevel scalar values OK?": .holds,
    "Whole document": .holds,
    "duplicate ops": .twoOperations(#"{ "op": "add", "path": "/baz", "value": "qux", "op": "move", "from":"/foo" }"#),
    "A.13 Invalid JSON Patch Document": .twoOperations(
      #"{ "op": "add", "path": "/baz", "value": "qux", "op": "remove" }"#),
  ]

  /// Reads a file of cases. One of each file has a key twice; the file would not be JSON if that kept its name.
  private static func cases(_ name: String) throws -> [JSONValue] {
    let spelled = text(try SharedData.bytes("json-patch-tests/\(name)"))
    #expect(refusal(of: spelled)?.kind == .duplicateKey)
    let mended = spelled.replacingOccurrences(of: #""op": "move", "from":"/foo""#, with: #""twin": "move""#)
      .replacingOccurrences(of: #""value": "qux", "op": "remove""#, with: #""value": "qux", "twin": "remove""#)
    return try parsed(mended).array ?? []
  }

  private static func check(_ test: JSONValue) throws {
    guard let document = test["doc"], let patch = test["patch"] else { return }
    let comment = test["comment"]?.string ?? patch.description
    func apply() throws(JSONPatchError) -> JSONValue { try JSONPatch(patch).apply(to: document) }
    if test["error"] != nil {
      #expect(throws: JSONPatchError.self, "\(comment)") { try apply() }
    } else {
      let result = try apply()
      if let expected = test["expected"] { #expect(result == expected, "\(comment)") }
    }
  }

  @Test("every case comes out as published", arguments: [("tests.json", 95), ("spec_tests.json", 17)])
  func published(file: String, count: Int) throws {
    let cases = try Self.cases(file)
    #expect(cases.count == count)
    for test in cases {
      guard test["disabled"]?.bool == true else {
        try Self.check(test)
        continue
      }
      let name = try #require(test["comment"]?.string)
      switch try #require(Self.disabled[name], "\(name) is disabled, and not named") {
      case .holds: try Self.check(test)
      case .twoOperations(let operation):
        let error = #expect(throws: JSONPatchError.self) { try JSONPatch(parsing: [UInt8]("[\(operation)]".utf8)) }
        guard case .syntax(let why) = error?.kind else {
          Issue.record("\(name): \(String(describing: error))")
          continue
        }
        #expect(why.kind == .duplicateKey)
      }
    }
  }
}

@Suite("RFC 6901 and RFC 7396: the examples of the documents", .needsSharedData("rfc6901-rfc7396"))
struct DocumentExampleTests {
  @Test("every pointer leads to its value")
  func pointers() throws {
    let file = try JSONValue.parse(SharedData.bytes("rfc6901-rfc7396/json_pointer.json"))
    let document = try #require(file["document"])
    let tests = try #require(file["tests"]?.array)
    #expect(tests.count == 12)
    for test in tests {
      let pointer = try JSONPointer(try #require(test["pointer"]?.string))
      #expect(pointer.value(in: document) == test["value"], "\(pointer)")
    }
  }

  @Test("every merge patch gives its result")
  func mergePatches() throws {
    let tests = try #require(try JSONValue.parse(SharedData.bytes("rfc6901-rfc7396/merge_patch.json")).array)
    #expect(tests.count == 15)
    for test in tests {
      let result = MergePatch.apply(try #require(test["patch"]), to: try #require(test["original"]))
      #expect(result == test["result"], "\(test)")
    }
  }
}
