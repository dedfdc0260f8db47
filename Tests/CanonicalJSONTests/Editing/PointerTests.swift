import CanonicalJSON
import Testing

@Suite("A pointer leads to one value or to none")
struct PointerTests {
  @Test(
    "tokens and text are two forms of one pointer", arguments: ["", "/", "/a", "/a~1b/~0/~01", "//x", "/0/-", "/ä"])
  func text(spelled: String) throws {
    #expect(try JSONPointer(spelled).text == spelled)
    #expect(JSONPointer(tokens: try JSONPointer(spelled).tokens) == (try JSONPointer(spelled)))
  }

  @Test("a text that is no pointer is refused", arguments: ["a", "a/b", "/~", "/~2", "/a~", "#/a"])
  func refused(spelled: String) {
    let error = #expect(throws: JSONPointerError.self) { try JSONPointer(spelled) }
    #expect(error?.text == spelled)
  }

  @Test("places are digits without leading zeros, within the array")
  func places() throws {
    let value: JSONValue = ["a": [10, 20], "0": "zero"]
    #expect(try JSONPointer("/a/1").value(in: value) == 20)
    for missing in ["/a/01", "/a/2", "/a/-", "/a/-1", "/a/+1", "/a/", "/a/1/x", "/b", "/a/99999999999999999999"] {
      #expect(try JSONPointer(missing).value(in: value) == nil, "\(missing)")
    }
    #expect(try JSONPointer("/0").value(in: value) == "zero")
  }

  @Test("names are told apart by bytes")
  func bytes() throws {
    let value = try parsed("{\"e\u{301}\":1,\"\u{E9}\":2}")
    #expect(try JSONPointer("/\u{E9}").value(in: value) == 2)
    #expect(try JSONPointer("/e\u{301}").value(in: value) == 1)
    #expect(try JSONPointer("/\u{E9}") != JSONPointer("/e\u{301}"))
  }
}
