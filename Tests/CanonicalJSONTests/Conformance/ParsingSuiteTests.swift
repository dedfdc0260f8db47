import CanonicalJSON
import TestSupport
import Testing

@Suite("JSONTestSuite, parsing: every file has its verdict", .needsSharedData("json-test-suite"))
struct ParsingSuiteTests {
  /// Accepted by most parsers, refused here by design: one key, two values.
  static let duplicateKeys: Set<String> = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  /// What the suite leaves to the parser. `nil` is accepted.
  ///
  /// Numbers are accepted whatever their size: the reader checks their spelling, and only a typed read asks whether
  /// they fit. What is no Unicode is refused, and so is nesting past 128.
  static let verdicts: [String: JSONError?] = [
    "i_number_double_huge_neg_exp.json": nil,
    "i_number_huge_exp.json": nil,
    "i_number_neg_int_huge_exp.json": nil,
    "i_number_pos_double_huge_exp.json": nil,
    "i_number_real_neg_overflow.json": nil,
    "i_number_real_pos_overflow.json": nil,
    "i_number_real_underflow.json": nil,
    "i_number_too_big_neg_int.json": nil,
    "i_number_too_big_pos_int.json": nil,
    "i_number_very_big_negative_int.json": nil,
    "i_object_key_lone_2nd_surrogate.json": JSONError(.loneSurrogate, at: 2),
    "i_string_1st_surrogate_but_2nd_missing.json": JSONError(.loneSurrogate, at: 2),
    "i_string_1st_valid_surrogate_2nd_invalid.json": JSONError(.loneSurrogate, at: 2),
    "i_string_UTF-16LE_with_BOM.json": JSONError(.unexpectedByte(0xFF), at: 0),
    "i_string_UTF-8_invalid_sequence.json": JSONError(.invalidUTF8, at: 7),
    "i_string_UTF8_surrogate_U+D800.json": JSONError(.invalidUTF8, at: 2),
    "i_string_incomplete_surrogate_and_escape_valid.json": JSONError(.loneSurrogate, at: 2),
    "i_string_incomplete_surrogate_pair.json": JSONError(.loneSurrogate, at: 2),
    "i_string_incomplete_surrogates_escape_valid.json": JSONError(.loneSurrogate, at: 2),
    "i_string_invalid_lonely_surrogate.json": JSONError(.loneSurrogate, at: 2),
    "i_string_invalid_surrogate.json": JSONError(.loneSurrogate, at: 2),
    "i_string_invalid_utf-8.json": JSONError(.invalidUTF8, at: 2),
    "i_string_inverted_surrogates_U+1D11E.json": JSONError(.loneSurrogate, at: 2),
    "i_string_iso_latin_1.json": JSONError(.invalidUTF8, at: 2),
    "i_string_lone_second_surrogate.json": JSONError(.loneSurrogate, at: 2),
    "i_string_lone_utf8_continuation_byte.json": JSONError(.invalidUTF8, at: 2),
    "i_string_not_in_unicode_range.json": JSONError(.invalidUTF8, at: 2),
    "i_string_overlong_sequence_2_bytes.json": JSONError(.invalidUTF8, at: 2),
    "i_string_overlong_sequence_6_bytes.json": JSONError(.invalidUTF8, at: 2),
    "i_string_overlong_sequence_6_bytes_null.json": JSONError(.invalidUTF8, at: 2),
    "i_string_truncated-utf-8.json": JSONError(.invalidUTF8, at: 2),
    "i_string_utf16BE_no_BOM.json": JSONError(.unexpectedByte(0), at: 0),
    "i_string_utf16LE_no_BOM.json": JSONError(.unexpectedByte(0), at: 1),
    "i_structure_500_nested_arrays.json": JSONError(.tooDeep(limit: 128), at: 128),
    "i_structure_UTF-8_BOM_empty_object.json": JSONError(.byteOrderMark, at: 0),
  ]

  private static func verdict(_ name: String) throws -> JSONError? {
    refusal(of: try SharedData.bytes("json-test-suite/test_parsing/\(name)"))
  }

  /// All ways in agree: skipping, building a tree, canonical form, taking out white space.
  private static func checkAllWays(_ name: String, _ expected: JSONError?) throws {
    let bytes = try SharedData.bytes("json-test-suite/test_parsing/\(name)")
    func thrown(_ body: () throws -> Void) -> JSONError? {
      do {
        try body()
        return nil
      } catch { return error as? JSONError }
    }
    var minified: [UInt8] = []
    #expect(thrown { _ = try JSONValue.parse(bytes) } == expected, "\(name)")
    #expect(thrown { _ = try CanonicalForm.canonicalize(bytes) } == expected, "\(name)")
    #expect(thrown { try CanonicalForm.minify(bytes, into: &minified) } == expected, "\(name)")
  }

  @Test("what every parser must accept is accepted, but for keys that come twice")
  func mustAccept() throws {
    let names = try SharedData.names(in: "json-test-suite/test_parsing").filter { $0.hasPrefix("y_") }
    #expect(names.count == 95)
    for name in names {
      let error = try Self.verdict(name)
      if Self.duplicateKeys.contains(name) {
        #expect(error?.kind == .duplicateKey, "\(name)")
      } else {
        #expect(error == nil, "\(name)")
      }
      try Self.checkAllWays(name, error)
    }
  }

  @Test("what every parser must refuse is refused")
  func mustRefuse() throws {
    let names = try SharedData.names(in: "json-test-suite/test_parsing").filter { $0.hasPrefix("n_") }
    #expect(names.count == 188)
    for name in names {
      let error = try Self.verdict(name)
      #expect(error != nil, "\(name)")
      try Self.checkAllWays(name, error)
    }
  }

  @Test("what is left to the parser has a verdict that is written down")
  func mayDecide() throws {
    let names = try SharedData.names(in: "json-test-suite/test_parsing").filter { $0.hasPrefix("i_") }
    #expect(Set(names) == Set(Self.verdicts.keys))
    for name in names {
      let expected = try #require(Self.verdicts[name])
      #expect(try Self.verdict(name) == expected, "\(name)")
      try Self.checkAllWays(name, expected)
    }
  }

  @Test("a number past all doubles is refused only where a double is asked for")
  func typedNumbers() throws {
    for name in ["i_number_huge_exp.json", "i_number_real_pos_overflow.json", "i_number_real_neg_overflow.json"] {
      let bytes = try SharedData.bytes("json-test-suite/test_parsing/\(name)")
      #expect(throws: DecodeFailure.self, "\(name)") { try CanonicalDecoder().decode([Double].self, from: bytes) }
    }
    for name in ["i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json"] {
      let bytes = try SharedData.bytes("json-test-suite/test_parsing/\(name)")
      #expect(throws: DecodeFailure.self, "\(name)") { try CanonicalDecoder().decode([Int64].self, from: bytes) }
      #expect(try CanonicalDecoder().decode([Double].self, from: bytes).count == 1)
    }
    let small = try SharedData.bytes("json-test-suite/test_parsing/i_number_real_underflow.json")
    #expect(try CanonicalDecoder().decode([Double].self, from: small) == [0])
  }
}
