import CanonicalJSON
import Testing

@Suite("Canonical form from bytes to bytes")
struct CanonicalFormTests {
  @Test(
    "keys are sorted, escapes canonical, white space gone, numbers as spelled",
    arguments: [
      (#" { "b" : 1.0 , "a" : [ true , null , "\u0041\/\u000a" ] } "#, #"{"a":[true,null,"A/\n"],"b":1.0}"#),
      (#"{"\u0062":1,"a":2,"\n":3}"#, #"{"\n":3,"a":2,"b":1}"#), ("-0e-00", "-0e-00"), ("\"\\ud83d\\ude00\"", "\"😀\""),
      ("[123456789012345678901234567890,1E400]", "[123456789012345678901234567890,1E400]"), (" [ ] ", "[]"),
    ])
  func canonical(spelled: String, canonical: String) throws {
    #expect(text(try CanonicalForm.canonicalize([UInt8](spelled.utf8))) == canonical)
    #expect(try parsed(spelled).description == canonical)
    #expect(text(try CanonicalForm.canonicalize([UInt8](canonical.utf8))) == canonical)
  }

  @Test(
    "a value that is canonical is told from one that is not; with escapes it may be either",
    arguments: [
      (#"{"a":[true,null,"é / \#u{7F}"],"b":{"a":{},"ab":1E400},"c":[{"b":1},{"a":""}]}"#, true), ("[]", true),
      ("-0e-00", true), (#""a b""#, true), (#"{"\#u{1F600}":1,"\#u{FFFD}":2}"#, true),
      (#"{"\#u{FFFD}":1,"\#u{1F600}":2}"#, false), (#"{"b":1,"a":2}"#, false), (#"{"a":{"c":1,"b":2}}"#, false),
      (#"{"ab":1,"a":2}"#, false), ("[1, 2]", false), ("[1\n]", false), (#"{"a" :1}"#, false), (#"["\n"]"#, false),
      (#"["\u0041"]"#, false), (#"["a\""]"#, false),
    ])
  func recognised(spelled: String, isCanonical: Bool) throws {
    let bytes = [UInt8](spelled.utf8)
    #expect(bytes.withUnsafeBufferPointer { CanonicalForm.isCanonical(checked: $0) } == isCanonical)
    if isCanonical { #expect(text(try CanonicalForm.canonicalize(bytes)) == spelled) }
  }

  @Test("RFC 8785 mode refuses what no double can hold")
  func strict() throws {
    #expect(
      text(try CanonicalForm.canonicalize([UInt8]("[1.0,-0,1e30,0.1E1]".utf8), numbers: .ecmaScript)) == "[1,0,1e+30,1]"
    )
    #expect(throws: JSONError(.numberOutOfRange, at: 1)) {
      try CanonicalForm.canonicalize([UInt8]("[1e400]".utf8), numbers: .ecmaScript)
    }
  }

  @Test(
    "minifying takes out the white space between tokens and nothing else",
    arguments: [
      (" { \"a b\" :\t[ 1.0 ,\r\n\"\\u0041 \\\" \\\\\" ] } \n", #"{"a b":[1.0,"\u0041 \" \\"]}"#), ("  7  ", "7"),
      (#"{"b":1,"a":"  "}"#, #"{"b":1,"a":"  "}"#), ("\" \"", "\" \""), ("[ \"\\\\\" , \"\" ]", #"["\\",""]"#),
    ])
  func minify(spelled: String, minified: String) throws {
    var target: [UInt8] = [0x78]
    try CanonicalForm.minify([UInt8](spelled.utf8), into: &target)
    #expect(text(target) == "x" + minified)
    var again: [UInt8] = []
    [UInt8](spelled.utf8).withUnsafeBufferPointer { CanonicalForm.minify(checked: $0, into: &again) }
    #expect(text(again) == minified)
  }

  @Test("what is refused appends nothing", arguments: ["[1,]", "{\"a\":1,\"a\":2}", "", "1 2"])
  func refused(spelled: String) {
    var target: [UInt8] = []
    #expect(throws: JSONError.self) { try CanonicalForm.minify([UInt8](spelled.utf8), into: &target) }
    #expect(target.isEmpty)
  }
}
