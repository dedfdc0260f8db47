import Testing

@testable import CommandLine

@Suite("describe")
struct DescribeCommandTests {
  private static let reply = #"""
    {"methods":[{"method":"dispatch","summary":"dispatches"},"get"],"actions":[{"type":"a.begin","v":1,"summary":"begins","origin":"client","example":{"n":1}},{"type":"a.ended","v":2,"summary":"ends","origin":"effect","example":{}}],"selectors":[{"name":"a.view","summary":"a view","arguments":[{"name":"id","type":"string","required":true},{"name":"first","type":"integer","required":false}]}],"machines":[],"errors":[{"name":"busy","code":-32009,"when":"at a limit"}]}
    """#

  private func server() throws -> TestServer {
    try TestServer { _, id in .answer([TestServer.result(id, Self.reply)]) }
  }

  @Test("everything there is, a section for each kind")
  func overview() throws {
    let ended = TestRun().run("describe", on: try server())
    #expect(
      ended.output == """
        actions
          a.begin       client  begins  {"n":1}
          a.ended (v2)  effect  ends    {}

        selectors
          a.view(id, first?)  a view

        methods
          dispatch  dispatches
          get

        errors
          busy  -32009  at a limit

        """)
  }

  @Test("one thing by its name, laid out; an unknown name suggests the nearest")
  func one() throws {
    let server = try server()
    let ended = TestRun().run("describe", "a.begin", on: server)
    #expect(ended.output.hasPrefix("{\n  \"type\": \"a.begin\",\n"))
    let json = TestRun().run("describe", "a.view", "--json", on: server)
    #expect(json.output.hasPrefix(#"{"name":"a.view","#))
    let unknown = TestRun().run("describe", "a.begn", on: server)
    #expect(unknown.status == .no)
    #expect(
      unknown.errors == "actionlog describe: nothing here is called 'a.begn': did you mean 'a.begin'? (notFound)\n")
  }
}
