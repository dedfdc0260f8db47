import CanonicalJSON
import Testing

@testable import WireProtocol

@Suite("Responses")
struct ResponseTests {
  @Test("a result goes out with the id as it came")
  func result() {
    var out: [UInt8] = []
    Array("{\"seq\":1}".utf8).withUnsafeBufferPointer {
      Response.append(result: $0, id: RequestID(json: "\"\\u0061\""), to: &out)
    }
    #expect(String(decoding: out, as: UTF8.self) == "{\"jsonrpc\":\"2.0\",\"id\":\"\\u0061\",\"result\":{\"seq\":1}}")
    #expect(out.count == Response.frameBytes + "\"\\u0061\"".utf8.count + "{\"seq\":1}".utf8.count)
  }

  @Test("an error has a code, a message that says what to do, and its name and facts as data")
  func error() {
    var out: [UInt8] = []
    Response.append(error: .expectedSeqMismatch(expected: 4, actual: 9), id: RequestID(json: "1"), to: &out)
    #expect(
      String(decoding: out, as: UTF8.self) == """
        {"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"The last seq is 9, not 4. Read again, decide again, \
        and dispatch with the new seq.","data":{"name":"expectedSeqMismatch","expected":4,"actual":9}}}
        """)
  }

  @Test("a notification carries its method, the subscription and what belongs to it")
  func notification() {
    var out: [UInt8] = []
    Response.append(notification: "record", subscription: .max, to: &out) { $0 += Array(",\"record\":{}".utf8) }
    #expect(
      String(decoding: out, as: UTF8.self) == """
        {"jsonrpc":"2.0","method":"record","params":{"subscription":18446744073709551615,"record":{}}}
        """)
  }

  @Test("codes and names are those of the protocol, each once")
  func codes() {
    let expected: [Int: String] = [
      -32700: "parseError", -32600: "invalidRequest", -32601: "methodNotFound", -32602: "invalidParams",
      -32603: "internalError",
      -32001: "unknownType", -32002: "invalidPayload", -32003: "forbidden", -32004: "expectedSeqMismatch",
      -32005: "idempotencyConflict", -32006: "effectNotHeld", -32007: "readOnly", -32008: "unknownOutcome",

      -32009: "busy", -32010: "tooLong", -32011: "tooDeep", -32012: "timedOut", -32013: "notFound",
      -32014: "stopping", -32015: "unreadable",
    ]
    #expect(WireErrorName.allCases.count == expected.count)
    for name in WireErrorName.allCases { #expect(expected[name.code] == name.rawValue) }
  }

  @Test("text of the peer's is cut before it gets into a message")
  func cut() {
    let error = WireError.methodNotFound(String(repeating: "x", count: 100_000), nearest: nil)
    #expect(error.message.utf8.count < 200)
  }
}

@Suite("The replies of a batch")
struct BatchCollectorTests {
  private func text(_ collector: consuming BatchCollector) -> String? {
    var out: [UInt8] = []
    return collector.finish(into: &out) ? String(decoding: out, as: UTF8.self) : nil
  }

  private func add(_ json: String, _ id: String?, to collector: inout BatchCollector) {
    Array(json.utf8).withUnsafeBufferPointer { collector.add(result: $0, id: id.map { RequestID(json: $0) }) }
  }

  @Test("replies stand in the order they were given, and the batch is complete with the last")
  func order() {
    var collector = BatchCollector(count: 3, limit: 1_000)
    add("2", "2", to: &collector)
    #expect(!collector.isComplete)
    add("0", nil, to: &collector)
    add("1", "1", to: &collector)
    #expect(collector.isComplete)
    #expect(
      text(collector)
        == "[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2},{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}]")
  }

  @Test("a batch of notifications only is answered with nothing, not with an empty array")
  func notifications() {
    var collector = BatchCollector(count: 2, limit: 1_000)
    add("1", nil, to: &collector)
    collector.add(error: .stopping(), id: nil)
    #expect(text(collector) == nil)
  }

  @Test("replies that do not fit together are told so; the others go out")
  func limit() {
    var collector = BatchCollector(count: 3, limit: 100)
    add("\"" + String(repeating: "a", count: 50) + "\"", "1", to: &collector)
    add("\"" + String(repeating: "b", count: 50) + "\"", "2", to: &collector)
    collector.add(error: .stopping(), id: RequestID(json: "3"))
    let found = text(collector) ?? ""
    #expect(found.contains("aaa") && !found.contains("bbb") && found.contains("\"name\":\"tooLong\""))
    #expect(found.contains("\"name\":\"stopping\""))
  }
}
