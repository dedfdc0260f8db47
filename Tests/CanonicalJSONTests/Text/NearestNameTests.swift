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

  @Test("another word is no hint", arguments: ["", "xyz", "subscribe", "zzzzzzzz", String(repeating: "a", count: 65)])
  func far(typed: String) {
    #expect(NearestName.nearest(to: typed, in: ["get", "dispatch", "status"]) == nil)
  }
}
