import Testing

@testable import CommandLine

@Suite("status")
struct StatusCommandTests {
  private static let reply = """
    {"seq":12,"state":"00000000000000ff","journal":{"directory":"./logs/journal","bytes":2048},"readOnly":null,\
    "uptime":7500,"limits":{"nesting":128}}
    """

  @Test("facts are aligned, members under the name of their object, sizes and spans told in words too")
  func sheet() throws {
    let server = try TestServer { _, id in .answer([TestServer.result(id, Self.reply)]) }
    let ended = TestRun().run("status", on: server)
    #expect(ended.status == .fine)
    #expect(
      ended.output == """
        seq                12
        state              00000000000000ff
        journal directory  ./logs/journal
        journal bytes      2,048 (2.0 KiB)
        readOnly           none
        uptime             2 h 5 min

        """)
    let full = TestRun().run("status", "--limits", on: server)
    #expect(full.lines.suffix(2) == ["limits", "  nesting          128"])
    #expect(TestRun().run("status", "--json", on: server).output == Self.reply + "\n")
  }

  @Test("text from the daemon cannot steer the terminal")
  func controls() throws {
    let server = try TestServer { _, id in .answer([TestServer.result(id, #"{"domain":"\u001b[2J"}"#)]) }
    #expect(
      TestRun().run("status", on: server).output == "domain  \\u{1b}[2J\n")
  }
}
