import Foundation
import ProgramSupport
import Testing

@Suite("watch beside a daemon that is killed and started again", .serialized)
struct WatchTests {
  private func query(_ text: String, _ daemon: DaemonProcess) throws {
    try WireClient(daemon.socketPath).dispatch("feed.queryChanged", "{\"query\":{\"text\":\"\(text)\"}}")
  }

  @Test("kill -9 and restart: each value that differs from the one before it, and the last one")
  func restarts() throws {
    let scratch = try Scratch()
    let seed = UInt64.random(in: 0 ... .max)
    let first = try DaemonProcess(in: scratch.path)
    let watch = try LiveTools.start("watch", "/feed/query", "--json", "--socket", first.socketPath)
    try watch.waitForLines(1)
    try query("one", first)
    try watch.waitForLines(2)
    first.kill()
    try LiveTools.killedRounds(3, in: scratch.path, seed: seed)
    let last = try DaemonProcess(in: scratch.path)
    try watch.waitForNote("the daemon is back")
    try query("two", last)
    try watch.waitForLines(3)
    let values = try watch.lines.map { line in try #require(line.firstMatch(of: /"value":(.*?})/)?.1).description }
    #expect(values.count == 3 && Set(values).count == 3, "\(values), seed \(seed)")
    #expect(values[1].contains("\"one\"") && values[2].contains("\"two\""))
    #expect(last.stop().status == 0)
  }

  @Test("what changed is shown as a patch; an unknown selector is refused with the nearest")
  func diff() throws {
    let scratch = try Scratch()
    let daemon = try DaemonProcess(in: scratch.path)
    let diff = try LiveTools.start("watch", "/feed/query", "--diff", "-n", "1", "--socket", daemon.socketPath)
    try diff.waitForLines(1)
    try query("kelp", daemon)
    #expect(try diff.ended() == 0)
    #expect(diff.lines.last?.hasSuffix("replace /text \"kelp\"") == true, "\(diff.lines)")
    let refused = try run(Programs.client, ["watch", "--select", "feed.visibleID", "--socket", daemon.socketPath])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("feed.visibleIDs"))
  }

  @Test("a row that is not there yet begins as gone, and is shown once it is there")
  func gone() throws {
    let scratch = try Scratch()
    let daemon = try DaemonProcess(in: scratch.path, ["--feed", FeedTests.pages])
    let watch = try LiveTools.start(
      "watch", "/feed/documentsByID/d-packing-list", "-n", "1", "--socket", daemon.socketPath)
    try watch.waitForLines(1)
    try WireClient(daemon.socketPath).dispatch("feed.feedScreenAppeared")
    #expect(try watch.ended() == 0)
    #expect(watch.lines.first?.hasSuffix("  gone") == true)
    #expect(watch.lines.last?.contains("\"d-packing-list\"") == true)
  }

  @Test("a reader that goes away ends it while nothing changes")
  func readerGone() throws {
    let scratch = try Scratch()
    let daemon = try DaemonProcess(in: scratch.path)
    #expect(try LiveTools.statusWithoutReader(["watch", "/sync", "--socket", daemon.socketPath]) == 0)
  }
}
