import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("A new version of a domain, as processes", .serialized)
struct UpgradeTests {
  private static let daemon = Programs.named("upgrade-daemon")
  private static let client = Programs.named("upgrade-client")

  private func start(_ edition: String, in directory: String, waits: Bool = true) throws -> DaemonProcess {
    try DaemonProcess(in: directory, program: Self.daemon, environment: ["SHELF": edition], waits: waits)
  }

  /// Runs a daemon that is expected to refuse the journal.
  private func refused(_ edition: String, _ journal: String) throws -> Ended {
    try run(
      Self.daemon, ["--journal", journal, "--socket", journal + "-refused.sock"], environment: ["SHELF": edition])
  }

  private func tool(_ edition: String, _ words: String...) throws -> Ended {
    try run(Self.client, words, environment: ["SHELF": edition])
  }

  /// A journal of version 1: two things (one of them too many for version 2), an effect and a timer outstanding.
  private func writeFirst(in directory: String, stopping: Bool = false) throws {
    let daemon = try start("one", in: directory)
    let client = try WireClient(daemon.socketPath)
    try client.dispatch("put", #"{"id":"a","count":3}"#, id: "first")
    try client.dispatch("put", #"{"id":"b","count":30}"#)
    try client.dispatch("askedFor", #"{"id":"a"}"#)
    try client.dispatch("reminderSet", #"{"milliseconds":3600000}"#)
    if stopping { #expect(daemon.stop().status == 0) } else { daemon.kill() }
  }

  private func headers(_ journal: String) throws -> [[String: Any]] {
    try JournalText.segments(journal).compactMap { path in
      let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      let line = text.prefix { $0 != "\n" }
      return try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
  }

  private func types(_ journal: String) throws -> [String] {
    try JournalText.records(journal).compactMap { $0["type"] as? String }
  }

  /// What is true of a journal once version 2 has taken it.
  private func expectUpgraded(_ daemon: DaemonProcess, _ context: String = "") throws {
    let journal = daemon.journalPath
    let records = try JournalText.records(journal)
    let changed = records.filter { $0["type"] as? String == "log.domainChanged" }
    #expect(changed.count == 1, "\(context)")
    let action = try #require(changed.first?["action"] as? [String: Any])
    #expect(action["from"] as? Int == 1 && action["to"] as? Int == 2 && action["differences"] as? Int == 1)
    #expect(action["state"] as? String == changed.first?["state"] as? String)
    #expect(try headers(journal).compactMap { $0["domainVersion"] as? Int } == [1, 2], "\(context)")
    let things = try WireClient(daemon.socketPath).call("get", "{\"pointer\":\"/things\"}")["value"] as? [String: Any]
    #expect(things?.keys.sorted() == ["a"], "\(context)")
    #expect((things?["a"] as? [String: Any])?["unit"] as? String == "piece", "an old payload goes through its upcaster")
  }

  @Test(
    "a raised version: the history is reduced again, the segment rolls, log.domainChanged stands, the outbox is kept",
    arguments: [true, false])
  func raised(stopping: Bool) throws {
    let scratch = try Scratch()
    try writeFirst(in: scratch.path, stopping: stopping)
    let daemon = try start("two", in: scratch.path)
    try expectUpgraded(daemon)
    let types = try types(daemon.journalPath)
    #expect(types.suffix(2) == ["log.opened", "log.domainChanged"])
    let client = try WireClient(daemon.socketPath)
    let effects = try #require(try client.call("status")["effects"] as? [String: Any])
    #expect(effects["parked"] as? Int == 1, "nobody of version 2 knows the effect: it waits for an operator")
    #expect(effects["timers"] as? Int == 1)
    // The key of version 1 still gives its first result.
    let retry = try client.call("dispatch", #"{"type":"put","v":1,"action":{"id":"a","count":3},"id":"first"}"#)
    #expect(retry["duplicate"] as? Bool == true)
    #expect(retry["seq"] as? Int == 2)
    let put = try client.call("dispatch", #"{"type":"put","v":2,"action":{"id":"c","count":1,"unit":"box"}}"#)
    #expect(put["outcome"] as? String == "applied")
    try checkUnsaidVersion(daemon, client)
    #expect(daemon.stop().status == 0)
    try checkTools(daemon.journalPath)
    let again = try start("two", in: scratch.path)
    #expect(try self.types(again.journalPath).filter { $0 == "log.domainChanged" }.count == 1)
    #expect(try headers(again.journalPath).count == 2)
  }

  /// A payload whose version is not said is never taken for one of version 1 that an upcaster would change.
  private func checkUnsaidVersion(_ daemon: DaemonProcess, _ client: WireClient) throws {
    let seq = try client.call("status")["seq"] as? Int
    do {
      try client.dispatch("put", #"{"id":"d","count":1,"unit":"box"}"#)
      Issue.record("it was taken")
    } catch let error as WireFailure {
      #expect(error.name == "invalidParams")
      #expect(error.data["path"] as? String == "/v" && error.data["expected"] as? String == "2")
    }
    #expect(try client.call("status")["seq"] as? Int == seq)
    let retry = try client.dispatch("put", #"{"id":"a","count":3}"#, id: "first")
    #expect(retry["duplicate"] as? Bool == true, "what was taken before the upgrade is still known")
    let tool = try tool("two", "dispatch", "put", #"{"id":"d","count":1,"unit":"box"}"#, "--socket", daemon.socketPath)
    #expect(tool.status == 0, "the domain's own command line says the current version: \(tool.errors)")
    let things = try client.call("get", "{\"pointer\":\"/things/d/unit\"}")
    #expect(things["value"] as? String == "box")
  }

  /// Every tool reads a journal over both versions.
  private func checkTools(_ journal: String) throws {
    let replay = try tool("two", "replay", "--check", journal)
    #expect(replay.status == 0, "\(replay.errors)")
    #expect(replay.output.contains("older     4 records"))
    #expect(replay.output.contains("1 outcome came out differently, first at seq 3"))
    #expect(try tool("two", "verify", journal).status == 0)
    let tail = try tool("two", "tail", "--json", journal)
    #expect(tail.status == 0)
    #expect(tail.output.split(separator: "\n").count == (try JournalText.records(journal).count))
    let past = try tool("two", "get", "/things/a", "--at", "2", journal)
    #expect(past.output == "{\"count\":3,\"unit\":\"piece\"}\n")
    // What needs no reducer needs no version either; what does says which version it has.
    #expect(try tool("one", "verify", journal).status == 0)
    #expect(try tool("one", "tail", "--type", "log.domainChanged", journal).output.split(separator: "\n").count == 1)
    let older = try tool("one", "replay", journal)
    #expect(older.status == 3)
    #expect(older.errors.contains("(newerDomainVersion)"))
  }

  @Test("a changed reducer under the same version is refused as 'replay differs', exit 5, naming the record")
  func changed() throws {
    let scratch = try Scratch()
    try writeFirst(in: scratch.path)
    let journal = scratch.path + "/journal"
    let before = try JournalText.records(journal).count
    let ended = try refused("changed", journal)
    #expect(ended.status == 5)
    #expect(ended.errors.contains("replay differs"))
    #expect(ended.errors.contains("record 3 (put)"))
    #expect(ended.errors.contains(".jsonl:4:"))
    #expect(try JournalText.records(journal).count == before, "nothing was written")
    let check = try tool("changed", "replay", "--check", journal)
    #expect(check.status == 1)
    #expect(check.output.contains("recorded  applied"))
    #expect(check.output.contains("replayed  illegal"))
    #expect(try tool("changed", "get", "/things", "--at", "3", journal).status == 1)
    let right = try start("one", in: scratch.path)
    #expect(right.stop().status == 0)
  }

  @Test("a journal of a newer version of the domain is refused with a clear word, exit 2, and stays as it is")
  func newer() throws {
    let scratch = try Scratch()
    try writeFirst(in: scratch.path)
    #expect(try start("two", in: scratch.path).stop().status == 0)
    let journal = scratch.path + "/journal"
    let before = try JournalText.records(journal).count
    let ended = try refused("one", journal)
    #expect(ended.status == 2)
    #expect(ended.errors.contains("written by version 2 of its domain, this program has 1; use the newer program"))
    #expect(try JournalText.records(journal).count == before)
  }

  @Test("an old payload that nobody reads any more is exit 5, with its record and type, and no damage")
  func forgotten() throws {
    let scratch = try Scratch()
    try writeFirst(in: scratch.path)
    let journal = scratch.path + "/journal"
    let ended = try refused("forgetful", journal)
    #expect(ended.status == 5)
    #expect(ended.errors.contains("record 2 (put v1)"))
    #expect(ended.errors.contains("put has version 2, not 1, and no upcaster reads 1"))
    #expect(!ended.errors.contains("damage"))
    let replay = try tool("forgetful", "replay", journal)
    #expect(replay.status == 1)
    #expect(replay.errors.contains("no upcaster reads 1"))
    let daemon = try start("two", in: scratch.path)
    try expectUpgraded(daemon)
  }

  @Test("a crash between the roll and log.domainChanged: the next start writes it, wherever the bytes ended")
  func crashAfterRoll() throws {
    let whole = try Scratch()
    try writeFirst(in: whole.path)
    try start("two", in: whole.path).kill()
    let names = try JournalText.segments(whole.path + "/journal")
    let last = try Data(contentsOf: URL(filePath: try #require(names.last)))
    let ends = last.indices.filter { last[$0] == 0x0A }.map { $0 + 1 }
    #expect(ends.count == 3, "header, log.opened, log.domainChanged")
    for length in [ends[0], ends[0] + 40, ends[1], ends[1] + 1, ends[2] - 60, ends[2]] {
      let scratch = try Scratch()
      let journal = scratch.path + "/journal"
      try FileManager.default.copyItem(atPath: whole.path + "/journal", toPath: journal)
      let path = try #require(try JournalText.segments(journal).last)
      try last.prefix(length).write(to: URL(filePath: path))
      let daemon = try start("two", in: scratch.path)
      try expectUpgraded(daemon, "cut to \(length) of \(last.count) bytes")
      #expect(daemon.stop().status == 0)
      #expect(try tool("two", "verify", journal).status == 0)
      #expect(try tool("two", "replay", "--check", journal).status == 0)
    }
  }

  @Test("kill -9 at random moments of the upgrade: once it is through, it is whole")
  func killedWhileUpgrading() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    for round in 0..<6 {
      let scratch = try Scratch()
      try writeFirst(in: scratch.path)
      for _ in 0..<3 {
        let daemon = try start("two", in: scratch.path, waits: false)
        // Random, so that the cut comes at any place of the start.
        usleep(UInt32(random.next() % 25_000))
        daemon.kill()
      }
      let daemon = try start("two", in: scratch.path)
      try expectUpgraded(daemon, "seed \(seed), round \(round)")
      #expect(daemon.stop().status == 0)
      #expect(try tool("two", "verify", daemon.journalPath).status == 0, "seed \(seed), round \(round)")
      #expect(try tool("two", "replay", "--check", daemon.journalPath).status == 0, "seed \(seed), round \(round)")
    }
  }
}
