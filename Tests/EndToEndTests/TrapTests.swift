import Foundation
import ProgramSupport
import Testing

@Suite("A reducer that traps", .serialized)
struct TrapTests {
  private static let daemon = Programs.named("upgrade-daemon")
  private static let client = Programs.named("upgrade-client")

  private func start(_ edition: String, in directory: String) throws -> DaemonProcess {
    try DaemonProcess(in: directory, program: Self.daemon, environment: ["SHELF": edition])
  }

  @Test("on an action: the action is named, exit 6, nothing of it is in the journal, and a restart serves again")
  func live() throws {
    let scratch = try Scratch()
    let daemon = try start("trapping", in: scratch.path)
    let client = try WireClient(daemon.socketPath)
    try client.dispatch("reminderSet", #"{"milliseconds":3600000}"#)
    #expect(throws: (any Error).self) { try client.dispatch("put", #"{"id":"a","count":1}"#) }
    #expect(daemon.ended() == 6)
    let line = try #require(daemon.log.split(separator: "\n").last)
    #expect(line.contains("the reducer trapped on put (seq 3); nothing of it was written"), "\(daemon.log)")
    #expect(!daemon.log.contains("Thread 0"), "no stack trace")
    #expect(try JournalText.records(daemon.journalPath).count == 2)
    let again = try start("trapping", in: scratch.path)
    #expect(try WireClient(again.socketPath).call("status")["seq"] as? Int == 3)
    #expect(again.stop().status == 0)
  }

  @Test("a selector that traps is named, exit 6, and a restart serves again")
  func selecting() throws {
    let scratch = try Scratch()
    let daemon = try start("trapping", in: scratch.path)
    let client = try WireClient(daemon.socketPath)
    #expect(throws: (any Error).self) { try client.call("get", #"{"select":"room"}"#) }
    #expect(daemon.ended() == 6)
    #expect(daemon.log.contains("a selector trapped: room (seq 1); nothing was lost"), "\(daemon.log)")
    #expect(try start("trapping", in: scratch.path).stop().status == 0)
  }

  @Test("on a record of the journal: the record is named, exit 5 of the daemon and 1 of replay, and no byte changes")
  func replaying() throws {
    let scratch = try Scratch()
    let first = try start("one", in: scratch.path)
    try WireClient(first.socketPath).dispatch("put", #"{"id":"a","count":1}"#)
    #expect(first.stop().status == 0)
    let journal = first.journalPath
    let before = try JournalText.segments(journal).map { FileManager.default.contents(atPath: $0) }
    let ended = try run(
      Self.daemon, ["--journal", journal, "--socket", journal + ".sock"], environment: ["SHELF": "trapping"])
    #expect(ended.status == 5)
    #expect(ended.errors.contains("\(journal): replay differs: the reducer trapped on a record"), "\(ended.errors)")
    #expect(ended.errors.contains("put (seq 2)"))
    for words in [["replay", journal], ["replay", "--check", journal], ["get", "--at", "2", journal]] {
      let tool = try run(Self.client, words, environment: ["SHELF": "trapping"])
      #expect(tool.status == 1, "\(words)")
      #expect(tool.errors.contains("\(journal): the reducer trapped on put (seq 2)"), "\(tool.errors)")
    }
    #expect(try JournalText.segments(journal).map { FileManager.default.contents(atPath: $0) } == before)
  }
}
