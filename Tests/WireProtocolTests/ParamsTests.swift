import Testing

@testable import WireProtocol

@Suite("Parameters")
struct ParamsTests {
  @Test("dispatch takes all its parameters, and the payload byte for byte")
  func dispatchAll() {
    let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let text = """
      {"client":"me","trace":"\(trace)","effect":"41.0","expectedSeq":18446744073709551615,"id":"k\\u0031",\
      "v":2,"action": { "b" : 1.0, "a":"\\u0061" },"type":"feed.queryChanged"}
      """
    let read = dispatch(text) { params in
      #expect(params.type == "feed.queryChanged")
      #expect(String(decoding: params.action, as: UTF8.self) == "{ \"b\" : 1.0, \"a\":\"\\u0061\" }")
      #expect(params.v == 2)
      #expect(params.id == "k1")
      #expect(params.expectedSeq == .max)
      #expect(params.effect == "41.0")
      #expect(params.trace == trace)
      #expect(params.client == "me")
      return true
    }
    #expect(read == true)
  }

  @Test("dispatch needs a type and an action; where no version is given, none is made up")
  func dispatchLeast() {
    #expect(dispatch("{\"type\":\"x\",\"action\":{}}") { $0.v == nil } == true)
    #expect(refusal("dispatch", "{\"type\":\"x\"}")?["path"] == .text("/action"))
    #expect(refusal("dispatch", "{\"action\":{}}")?["path"] == .text("/type"))
    let bare = members("{\"jsonrpc\":\"2.0\",\"method\":\"dispatch\",\"id\":1}").first?.error
    #expect(bare?.name == .invalidParams)
  }

  @Test(
    "a parameter of the wrong kind is named by its path",
    arguments: [
      ("type", "1"), ("type", "\"\""), ("type", "null"), ("action", "[]"), ("action", "\"{}\""), ("action", "null"),
      ("v", "0"), ("v", "1.0"), ("v", "-1"), ("v", "\"1\""), ("v", "99999999999999999999"), ("id", "1"),
      ("id", "\"\""), ("expectedSeq", "-1"), ("expectedSeq", "1e2"), ("expectedSeq", "18446744073709551616"),
      ("effect", "41.0"), ("trace", "\"00-abc\""), ("client", "{}"),
    ])
  func wrongKind(_ name: String, _ value: String) {
    var members = ["type": "\"x\"", "action": "{}"]
    members[name] = value
    let text = "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    let error = refusal("dispatch", text)
    #expect(error?.name == .invalidParams)
    #expect(error?["path"] == .text("/\(name)"))
  }

  @Test("an unknown parameter is refused with the nearest, its name escaped in the path")
  func unknown() {
    let error = refusal("dispatch", "{\"type\":\"x\",\"action\":{},\"expectedSeg\":1}")
    #expect(error?.name == .invalidParams)
    #expect(error?["path"] == .text("/expectedSeg"))
    #expect(error?["nearest"] == .text("expectedSeq"))
    #expect(refusal("status", "{\"a/b~c\":1}")?["path"] == .text("/a~1b~0c"))
  }

  @Test("after a wrong parameter the rest of the line is still read: the id is answered, bad JSON is found")
  func readsOn() {
    let line =
      "{\"jsonrpc\":\"2.0\",\"method\":\"dispatch\",\"params\":{\"type\":5,\"x\":[1],\"action\":{}},\"id\":\"me\"}"
    #expect(members(line).map(\.id) == ["\"me\""])
    #expect(members(line).first?.error?["path"] == .text("/type"))
    #expect(members(line + "}").first?.error?.name == .parseError)
  }

  @Test("id, client, type and effect end at their limits, counted in bytes")
  func lengths() {
    func text(_ name: String, _ value: String) -> String { "{\"type\":\"x\",\"action\":{},\"\(name)\":\"\(value)\"}" }
    #expect(refusal("dispatch", text("id", String(repeating: "é", count: 128))) == nil)
    #expect(refusal("dispatch", text("id", String(repeating: "é", count: 128) + "a"))?["path"] == .text("/id"))
    #expect(refusal("dispatch", text("client", String(repeating: "a", count: 64))) == nil)
    #expect(refusal("dispatch", text("client", String(repeating: "a", count: 65)))?["path"] == .text("/client"))
    #expect(refusal("dispatch", text("effect", String(repeating: "1", count: 257)))?["path"] == .text("/effect"))
  }

  @Test("parameters by position are refused")
  func positional() {
    for method in Method.answered {
      let error = refusal(method.rawValue, "[\"x\",{}]")
      #expect(error?.name == .invalidParams, "\(method)")
      #expect(error?["path"] == .text(""))
    }
  }

  @Test("get reads the whole state, a pointer, or a selector with arguments")
  func get() {
    func target(_ params: String) -> GetParams? {
      request("{\"jsonrpc\":\"2.0\",\"method\":\"get\",\(params)\"id\":1}") { call in
        if case .get(let params) = call { params } else { nil }
      }
    }
    guard case .pointer(let whole) = target("")?.target,
      case .pointer(let row) = target("\"params\":{\"pointer\":\"/a~1b/0\",\"minSeq\":7},")?.target,
      case .selector("feed.document", let arguments?) = target(
        "\"params\":{\"args\":{\"id\":\"d1\"},\"select\":\"feed.document\"},")?.target,
      case .selector("feed.view", nil) = target("\"params\":{\"select\":\"feed.view\"},")?.target
    else {
      Issue.record("a get was not understood")
      return
    }
    #expect(whole.text == "")
    #expect(row.text == "/a~1b/0")
    #expect(arguments["id"] == .string("d1"))
    #expect(target("\"params\":{\"minSeq\":7},")?.minSeq == 7)
  }

  @Test(
    "what get cannot read is named by its path",
    arguments: [
      ("{\"pointer\":\"a\"}", "/pointer"), ("{\"pointer\":\"/~2\"}", "/pointer"), ("{\"pointer\":1}", "/pointer"),
      ("{\"pointer\":\"/~\"}", "/pointer"),
      ("{\"pointer\":\"\",\"select\":\"a\"}", "/pointer"), ("{\"args\":{}}", "/args"),
      ("{\"select\":\"a\",\"args\":[]}", "/args"), ("{\"minSeq\":-1}", "/minSeq"), ("{\"path\":\"\"}", "/path"),
    ])
  func getRefused(_ params: String, _ path: String) {
    let error = refusal("get", params)
    #expect(error?.name == .invalidParams)
    #expect(error?["path"] == .text(path))
  }

  @Test("status and describe take no parameters, and an empty object")
  func none() {
    #expect(refusal("status", "{}") == nil)
    #expect(refusal("describe", "{}") == nil)
    #expect(refusal("status", "{\"verbose\":true}")?["path"] == .text("/verbose"))
  }

  @Test(
    "a traceparent has the W3C form",
    arguments: [
      ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
      ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-will-be", true),
      ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", false),
      ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
      ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", false),
      ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
      ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false),
      ("00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
      ("", false),
    ])
  func traceparent(_ text: String, _ fits: Bool) {
    #expect(TraceParent.isWellFormed(text) == fits)
  }
}
