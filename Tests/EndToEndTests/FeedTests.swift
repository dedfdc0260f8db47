import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("The main job on the sample feed", .serialized)
struct FeedTests {
  static let pages = SharedData.packageRoot.appending(path: "logs/samples/feed").path

  private static let order = ["feed.feedScreenAppeared", "feed.feedRequested", "feed.remoteFeedLoaded"]

  private func daemon(_ path: String) throws -> DaemonProcess {
    try DaemonProcess(in: path, ["--feed", Self.pages, "--cache", path + "/cache.json"])
  }

  /// Asks for the view until nothing is loading and the feed was loaded.
  private func settledView(_ client: WireClient) throws -> String {
    let deadline = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < deadline {
      let request = try client.call("get", "{\"pointer\":\"/feed/request\"}")["value"] as? [String: Any]
      if request?["loaded"] != nil {
        let view = try client.call("get", "{\"select\":\"feed.view\"}")
        let value = try #require(view["value"])
        return String(
          decoding: try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys]), as: UTF8.self)
      }
      usleep(1000)
    }
    throw Failure("the feed was never loaded")
  }

  @Test("the load order shows as records, and the view shows the documents")
  func loadOrder() throws {
    let scratch = try Scratch()
    let daemon = try daemon(scratch.path)
    let client = try WireClient(daemon.socketPath)
    try client.dispatch("feed.feedScreenAppeared")
    let view = try settledView(client)
    #expect(view.contains("Tide tables, north shore"))
    #expect(try JournalText.types(daemon.journalPath) == Self.order)
    let records = try JournalText.records(daemon.journalPath)
    #expect(records.contains { $0["type"] as? String == "log.effectSettled" }, "a cache miss is settled")
    let loaded = try #require(records.first { $0["type"] as? String == "feed.remoteFeedLoaded" })
    let by = loaded["by"] as? [String: Any]
    #expect(by?["effect"] as? String != nil)
    #expect(loaded["cause"] as? Int != nil)
  }

  @Test("a second run hydrates from the cache before it asks the service")
  func hydrates() throws {
    let scratch = try Scratch()
    do {
      let daemon = try daemon(scratch.path)
      let client = try WireClient(daemon.socketPath)
      try client.dispatch("feed.feedScreenAppeared")
      _ = try settledView(client)
      // Nobody waits for a cache write: it may be behind the view, and a stop does not wait for it either.
      let deadline = Date(timeIntervalSinceNow: Patience.seconds)
      while Date() < deadline, !FileManager.default.fileExists(atPath: scratch.path + "/cache.json") { usleep(1000) }
      #expect(daemon.stop().status == 0)
    }
    try FileManager.default.removeItem(atPath: scratch.path + "/journal")
    let daemon = try daemon(scratch.path)
    let client = try WireClient(daemon.socketPath)
    try client.dispatch("feed.feedScreenAppeared")
    _ = try settledView(client)
    #expect(
      try JournalText.types(daemon.journalPath) == [
        "feed.feedScreenAppeared", "feed.cachedFeedLoaded", "feed.feedRequested", "feed.remoteFeedLoaded",
      ])
  }

  @Test("an edit is saved beside the cache, confirmed, and still there after a restart and a refresh")
  func editing() throws {
    let scratch = try Scratch()
    let first = try daemon(scratch.path)
    var client = try WireClient(first.socketPath)
    try client.dispatch("feed.feedScreenAppeared")
    _ = try settledView(client)
    let edit = "{\"documentID\":\"d-tide-tables\",\"patch\":{\"stage\":\"revised\"}}"
    try client.dispatch("feed.metadataUpdateRequested", edit)
    let pointer = "{\"pointer\":\"/feed/documentsByID/d-tide-tables/confirmed/stage\"}"
    let deadline = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < deadline, try client.call("get", pointer)["value"] as? String != "revised" { usleep(1000) }
    #expect(try client.call("get", pointer)["value"] as? String == "revised")
    first.kill()
    let second = try daemon(scratch.path)
    client = try WireClient(second.socketPath)
    try client.dispatch("feed.feedRefreshRequested")
    _ = try settledView(client)
    #expect(try client.call("get", pointer)["value"] as? String == "revised")
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/edits.json"))
    let metadata = try client.call("get", "{\"pointer\":\"/feed/documentsByID/d-tide-tables/confirmed\"}")
    #expect((metadata["value"] as? [String: Any])?["survey"] != nil, "keys that the edit did not name stay")
  }

  @Test("killed after any of the load's records and started again, it ends in the same view, without a twin")
  func killedBetweenRecords() throws {
    let whole = try Scratch()
    let reference = try daemon(whole.path)
    let client = try WireClient(reference.socketPath)
    try client.dispatch("feed.feedScreenAppeared")
    let expected = try settledView(client)
    #expect(reference.stop().status == 0)
    let lines = try JournalText.segments(reference.journalPath).flatMap { path in
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self).split(separator: "\n")
    }
    let appeared = try #require(lines.firstIndex { $0.contains("feed.feedScreenAppeared") })
    for cut in (appeared + 1)..<lines.count {
      try checkResumes(from: lines[..<cut].map(String.init), expected, "cut after line \(cut)")
    }
  }

  /// Starts on the first lines of a journal, as a kill after the last of them leaves it.
  private func checkResumes(from lines: [String], _ expected: String, _ context: String) throws {
    let scratch = try Scratch()
    let journal = scratch.path + "/journal"
    try FileManager.default.createDirectory(
      atPath: journal, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let text = lines.joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(filePath: journal + "/00000000000000000001.jsonl"))
    let daemon = try daemon(scratch.path)
    let client = try WireClient(daemon.socketPath)
    #expect(try settledView(client) == expected, "\(context)")
    let types = try JournalText.types(daemon.journalPath)
    #expect(types == Self.order, "\(context): each result stands once")
    #expect(daemon.stop().status == 0)
    let replay = try run(Programs.client, ["replay", journal, "--check"])
    #expect(replay.status == 0, "\(context): \(replay.errors)")
  }
}
