import Testing

@testable import CommandLine

@Suite("get")
struct GetCommandTests {
  private static let reply = #"{"seq":7,"state":"00000000000000ff","value":{"b":1.50,"a":["x"]}}"#

  private func server() throws -> TestServer {
    try TestServer { _, id in .answer([TestServer.result(id, Self.reply)]) }
  }

  @Test("a value is one line for a pipe, laid out for a terminal, the whole answer for --json")
  func shapes() throws {
    let server = try server()
    var run = TestRun()
    let piped = run.run("get", "/x", on: server)
    #expect(piped.status == .fine)
    #expect(piped.output == #"{"b":1.50,"a":["x"]}"# + "\n")
    #expect(run.run("get", "--json", on: server).output == Self.reply + "\n")
    run.isTerminal = true
    run.environment = ["NO_COLOR": "1"]
    let shown = run.run("get", "/x", on: server)
    #expect(shown.output == "{\n  \"b\": 1.50,\n  \"a\": [\n    \"x\"\n  ]\n}\n")
  }

  @Test("pointer, selector, arguments and the awaited seq go out as parameters")
  func parameters() throws {
    let server = try server()
    let run = TestRun()
    _ = run.run("get", "/a~1b", "--min-seq", "9", on: server)
    _ = run.run(
      "get", "--select", "feed.view", "--args", "{ \"first\" : 2 }", on: server)
    _ = run.run("get", on: server)
    #expect(
      server.requests == [
        #"{"jsonrpc":"2.0","id":1,"method":"get","params":{"minSeq":9,"pointer":"/a~1b"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"get","params":{"args":{"first":2},"select":"feed.view"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"get","params":{"pointer":""}}"#,
      ])
  }

  @Test("what cannot be right is refused before any connection is made")
  func refusals() {
    let run = TestRun()
    func refused(_ words: String...) -> String {
      let ended = run.run(words: words + ["--socket", "/nowhere"], table: .socketOnly)
      return "\(ended.status.rawValue) \(ended.errors)"
    }
    #expect(refused("get", "feed").hasPrefix("2 actionlog get: 'feed' is no JSON Pointer: it starts with '/'"))
    #expect(refused("get", "/a~2").hasPrefix("2 actionlog get: '/a~2' is no JSON Pointer"))
    #expect(refused("get", "/a", "--select", "b").hasPrefix("2 "))
    #expect(refused("get", "--args", "{}").hasPrefix("2 actionlog get: --args belongs to --select"))
    #expect(refused("get", "--select", "b", "--args", "{").contains("--args is not JSON: unexpected end at byte 1"))
    #expect(refused("get", "--min-seq", "-1").contains("--min-seq takes a whole number, not '-1'"))
  }

  @Test("an error of the daemon becomes one line with its name, and the exit status tells its kind")
  func errors() throws {
    for (name, status) in [
      ("notFound", ExitStatus.no), ("invalidParams", .usage), ("timedOut", .unreachable), ("busy", .unreachable),
      ("forbidden", .no), ("tooLong", .usage),
    ] {
      let server = try TestServer { _, id in .answer([TestServer.error(id, name, "It is so. Do this.")]) }
      let ended = TestRun().run("get", "/x", on: server)
      #expect(ended.status == status)
      #expect(ended.errors == "actionlog get: It is so. Do this (\(name))\n")
      #expect(ended.output == "")
    }
  }
}
