import CanonicalJSON
import TestSupport
import Testing

@Suite("JSONTestSuite, transformations: what becomes of odd values", .needsSharedData("json-test-suite"))
struct TransformSuiteTests {
  enum Verdict {
    /// Comes out like this.
    case becomes(String)
    case refused(JSONError.Kind)
  }

  static let verdicts: [String: Verdict] = [
    "number_-9223372036854775808.json": .becomes("[-9223372036854775808]"),
    "number_-9223372036854775809.json": .becomes("[-9223372036854775809]"),
    "number_1.0.json": .becomes("[1.0]"),
    "number_1.000000000000000005.json": .becomes("[1.000000000000000005]"),
    "number_1000000000000000.json": .becomes("[1000000000000000]"),
    "number_10000000000000000999.json": .becomes("[10000000000000000999]"),
    "number_1e-999.json": .becomes("[1E-999]"),
    "number_1e6.json": .becomes("[1E6]"),
    "number_9223372036854775807.json": .becomes("[9223372036854775807]"),
    "number_9223372036854775808.json": .becomes("[9223372036854775808]"),
    // Composed and decomposed forms are two keys, in the order of their code units.
    "object_key_nfc_nfd.json": .becomes("{\"e\u{301}\":\"NFD\",\"\u{E9}\":\"NFC\"}"),
    "object_key_nfd_nfc.json": .becomes("{\"e\u{301}\":\"NFD\",\"\u{E9}\":\"NFC\"}"),
    "object_same_key_different_values.json": .refused(.duplicateKey),
    "object_same_key_same_value.json": .refused(.duplicateKey),
    "object_same_key_unclear_values.json": .refused(.duplicateKey),
    "string_1_escaped_invalid_codepoint.json": .refused(.loneSurrogate),
    "string_1_invalid_codepoint.json": .refused(.invalidUTF8),
    "string_2_escaped_invalid_codepoints.json": .refused(.loneSurrogate),
    "string_2_invalid_codepoints.json": .refused(.invalidUTF8),
    "string_3_escaped_invalid_codepoints.json": .refused(.loneSurrogate),
    "string_3_invalid_codepoints.json": .refused(.invalidUTF8),
    "string_with_escaped_NULL.json": .becomes(#"["A\u0000B"]"#),
  ]

  @Test("every file has its verdict")
  func transforms() throws {
    let names = try SharedData.names(in: "json-test-suite/test_transform")
    #expect(Set(names) == Set(Self.verdicts.keys))
    for name in names {
      let bytes = try SharedData.bytes("json-test-suite/test_transform/\(name)")
      switch try #require(Self.verdicts[name]) {
      case .becomes(let expected):
        #expect(try Array(JSONValue.parse(bytes).description.utf8) == Array(expected.utf8), "\(name)")
        #expect(try CanonicalForm.canonicalize(bytes) == Array(expected.utf8), "\(name)")
      case .refused(let kind):
        #expect(refusal(of: bytes)?.kind == kind, "\(name)")
      }
    }
  }

  @Test("typed, the same numbers are exact or refused")
  func typed() throws {
    func decode<T: Decodable>(_ type: T.Type, _ name: String) throws -> [T] {
      let bytes = try SharedData.bytes("json-test-suite/test_transform/\(name)")
      return try CanonicalDecoder().decode([T].self, from: bytes)
    }
    #expect(try decode(Int64.self, "number_-9223372036854775808.json") == [Int64.min])
    #expect(try decode(Int64.self, "number_9223372036854775807.json") == [Int64.max])
    #expect(throws: DecodeFailure.self) { try decode(Int64.self, "number_9223372036854775808.json") }
    #expect(throws: DecodeFailure.self) { try decode(Int64.self, "number_-9223372036854775809.json") }
    #expect(throws: DecodeFailure.self) { try decode(Int64.self, "number_1.0.json") }
    #expect(throws: DecodeFailure.self) { try decode(Int64.self, "number_1e6.json") }
    #expect(try decode(UInt64.self, "number_10000000000000000999.json") == [10_000_000_000_000_000_999])
    #expect(try decode(Double.self, "number_1.000000000000000005.json") == [1])
    #expect(try decode(Double.self, "number_1e-999.json") == [0])
  }
}
