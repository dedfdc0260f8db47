import CanonicalJSON
import Testing

@Suite("Strings are read as Unicode, or refused with the place")
struct StringReadingTests {
  @Test(
    "escapes stand for their characters",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u00e9\u20AC""#, "é€"),
      (#""\ud83d\ude00!""#, "😀!"),
      (#""\u0000""#, "\0"),
      (#""plain text of more than eight bytes""#, "plain text of more than eight bytes"),
      (#""1234567\n""#, "1234567\n"),
      ("\"ä€😀\u{7F}\u{2028}\"", "ä€😀\u{7F}\u{2028}"),
      ("\"\"", ""),
    ])
  func escapes(spelled: String, meant: String) throws {
    let value = try read(spelled) { reader throws(JSONError) in try reader.readString() }
    #expect(Array(value.utf8) == Array(meant.utf8))
  }

  @Test(
    "what is no string is refused where it goes wrong",
    arguments: [
      ("\"abc", JSONError(.unexpectedEnd, at: 4)),
      ("\"abcdefgh\u{1F}\"", JSONError(.controlCharacter(0x1F), at: 9)),
      ("\"a\nb\"", JSONError(.controlCharacter(0x0A), at: 2)),
      (#""ab\x""#, JSONError(.invalidEscape, at: 3)),
      (#""\u12G4""#, JSONError(.invalidEscape, at: 1)),
      (#""\u12"#, JSONError(.unexpectedEnd, at: 5)),
      (#""x\ud800""#, JSONError(.loneSurrogate, at: 2)),
      (#""x\ud800\n""#, JSONError(.loneSurrogate, at: 2)),
      (#""\udc00""#, JSONError(.loneSurrogate, at: 1)),
      (#""\ud800\ud800""#, JSONError(.loneSurrogate, at: 1)),
      ("5", JSONError(.typeMismatch(expected: "a string"), at: 0)),
      (" x", JSONError(.unexpectedByte(UInt8(ascii: "x")), at: 1)),
    ])
  func refused(spelled: String, error: JSONError) {
    #expect(refusal(of: spelled) { reader throws(JSONError) in _ = try reader.readString() } == error)
  }

  @Test(
    "bytes that are not UTF-8 are refused, wherever in the string they stand",
    arguments: [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
      [0xC3, 0x28],
    ] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) {
    for padding in 0...17 {
      let string =
        [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "a"), count: padding) + bytes + [UInt8(ascii: "\"")]
      #expect(refusal(of: string) == JSONError(.invalidUTF8, at: padding + 1))
    }
  }

  @Test("every character up to U+10FFFF that is a character is accepted")
  func allScalars() throws {
    for value in stride(from: UInt32(0x80), through: 0x10FFFF, by: 61) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let string = String(Character(scalar))
      #expect(try read("\"\(string)\"") { reader throws(JSONError) in try reader.readString() } == string)
    }
  }
}
