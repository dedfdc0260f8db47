import Testing

@testable import WireProtocol

@Suite("Default paths")
struct DefaultPathsTests {
  private func paths(_ variables: [String: String] = [:], logs: Bool = false) -> DefaultPaths {
    DefaultPaths(environment: { variables[$0] }, directoryExists: { logs && $0 == "./logs" })
  }

  private static let everything = [
    "ACTIONLOG_JOURNAL": "/env/journal", "STATE_DIRECTORY": "/state", "ACTIONLOG_SOCKET": "/env/socket",
    "RUNTIME_DIRECTORY": "/runtime",
  ]

  @Test("the journal is taken from the argument, the environment, the service manager, the checkout, the system")
  func journalOrder() {
    var variables = Self.everything
    #expect(
      paths(variables, logs: true).journal(argument: "/given") == .init(path: "/given", rule: .argument))
    #expect(
      paths(variables, logs: true).journal(argument: nil)
        == .init(path: "/env/journal", rule: .environment("ACTIONLOG_JOURNAL")))
    variables["ACTIONLOG_JOURNAL"] = nil
    #expect(
      paths(variables, logs: true).journal(argument: nil)
        == .init(path: "/state/journal", rule: .environment("STATE_DIRECTORY")))
    variables["STATE_DIRECTORY"] = nil
    #expect(paths(variables, logs: true).journal(argument: nil) == .init(path: "./logs/journal", rule: .checkout))
    #expect(paths(variables).journal(argument: nil) == .init(path: "/var/lib/actionlogd/journal", rule: .system))
  }

  @Test("the socket is taken from the argument, the environment, the service manager, the checkout, the system")
  func socketOrder() {
    var variables = Self.everything
    #expect(paths(variables, logs: true).socket(argument: "/given") == .init(path: "/given", rule: .argument))
    #expect(
      paths(variables, logs: true).socket(argument: nil)
        == .init(path: "/env/socket", rule: .environment("ACTIONLOG_SOCKET")))
    variables["ACTIONLOG_SOCKET"] = nil
    #expect(
      paths(variables, logs: true).socket(argument: nil)
        == .init(path: "/runtime/actionlogd.sock", rule: .environment("RUNTIME_DIRECTORY")))
    variables["RUNTIME_DIRECTORY"] = nil
    #expect(
      paths(variables, logs: true).socket(argument: nil) == .init(path: "./logs/actionlogd.sock", rule: .checkout))
    #expect(
      paths(variables).socket(argument: nil) == .init(path: "/run/actionlogd/actionlogd.sock", rule: .system))
  }

  @Test("an empty variable or argument counts as absent; of several directories the first is taken")
  func emptyAndSeveral() {
    #expect(paths(["ACTIONLOG_JOURNAL": ""]).journal(argument: "").rule == .system)
    #expect(paths(["STATE_DIRECTORY": ""], logs: true).journal(argument: nil).rule == .checkout)
    #expect(paths(["STATE_DIRECTORY": "/a:/b"]).journal(argument: nil).path == "/a/journal")
    #expect(paths(["RUNTIME_DIRECTORY": "/run/x/"]).socket(argument: nil).path == "/run/x/actionlogd.sock")
  }

  @Test(
    "the cache stands beside the journal directory",
    arguments: [
      ("/var/lib/actionlogd/journal", "/var/lib/actionlogd/cache.json"), ("./logs/journal", "./logs/cache.json"),
      ("./logs/journal/", "./logs/cache.json"), ("journal", "cache.json"), ("/journal", "/cache.json"),
      (".", "./../cache.json"), ("a/..", "a/../../cache.json"), ("/", "/cache.json"),
    ])
  func cacheBesideJournal(journal: String, cache: String) {
    #expect(paths().cache(argument: nil, journal: journal) == .init(path: cache, rule: .besideJournal))
    #expect(paths().cache(argument: "/c", journal: journal) == .init(path: "/c", rule: .argument))
  }
}
