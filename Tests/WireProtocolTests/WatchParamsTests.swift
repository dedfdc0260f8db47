import Testing

@testable import WireProtocol

@Suite("Parameters of watching")
struct WatchParamsTests {
  private func call(_ method: String, _ params: String?) -> String? {
    let params = params.map { "\"params\":\($0)," } ?? ""
    return members("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\(params)\"id\":1}").first?.call
  }

  @Test("subscribe names a pointer, or a selector with arguments, or nothing for the whole state")
  func subscribe() {
    #expect(call("subscribe", nil) == "subscribe pointer()")
    #expect(call("subscribe", "{}") == "subscribe pointer()")
    #expect(call("subscribe", "{\"pointer\":\"/a~1b\"}") == "subscribe pointer(/a~1b)")
    #expect(
      call("subscribe", "{\"args\":{\"id\":\"d\"},\"select\":\"x\"}")?.hasPrefix("subscribe selector(\"x\"") == true)
  }

  @Test("follow takes a first seq and globs, and neither")
  func follow() {
    #expect(call("follow", nil) == "follow next [\"*\"]")
    #expect(call("follow", "{\"from\":0}") == "follow 0 [\"*\"]")
    #expect(call("follow", "{\"types\":[\"feed.*\",\"log.*\"],\"from\":7}") == "follow 7 [\"feed.*\", \"log.*\"]")
    let most = "[" + (1...64).map { "\"t\($0)\"" }.joined(separator: ",") + "]"
    #expect(refusal("follow", "{\"types\":\(most)}") == nil)
  }

  @Test("unsubscribe needs a number")
  func unsubscribe() {
    #expect(call("unsubscribe", "{\"subscription\":18446744073709551615}") == "unsubscribe 18446744073709551615")
    #expect(refusal("unsubscribe", "{}")?["path"] == .text("/subscription"))
    #expect(members("{\"jsonrpc\":\"2.0\",\"method\":\"unsubscribe\",\"id\":1}").first?.error?.name == .invalidParams)
  }

  @Test(
    "what is wrong is named by its path, and the rest of the line is read",
    arguments: [
      ("subscribe", "{\"pointer\":\"a\"}", "/pointer"), ("subscribe", "{\"minSeq\":1}", "/minSeq"),
      ("subscribe", "{\"args\":{}}", "/args"), ("subscribe", "{\"select\":\"a\",\"pointer\":\"\"}", "/pointer"),
      ("follow", "{\"from\":-1}", "/from"), ("follow", "{\"types\":\"*\"}", "/types"),
      ("follow", "{\"types\":[]}", "/types"), ("follow", "{\"types\":[1,[2],{\"a\":3}]}", "/types"),
      ("follow", "{\"types\":[\"\"]}", "/types"), ("follow", "{\"form\":1}", "/form"),
      ("unsubscribe", "{\"subscription\":\"1\"}", "/subscription"),
      ("unsubscribe", "{\"subscription\":1,\"subscripton\":2}", "/subscripton"),
    ])
  func refused(_ method: String, _ params: String, _ path: String) {
    let error = refusal(method, params)
    #expect(error?.name == .invalidParams)
    #expect(error?["path"] == .text(path))
  }

  @Test("a misspelt parameter gets the nearest, and too many globs are refused with the number")
  func hints() {
    #expect(refusal("follow", "{\"form\":1}")?["nearest"] == .text("from"))
    #expect(refusal("subscribe", "{\"ponter\":\"\"}")?["nearest"] == .text("pointer"))
    let many = "[" + (1...65).map { "\"t\($0)\"" }.joined(separator: ",") + "]"
    #expect(refusal("follow", "{\"types\":\(many)}")?.message.contains("65") == true)
  }
}
