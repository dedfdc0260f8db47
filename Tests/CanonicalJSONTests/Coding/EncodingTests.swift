import CanonicalJSON
import Testing

@Suite("Encoding gives the same bytes for the same value")
struct EncodingTests {
  @Test("every shape that Codable knows is encoded canonically")
  func everything() throws {
    let parts = [
      #"{"at":"1970-01-01T00:00:00.000006Z""#, #""base":{"b":2,"super":{"a":1}}"#,
      #""byEnum":{"dark-green":2,"red":1}"#,
      #""byID":{"x":["y"]}"#, #""byName":{"a":-0.25,"b":1.5}"#, #""byNumber":{"10":true,"9":false}"#,
      #""byPoint":[{"x":1,"y":9},"a",{"x":2,"y":1},"b"]"#, #""double":0.1"#, #""empty":{"nothing":{}}"#,
      #""flag":true"#,
      #""float":0.1"#, #""free":{"n":1.000000000000000000000001}"#, #""int":-9223372036854775808"#, #""int16":-32768"#,
      #""int32":-2147483648"#, #""int64":9223372036854775807"#, #""int8":-128"#, #""list":[1,2,3]"#,
      #""nested":[["a",null],[]]"#, #""origin":{"point":{"_0":{"x":0,"y":0}}}"#, #""set":["a","b","c"]"#,
      #""shape":{"polygon":{"_0":[{"x":1,"y":2}],"label":"l"}}"#, #""some":"""#, "\"text\":\"ä\\n\u{2028}\"",
      #""uint":18446744073709551615"#, #""uint16":65535"#, #""uint32":4294967295"#, #""uint64":18446744073709551615"#,
      #""uint8":255"#, #""unit":{}}"#,
    ]
    let bytes = try CanonicalEncoder().encode(Everything())
    #expect(text(bytes) == parts.joined(separator: ","))
    #expect(try CanonicalForm.canonicalize(bytes) == bytes)
    #expect(try CanonicalDecoder(unknownMembers: .refuse).decode(Everything.self, from: bytes) == Everything())
    #expect(try CanonicalDecoder().decode(Everything.self, from: bytes) == Everything())
  }

  @Test("dictionaries and sets come out in one order, whatever order they list their elements in")
  func unordered() throws {
    let names = (0..<200).map { "name \($0)" }
    let one = Dictionary(uniqueKeysWithValues: names.map { (Point(x: $0.utf8.count, y: $0.hashValue), 1) })
    var other = one
    other.reserveCapacity(4_000)
    #expect(try CanonicalEncoder().encode(one) == CanonicalEncoder().encode(other))
    var set = Set(names)
    set.reserveCapacity(4_000)
    #expect(try CanonicalEncoder().encode(Set(names)) == CanonicalEncoder().encode(set))
    #expect(text(try CanonicalEncoder().encode(Optional(Set([3, 1, 2])))) == "[1,2,3]")
  }

  @Test("keys are ordered by UTF-16 code units")
  func order() throws {
    let bytes = try CanonicalEncoder().encode(["\u{E000}": 1, "😀": 2, "\u{D7FF}": 3, "a": 4, "": 5, "\u{FFFF}": 6])
    #expect(text(bytes) == "{\"\":5,\"a\":4,\"\u{D7FF}\":3,\"😀\":2,\"\u{E000}\":1,\"\u{FFFF}\":6}")
  }

  @Test("containers that are written out of turn end up in their places")
  func reshaped() throws {
    let value = Reshaped(x: 1, y: 2, rest: [3, 4])
    let bytes = try CanonicalEncoder().encode(value)
    #expect(text(bytes) == #"{"inner":{"x":1},"list":[{"y":2},{},[null,3,null,4]]}"#)
    #expect(try CanonicalDecoder(unknownMembers: .refuse).decode(Reshaped.self, from: bytes) == value)
  }

  @Test("NaN and the infinities are refused with their path")
  func notFinite() throws {
    for value in [Double.nan, .infinity, -.infinity] {
      let error = #expect(throws: EncodingError.self) { try CanonicalEncoder().encode(["a": [1, value]]) }
      guard case .invalidValue(_, let context) = error else {
        Issue.record("another error")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
    }
    #expect(throws: EncodingError.self) { try CanonicalEncoder().encode([Float.nan]) }
  }

  @Test("scalars stand at the top as they are")
  func scalars() throws {
    #expect(text(try CanonicalEncoder().encode("x")) == "\"x\"")
    #expect(text(try CanonicalEncoder().encode(Int?.none)) == "null")
    #expect(text(try CanonicalEncoder().encode(1e100)) == "1e+100")
    #expect(text(try CanonicalEncoder().encode(Unit())) == "{}")
    #expect(text(try CanonicalEncoder().encode(JSONValue.object(JSONObject()))) == "{}")
  }
}
