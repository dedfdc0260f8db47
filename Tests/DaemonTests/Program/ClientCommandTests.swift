import Testing

@testable import Daemon

@Suite("What the daemon tells people to type")
struct ClientCommandTests {
  private func words(_ daemon: String, searchPath: String = "/usr/bin", there: Bool = true) -> String {
    ClientCommand.words(
      besideDaemon: daemon, searchPath: searchPath, currentDirectory: "/home/me/checkout", exists: { _ in there })
  }

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
}
