import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("A journal that version 1 of the feed wrote", .serialized)
struct OldFeedTests {
  /// A directory with the old journal in it.
  private func oldJournal(in directory: String) throws -> String {
    let journal = directory + "/journal"
    try FileManager.default.createDirectory(
      atPath: journal, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let golden = SharedData.packageRoot.appending(path: "Tests/FieldNotesTests/Golden/journal-version-1.jsonl")
    try Data(contentsOf: golden).write(to: URL(filePath: journal + "/00000000000000000001.jsonl"))
    return journal
  }

  @Test("starts again: re-reduced, noted, its upload still outstanding, and it stops with 0 and replays")
  func starts() throws {
    let scratch = try Scratch()
    let journal = try oldJournal(in: scratch.path)
    let daemon = try DaemonProcess(in: scratch.path)
    let client = try WireClient(daemon.socketPath)
    let list = try client.call("get", "{\"pointer\":\"/feed/orderedIDs\"}")
    #expect(list["value"] as? [String] == ["d-1", "d-2", "d-3"])
    let effects = try client.call("status")["effects"] as? [String: Any]
    #expect(effects?["outstanding"] as? Int == 1, "sync.uploadNext of record 39")
    try client.dispatch("feed.queryChanged", "{\"query\":{\"text\":\"tide\"}}")
    let visible = try client.call("get", "{\"select\":\"feed.visibleIDs\"}")
    #expect(visible["value"] as? [String] == ["d-1"])
    #expect(daemon.stop().status == 0)
    let changed = try JournalText.records(journal).filter { $0["type"] as? String == "log.domainChanged" }
    #expect(changed.count == 1)
    let action = changed.first?["action"] as? [String: Any]
    #expect(action?["from"] as? Int == 1)
    #expect(action?["to"] as? Int == 2)
    let replay = try run(Programs.client, ["replay", journal, "--check"])
    #expect(replay.status == 0, "\(replay.errors)")
  }
}
