import Testing

@testable import WireProtocol

@Suite("Reading a line as JSON-RPC")
struct RequestParserTests {
  @Test(
    "the id comes back byte for byte",
    arguments: ["1", "-0", "1.50", "1e3", "\"a\"", "\"\\u0061\\n\"", "\"é\"", "null", "123456789012345678901234567890"])
  func id(_ id: String) {
    #expect(
      members("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":\(id)}")
        == [Member(id: id, error: nil, call: "status")])
  }

  @Test("a request without id is a notification; one with the id null is not")
  func notification() {
    #expect(members("{\"jsonrpc\":\"2.0\",\"method\":\"status\"}") == [Member(id: nil, error: nil, call: "status")])
    let failed = members("{\"jsonrpc\":\"2.0\",\"method\":\"nothing\"}")
    #expect(failed.first?.id == nil)
    #expect(failed.first?.error?.name == .methodNotFound)
  }

  @Test("white space is free, a carriage return among it; members come in any order")
  func order() {
    let line =
      " { \"id\" : 7 ,\t\"params\" : {\"action\": {\"by\" : 1},\"type\":\"x.y\"} , \"method\":\"dispatch\",\"jsonrpc\":\"2.0\"} \r"
    #expect(members(line) == [Member(id: "7", error: nil, call: "dispatch x.y {\"by\" : 1}")])
  }

  @Test(
    "what is not JSON is a parse error with its offset, and nothing of the line is done",
    arguments: [
      ("", 0), ("{", 1), ("nul", 3), ("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1}x", 42),
      ("[{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1},", 44),
      ("{\"jsonrpc\":\"2.0\",\"method\":\"dispatch\",\"params\":{\"type\":5,\"action\":{]}", 66),
    ])
  func parseError(_ line: String, _ offset: Int) {
    let found = members(line)
    #expect(found.count == 1 && found.first?.id == "null")
    #expect(found.first?.error?.name == .parseError)
    #expect(found.first?.error?["offset"] == .integer(offset), "\(String(describing: found.first?.error))")
    #expect(found.first?.error?["what"] != nil)
  }

  @Test("duplicate keys, also through escapes, lone surrogates, bad UTF-8, NUL and a BOM are parse errors")
  func strict() {
    let head = Array("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":\"".utf8)
    let lines: [[UInt8]] = [
      Array("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1,\"id\":1}".utf8),
      Array("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1,\"\\u0069d\":1}".utf8),
      Array("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":\"\\ud800\"}".utf8),
      head + [0xC3, 0x28] + Array("\"}".utf8),
      head + [0x00] + Array("\"}".utf8),
      [0],
      [0xEF, 0xBB, 0xBF] + Array("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1}".utf8),
    ]
    for line in lines {
      #expect(members(line).map(\.error?.name) == [.parseError], "\(String(decoding: line, as: UTF8.self))")
    }
  }

  @Test("nesting to the limit passes; one level more is too deep, with limit and offset")
  func depth() throws {
    var limits = Limits()
    try limits.set(.nesting, to: 10)
    func line(_ depth: Int) -> String {
      let action = "{\"a\":" + String(repeating: "[", count: depth - 3) + String(repeating: "]", count: depth - 3) + "}"
      return "{\"jsonrpc\":\"2.0\",\"method\":\"dispatch\",\"params\":{\"type\":\"x\",\"action\":\(action)},\"id\":1}"
    }
    #expect(members(line(10), limits: limits).first?.error == nil)
    let refused = members(line(11), limits: limits)
    #expect(refused.first?.id == "null")
    #expect(refused.first?.error?.name == .tooDeep)
    #expect(refused.first?.error?["limit"] == .integer(10))
    let offset = line(11).utf8.count - "\\".utf8.count - "]]]]]]]]}},\"id\":1}".utf8.count
    #expect(refused.first?.error?["offset"] == .integer(offset))
  }

  @Test(
    "JSON that is not a request is invalidRequest, with the id where it has one",
    arguments: [
      ("1", "null"), ("\"status\"", "null"), ("null", "null"), ("{}", "null"),
      ("{\"jsonrpc\":\"2.0\",\"id\":1}", "1"),
      ("{\"jsonrpc\":\"2.0\",\"method\":1,\"id\":\"x\"}", "\"x\""),
      ("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"params\":1,\"id\":1}", "1"),
      ("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"params\":null,\"id\":1}", "1"),
      ("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":true}", "null"),
      ("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":[1]}", "null"),
      ("{\"jsonrpc\":\"1.0\",\"method\":\"status\",\"id\":1}", "1"),
      ("{\"jsonrpc\":2.0,\"method\":\"status\",\"id\":1}", "1"),
      ("{\"method\":\"status\",\"id\":1}", "1"),
      ("{\"jsonrpc\":\"2.0\",\"result\":1,\"id\":1}", "1"),
    ])
  func invalidRequest(_ line: String, _ id: String) {
    let found = members(line)
    #expect(found.map(\.error?.name) == [.invalidRequest], "\(found)")
    #expect(found.map(\.id) == [id])
  }

  @Test("a misspelt member of a request is refused with the nearest")
  func misspelt() {
    let error = members("{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"parms\":{},\"id\":1}").first?.error
    #expect(error?.name == .invalidRequest)
    #expect(error?["nearest"] == .text("params"))
  }

  @Test("an id over its limit is refused, for it would have to be kept until the answer")
  func longID() {
    let line = "{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":\"\(String(repeating: "a", count: 255))\"}"
    #expect(
      members(line) == [Member(id: "null", error: .invalidRequest("`id` takes at most 256 bytes, not 257"), call: nil)])
  }

  @Test("a batch gives its members in order; the wrong ones are refused one by one")
  func batch() {
    let status = "{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1}"
    let found = members("[\(status), 5, {\"jsonrpc\":\"2.0\",\"method\":\"describe\"}, {\"id\":3}, []]")
    #expect(found.map(\.id) == ["1", "null", nil, "3", "null"])
    #expect(found.map(\.call) == ["status", nil, "describe", nil, nil])
    #expect(found.map(\.error?.name) == [nil, .invalidRequest, nil, .invalidRequest, .invalidRequest])
  }

  @Test("an empty batch, and one over the limit, are one invalid request")
  func batchLimit() throws {
    let status = "{\"jsonrpc\":\"2.0\",\"method\":\"status\",\"id\":1}"
    #expect(members("[]").map(\.error?.name) == [.invalidRequest])
    let most = "[" + Array(repeating: status, count: 1_000).joined(separator: ",") + "]"
    #expect(members(most).count == 1_000)
    let more = "[" + Array(repeating: status, count: 1_001).joined(separator: ",") + "]"
    #expect(
      members(more) == [
        Member(id: "null", error: .invalidRequest("a batch has at most 1000 requests, not 1001"), call: nil)
      ])
  }

  @Test("methods of later versions are not found and not advertised; a misspelt one gets the nearest")
  func unknownMethod() {
    for method in Method.allCases where !method.isAnswered {
      #expect(refusal(method.rawValue, "{}")?.name == .methodNotFound, "\(method)")
      #expect(refusal(method.rawValue, "[1]")?.name == .methodNotFound, "\(method)")
    }
    #expect(Method.answered == [.dispatch, .get, .subscribe, .follow, .unsubscribe, .status, .describe])
    let error = refusal("dispach", "{\"type\":\"x\",\"action\":{}}")
    #expect(error?.name == .methodNotFound)
    #expect(error?["nearest"] == .text("dispatch"))
  }
}
