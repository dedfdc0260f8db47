import Foundation
import SystemCalls
import Testing

@testable import CommandLine

@Suite("Reaching the daemon")
struct SocketClientTests {
  private func status(_ path: String) -> TestRun.Ended {
    TestRun().run("status", "--socket", path, table: .socketOnly)
  }

  private func status(_ server: TestServer) -> TestRun.Ended { TestRun().run("status", on: server) }

  @Test("without a daemon the path is named, how it was chosen, and how to start one")
  func nobody() {
    let ended = status("/nowhere/x.sock")
    #expect(ended.status == .unreachable)
    #expect(
      ended.errors
        == "actionlog status: no daemon at /nowhere/x.sock (as given): start one with "
        + "'actionlogd --socket /nowhere/x.sock', or name its --socket (unreachable)\n")
    var run = TestRun()
    run.hasProgram = false
    #expect(
      run.run("status", "--socket", "/nowhere/x.sock", table: .socketOnly).errors
        .contains("start one with the daemon of this domain and '--socket /nowhere/x.sock'"))
    run.environment = ["ACTIONLOG_SOCKET": "/nowhere/y.sock"]
    #expect(run.run("status", table: .socketOnly).errors.contains("/nowhere/y.sock (from $ACTIONLOG_SOCKET)"))
  }

  @Test("a stale socket is told from none")
  func stale() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "stale-\(UUID().uuidString.prefix(8)).sock").path
    do {
      let listener = try UnixSocket.listen(at: UnixAddress(path: path))
      _ = consume listener
    }
    defer { try? FileManager.default.removeItem(atPath: path) }
    let ended = status(path)
    #expect(ended.status == .unreachable)
    #expect(ended.errors.contains("nobody listens at \(path)"))
  }

  @Test("a path that no socket can have is named with its length")
  func longPath() {
    let path = "/tmp/" + String(repeating: "x", count: 103)
    let ended = status(path)
    #expect(ended.status == .unreachable)
    #expect(ended.errors.contains("is 108 bytes long, and 107 is the most"))
  }

  @Test("a daemon that hangs up, and one that speaks something else, are told apart")
  func strange() throws {
    let silent = try TestServer { _, _ in .hangUp }
    #expect(status(silent).errors.contains("(connectionLost)"))
    #expect(status(silent).status == .unreachable)
    let other = try TestServer { _, _ in .answer(["HTTP/1.1 400 Bad Request"]) }
    #expect(status(other).errors.contains("does not speak JSON (offset 0): is it the daemon's socket? (badReply)"))
    let almost = try TestServer { _, _ in .answer(["{\"id\":1}"]) }
    #expect(status(almost).errors.contains("does not speak JSON-RPC"))
  }

  @Test("a connection that is turned away tells why")
  func turnedAway() throws {
    let server = try TestServer { _, _ in .answer([TestServer.error(nil, "busy", "Too many connections.")]) }
    let ended = status(server)
    #expect(ended.status == .unreachable)
    #expect(ended.errors == "actionlog status: Too many connections (busy)\n")
  }

  @Test("replies are matched by id, not by order")
  func order() throws {
    let server = try TestServer { _, id in
      .answer([TestServer.result(id + 7, #"{"seq":1}"#), TestServer.result(id, #"{"seq":2}"#)])
    }
    #expect(TestRun().run("status", "--json", on: server).output == "{\"seq\":2}\n")
  }
}
