import CanonicalJSON
import Testing

@Suite("What does not decode is told with path, place and what would fit")
struct DecodeFailureTests {
  struct Note: Codable {
    var title: String
    var colour: Colour
    var size: UInt8
    var points: [Point]
    var at: Timestamp?
  }

  static let good = #"{"title":"t","colour":"red","size":1,"points":[{"x":1,"y":2}]}"#

  @Test(
    "the path leads to the value that does not fit",
    arguments: [
      (#"{"title":7,"colour":"red","size":1,"points":[]}"#, "/title", "a string", 9),
      (#"{"title":"t","colour":"red","size":256,"points":[]}"#, "/size", "an integer from 0 to 255", 35),
      (#"{"title":"t","colour":"red","size":-1,"points":[]}"#, "/size", "an integer from 0 to 255", 35),
      (#"{"title":"t","colour":"red","size":1.0,"points":[]}"#, "/size", "an integer from 0 to 255", 35),
      (#"{"title":"t","colour":"red","size":1,"points":[{"x":1,"y":2},{"x":1,"y":true}]}"#, "/points/1/y", "", 72),
      (#"{"title":"t","colour":"red","size":1,"points":{}}"#, "/points", "an array", 46),
      (#"{"title":"t","colour":"red","size":1,"points":[[]]}"#, "/points/0", "an object", 47),
      ("[]", "", "an object", 0),
    ])
  func mismatch(spelled: String, path: String, expected: String, offset: Int) throws {
    let failure = try #require(decodeFailure(Note.self, spelled))
    #expect(failure.kind == .mismatch)
    #expect(failure.path == path)
    #expect(expected.isEmpty || failure.expected == expected)
    #expect(failure.offset == offset)
  }

  @Test("a missing member is named, with the one that was perhaps meant")
  func missing() throws {
    let failure = try #require(decodeFailure(Note.self, #"{"titel":"t","colour":"red","size":1,"points":[]}"#))
    #expect(
      failure == DecodeFailure(kind: .missing, path: "/title", expected: "a string", nearest: "titel", offset: 0))
    #expect(failure.summary == "/title: missing, expected a string; perhaps \"titel\" was meant")
  }

  @Test("a string that is no case is refused with the cases and the nearest")
  func cases() throws {
    let failure = try #require(decodeFailure(Note.self, #"{"title":"t","colour":"dark-gren","size":1,"points":[]}"#))
    #expect(failure.kind == .mismatch)
    #expect(failure.path == "/colour")
    #expect(failure.expected == "one of \"red\", \"dark-green\"")
    #expect(failure.nearest == "dark-green")
  }

  @Test("what the type itself throws is kept, with the path")
  func custom() throws {
    let time = try #require(decodeFailure(Note.self, String(Self.good.dropLast()) + #","at":"noon"}"#))
    #expect(time.kind == .custom)
    #expect(time.path == "/at")
    #expect(time.expected == "a time as RFC 3339 spells it")
    #expect(time.offset == 67)

    struct Odd: Error, CustomStringConvertible { var description: String { "odd numbers only" } }
    struct Picky: Decodable {
      init(from decoder: any Decoder) throws {
        if try decoder.singleValueContainer().decode(Int.self) % 2 == 0 { throw Odd() }
      }
    }
    let odd = try #require(decodeFailure([String: [Picky]].self, #"{"a/b":[1,2]}"#))
    #expect(odd == DecodeFailure(kind: .custom, path: "/a~1b/1", expected: "odd numbers only", offset: 10))
  }

  @Test("an enum asks for exactly one known case")
  func enumCases() throws {
    for spelled in [#"{}"#, #"{"nothing":{},"point":{"_0":{"x":1,"y":1}}}"#] {
      let failure = try #require(decodeFailure([Shape].self, "[\(spelled)]"))
      #expect(failure.kind == .mismatch)
      #expect(failure.path == "/0")
      #expect(failure.expected == "an object with one member, named as the case is")
    }
  }

  @Test("a case that there is not is named, with the one that was perhaps meant", arguments: [false, true])
  func wrongCase(isStrict: Bool) throws {
    let members: CanonicalDecoder.UnknownMembers = isStrict ? .refuse : .ignore
    let near = try #require(decodeFailure([Shape].self, #"[{"piont":{}}]"#, unknownMembers: members))
    #expect(
      near
        == DecodeFailure(
          kind: .mismatch, path: "/0/piont", expected: "a case that there is", nearest: "point", offset: 2))
    let far = try #require(decodeFailure([Shape].self, #"[{"circle":{}}]"#, unknownMembers: members))
    #expect(far.path == "/0/circle")
    #expect(far.nearest == nil)
  }

  @Test("a member that is declared too is not what was meant by a missing one")
  func declaredElsewhere() throws {
    struct Place: Codable {
      var row: Int
      var rows: Int?
    }
    for unknown in [CanonicalDecoder.UnknownMembers.refuse, .ignore] {
      let declared = try #require(decodeFailure(Place.self, #"{"rows":1}"#, unknownMembers: unknown))
      #expect(declared == DecodeFailure(kind: .missing, path: "/row", expected: declared.expected, offset: 0))
      let typed = try #require(decodeFailure(Place.self, #"{"orw":1}"#, unknownMembers: unknown))
      #expect(typed.nearest == "orw")
      let short = try #require(decodeFailure(Point.self, #"{"z":1,"y":1}"#, unknownMembers: unknown))
      #expect(short.path == "/x")
      #expect(short.nearest == nil)
    }
  }

  @Test("bytes that are not JSON are told as such")
  func syntax() throws {
    let failure = try #require(decodeFailure(Point.self, #"{"x":1,"x":2}"#))
    #expect(failure.kind == .syntax(JSONError(.duplicateKey, at: 7)))
    #expect(failure.offset == 7)
    #expect(failure.summary == "duplicate key at byte 7")
  }

  @Test(
    "a member that nobody declared is refused with the nearest name, however deep",
    arguments: [
      (#"{"title":"t","colour":"red","size":1,"points":[],"tilte":1}"#, "/tilte", "title"),
      (#"{"title":"t","colour":"red","size":1,"points":[{"x":1,"y":2},{"x":1,"y":2,"zz":[]}]}"#, "/points/1/zz", nil),
      (#"{"title":"t","colour":"red","size":1,"points":[],"At":null}"#, "/At", "at"),
      (#"{"title":"t","colour":"red","size":1,"points":[],"at":null,"x/~":{"a":1}}"#, "/x~1~0", nil),
    ] as [(String, String, String?)])
  func unknown(spelled: String, path: String, nearest: String?) throws {
    #expect(decodeFailure(Note.self, spelled) == nil)
    let failure = try #require(decodeFailure(Note.self, spelled, unknownMembers: .refuse))
    #expect(failure.kind == .unknownMember)
    #expect(failure.path == path)
    #expect(failure.nearest == nearest)
  }

  @Test("cases without values, types without members and superclasses declare what they read")
  func unknownElsewhere() throws {
    #expect(decodeFailure(Shape.self, #"{"nothing":{}}"#, unknownMembers: .refuse) == nil)
    #expect(decodeFailure(Shape.self, #"{"nothing":{"x":1}}"#, unknownMembers: .refuse)?.path == "/nothing/x")
    #expect(decodeFailure(Shape.self, #"{"nothing":{},"other":1}"#, unknownMembers: .refuse)?.path == "/other")
    #expect(decodeFailure(Unit.self, #"{"x":1}"#, unknownMembers: .refuse)?.path == "/x")
    #expect(decodeFailure([Unit?].self, #"[{},null]"#, unknownMembers: .refuse) == nil)
    #expect(decodeFailure(Derived.self, #"{"b":1,"super":{"a":1}}"#, unknownMembers: .refuse) == nil)
    #expect(decodeFailure(Derived.self, #"{"b":1,"super":{"a":1,"c":1}}"#, unknownMembers: .refuse)?.path == "/super/c")
    #expect(decodeFailure([String: JSONValue?].self, #"{"a":{"b":{}},"c":null}"#, unknownMembers: .refuse) == nil)
    #expect(
      decodeFailure([Point: Point].self, #"[{"x":1,"y":2},{"x":1,"y":2,"z":3}]"#, unknownMembers: .refuse)?.path
        == "/1/z")
  }
}
