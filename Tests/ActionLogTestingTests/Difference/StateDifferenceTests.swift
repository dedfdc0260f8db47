import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@Suite("The difference of two states, as a person reads it")
struct StateDifferenceTests {
  /// A state that is whatever JSON a test wants.
  struct Anything: StateTree {
    @Tracked var json = JSONValue.null

    init(_ text: String) throws { json = try JSONValue.parse(Array(text.utf8)) }
    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("json", &_json) }
  }

  private func text(_ expected: String, _ found: String) throws -> String? {
    StateDifference(expected: try Anything(expected), found: try Anything(found))?.description
  }

  @Test("equal states have none, however their members are ordered")
  func equal() throws {
    #expect(try text(#"{"a":1,"b":[1,2]}"#, #"{"b":[1,2],"a":1}"#) == nil)
  }

  @Test("names with slashes and tildes are escaped as `actionlog get` takes them")
  func escapes() throws {
    #expect(
      try text(#"{"a/b":{"c~d":1}}"#, #"{"a/b":{"c~d":2}}"#) == """
          /json/a~1b/c~0d
            expected  1
            found     2
        """)
  }

  @Test("a member or element that only one side has is absent on the other")
  func absent() throws {
    #expect(
      try text(#"{"a":1}"#, #"{"b":2}"#) == """
          /json/a
            expected  1
            found     (absent)
          /json/b
            expected  (absent)
            found     2
        """)
  }

  @Test("an inserted element is one difference, not a shift of all that follow")
  func insertion() throws {
    #expect(
      try text("[1,2,3,4]", "[1,2,9,3,4]") == """
          /json from element 2
            expected  (absent)
            found     [9]
        """)
    #expect(
      try text("[1,1]", "[1]") == """
          /json from element 1
            expected  [1]
            found     (absent)
        """)
    #expect(
      try text("[1,2,3]", "[1,7,3]") == """
          /json/1
            expected  2
            found     7
        """)
  }

  @Test("values of different kinds are shown whole")
  func kinds() throws {
    #expect(
      try text(#"{"a":{"b":null}}"#, #"{"a":["b"]}"#) == """
          /json/a
            expected  {"b":null}
            found     ["b"]
        """)
  }

  @Test("long values are cut in their middle, and many places are counted")
  func long() throws {
    let long = String(repeating: "x", count: 1000)
    let one = try #require(try text("\"\(long)\"", "1"))
    #expect(one.contains(" … 842 characters … "))
    #expect(one.count < 300)
    let many = (0..<50).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let other = (0..<50).map { "\"k\($0)\":-1" }.joined(separator: ",")
    #expect(try text("{\(many)}", "{\(other)}")?.hasSuffix("\n  and 30 more places") == true)
  }

  @Test("the same letters in other bytes are a difference")
  func bytes() throws {
    #expect(try text(#""\u00e9""#, #""e\u0301""#) != nil)
  }
}
