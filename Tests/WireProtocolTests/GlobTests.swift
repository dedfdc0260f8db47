import Testing

@testable import WireProtocol

@Suite("Globs over action types")
struct GlobTests {
  @Test(
    "a glob matches the whole type",
    arguments: [
      ("feed.*", "feed.queryChanged", true), ("feed.*", "feed.", true), ("feed.*", "feeds.x", false),
      ("*", "", true), ("*", "log.opened", true), ("", "", true), ("", "a", false), ("log.?pened", "log.opened", true),
      ("log.?pened", "log.pened", false), ("*Changed", "feed.queryChanged", true), ("*Changed", "feed.changed", false),
      ("*a*b", "xaxbxb", true), ("*a*b", "xaxbxc", false), ("f**d", "feed", true), ("feed.query", "feed.queryX", false),
    ])
  func matching(pattern: String, text: String, expected: Bool) {
    #expect(Glob(pattern).matches(text) == expected)
  }

  @Test("a crafted pattern does not take exponential time")
  func crafted() {
    let glob = Glob(String(repeating: "*a", count: 40) + "b")
    #expect(!glob.matches(String(repeating: "a", count: 4_000)))
  }
}
