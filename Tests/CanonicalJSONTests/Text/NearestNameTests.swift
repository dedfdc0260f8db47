import Testing

@testable import CanonicalJSON

@Suite("The nearest name is a hint, not a guess")
struct NearestNameTests {
  @Test(
    "typing errors are seen through",
    arguments: [
      ("dispach", "dispatch"), ("disptach", "dispatch"), ("Dispatch", "dispatch"), ("statsu", "status"),
      ("gett", "get"),
      ("feed.queryChaged", "feed.queryChanged"),
    ])
  func near(typed: String, meant: String) {
    let names = ["get", "dispatch", "status", "describe", "feed.queryChanged", "feed.feedRequested"]
    #expect(NearestName.nearest(to: typed, in: names) == meant)
  }

  @Test("of one letter only the case is seen through, and two letters have one in common")
  func short() {
    #expect(NearestName.nearest(to: "y", in: ["x", "z"]) == nil)
    #expect(NearestName.nearest(to: "X", in: ["x"]) == "x")
    #expect(NearestName.nearest(to: "di", in: ["id"]) == "id")
    #expect(NearestName.nearest(to: "ib", in: ["id"]) == "id")
    #expect(NearestName.nearest(to: "ab", in: ["cd", "cde"]) == nil)
    #expect(NearestName.nearest(to: "a", in: ["abc", "at"]) == nil)
  }

  @Test(
    "names that can only be asked for are found one error away",
    arguments: [("crad", "card"), ("cards", "card"), ("cad", "card"), ("cart", "card"), ("Card", "card")])
  func asked(typed: String, meant: String) {
    #expect(NearestName.oneErrorAway(from: typed) { $0 == meant } == meant)
  }

  @Test(
    "nor are names asked for that are far, very short or long",
    arguments: ["cash", "ca", String(repeating: "a", count: 33)])
  func notAsked(typed: String) {
    #expect(NearestName.oneErrorAway(from: typed) { $0 == "card" } == nil)
  }

  @Test("another word is no hint", arguments: ["", "xyz", "subscribe", "zzzzzzzz", String(repeating: "a", count: 65)])
  func far(typed: String) {
    #expect(NearestName.nearest(to: typed, in: ["get", "dispatch", "status"]) == nil)
  }
}
