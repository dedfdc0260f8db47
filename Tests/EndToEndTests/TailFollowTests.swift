import Foundation
import ProgramSupport
import Testing

@Suite("tail -f beside a daemon that is killed and started again", .serialized)
struct TailFollowTests {
  @Test(
    "kill -9 and restart: every record once, verbatim, in order, from the daemon or from the files",
    arguments: [false, true])
  func restarts(ofFiles: Bool) throws {
    let scratch = try Scratch()
    let seed = UInt64.random(in: 0 ... .max)
    let arguments = ofFiles ? ["--prefill", "--limit", "segment-seconds=1"] : []
    let first = try DaemonProcess(in: scratch.path, arguments)
    try LiveTools.dispatch(20, to: first)
    let tail =
      ofFiles
      ? try LiveTools.start("tail", "-f", "--json", "--from", "1", first.journalPath)
      : try LiveTools.start("tail", "-f", "--json", "--from", "1", "--socket", first.socketPath)
    try tail.waitForLines(21)
    first.kill()
    try LiveTools.killedRounds(6, in: scratch.path, arguments, seed: seed)
    let last = try DaemonProcess(in: scratch.path, arguments)
    try LiveTools.dispatch(5, to: last)
    let lines = try LiveTools.stored(last.journalPath)
    try tail.waitForLines(lines.count)
    #expect(tail.lines == lines, "seed \(seed)")
    #expect(tail.notes.contains("following on from seq") == !ofFiles)
    if ofFiles { #expect(try JournalText.segments(last.journalPath).count > 1) }
  }

  @Test("what matches is shown, the types matched by the daemon, and --until ends it")
  func filters() throws {
    let scratch = try Scratch()
    let daemon = try DaemonProcess(in: scratch.path)
    let ended = try LiveTools.start(
      "tail", "-f", "--from", "1", "--until", "6", "--outcome", "applied", "--socket", daemon.socketPath)
    let typed = try LiveTools.start(
      "tail", "-f", "--json", "--from", "1", "--type", "log.*", "--socket", daemon.socketPath)
    try LiveTools.dispatch(8, to: daemon)
    #expect(try ended.ended() == 0)
    let applied = try JournalText.records(daemon.journalPath).prefix(6).filter { $0["outcome"] as? String == "applied" }
    #expect(ended.lines.count == applied.count)
    try typed.waitForLines(1)
    #expect(daemon.stop().status == 0)
    try typed.waitForLines(2)
    #expect(typed.lines.allSatisfy { $0.contains("\"type\":\"log.") })
  }

  @Test("another journal behind the socket after the restart is told, and the answer is no")
  func otherJournal() throws {
    let scratch = try Scratch()
    let daemon = try DaemonProcess(in: scratch.path)
    try LiveTools.dispatch(3, to: daemon)
    let tail = try LiveTools.start("tail", "-f", "--socket", daemon.socketPath)
    try tail.waitForLines(4)
    daemon.kill()
    try FileManager.default.removeItem(atPath: daemon.journalPath)
    let other = try DaemonProcess(in: scratch.path)
    #expect(try tail.ended() == 1)
    #expect(tail.notes.contains("another journal answers now"))
    #expect(other.stop().status == 0)
  }

  @Test("a reader that goes away ends it while nothing happens, also one of files")
  func readerGone() throws {
    let scratch = try Scratch()
    let daemon = try DaemonProcess(in: scratch.path)
    #expect(
      try LiveTools.statusWithoutReader(["tail", "-f", "--from", "1", "--socket", daemon.socketPath]) == 0)
    #expect(try LiveTools.statusWithoutReader(["tail", "-f", "--from", "1", daemon.journalPath]) == 0)
  }
}
