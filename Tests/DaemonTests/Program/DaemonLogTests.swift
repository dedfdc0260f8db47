import SystemCalls
import Testing

@testable import Daemon

@Suite("What the daemon says")
struct DaemonLogTests {
  @Test("lines have a priority in front exactly when stderr is the system's journal")
  func priority() throws {
    #expect(DaemonLog.line("full", .error, isJournal: true) == "<3>full")
    #expect(DaemonLog.line("full", .error, isJournal: false) == "full")
    let status = try FileSystem.status("/tmp")
    #expect(DaemonLog.isSystemJournal(stream: "\(status.device):\(status.inode)", status: status))
    #expect(!DaemonLog.isSystemJournal(stream: "\(status.device):\(status.inode + 1)", status: status))
    #expect(!DaemonLog.isSystemJournal(stream: nil, status: status))
  }

  @Test("text of others cannot begin another line")
  func oneLine() {
    #expect(DaemonLog.line("a\n<0>b\u{0}c", .info, isJournal: true) == "<6>a <0>b c")
  }

  @Test("what to type next is an example that a shell takes as it stands")
  func startText() {
    #expect(StartText.quoted("/run/x.sock") == "/run/x.sock")
    #expect(StartText.quoted(#"{"by":1}"#) == #"'{"by":1}'"#)
    #expect(StartText.quoted("it's") == #"'it'\''s'"#)
  }
}
