import Testing
import WireProtocol

@testable import Daemon

@Suite("What the daemon tells people to type")
struct ClientCommandTests {
  private func command(_ daemon: String, there: Bool = true) -> ClientCommand {
    ClientCommand(
      besideDaemon: daemon, searchPath: "/usr/bin", currentDirectory: "/home/me/checkout", exists: { _ in there })
  }

  private func words(_ daemon: String, there: Bool = true) -> String { command(daemon, there: there).words }

  @Test("the bare name where the search path leads to it, or where nothing stands beside the daemon")
  func bareName() {
    #expect(words("actionlogd") == "actionlog")
    #expect(words("/usr/bin/actionlogd") == "actionlog")
    #expect(words("/opt/x/actionlogd", there: false) == "actionlog")
  }

  @Test("the program beside the daemon otherwise, from this directory where it is below it")
  func beside() {
    #expect(words("/home/me/checkout/.build/debug/actionlogd") == ".build/debug/actionlog")
    #expect(words(".build/debug/actionlogd") == ".build/debug/actionlog")
    #expect(words("/opt/my tools/actionlogd") == "'/opt/my tools/actionlog'")
  }

  @Test("a domain of one's own is named in its own words: roomsd has rooms beside it")
  func ownDomain() {
    #expect(words("/home/me/checkout/.build/debug/roomsd") == ".build/debug/rooms")
    #expect(words("roomsd") == "rooms")
    #expect(words("/opt/x/serve") == "/opt/x/actionlog")
  }

  @Test("where no such program is, the name is said to stand for one")
  func notThere() throws {
    #expect(command("/opt/x/roomsd").isThere)
    #expect(!command("/opt/x/roomsd", there: false).isThere)
    let options = try DaemonOptions(
      ["--journal", "/j", "--socket", "/s"], extra: [],
      paths: DefaultPaths(environment: { _ in nil }, directoryExists: { _ in false }))
    let lines = StartText.lines(
      Toy.actions.entries.first, options, client: command("/opt/x/roomsd", there: false))
    #expect(lines[0].contains("`rooms` stands for the command line of this domain"))
    #expect(lines[2] == "  rooms get --socket /s")
  }
}
