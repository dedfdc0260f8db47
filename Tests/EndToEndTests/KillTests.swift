import Foundation
import ProgramSupport
import Synchronization
import TestSupport
import Testing

/// An action that the daemon said was durable.
private struct Acknowledged: Sendable {
  let id: String
  let seq: Int
  let state: String
}

@Suite("Killed under load", .serialized)
struct KillTests {
  private static let writers = 8

  /// At least fifty; a campaign runs as many as its time allows.
  private static var campaignSeconds: Double? {
    ProcessInfo.processInfo.environment["ACTIONLOG_CAMPAIGN_SECONDS"].flatMap(Double.init)
  }

  @Test("kill -9 under eight writers: everything acknowledged is there, in order, once, with the digest it was told")
  func killedUnderWriters() throws {
    let scratch = try Scratch()
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var acknowledged: [Acknowledged] = []
    var checked: [Int: (id: String?, state: String)] = [:]
    var rounds = 0
    let end = Self.campaignSeconds.map { Date(timeIntervalSinceNow: $0) }
    while rounds < 50 || end.map({ Date() < $0 }) == true {
      let daemon = try DaemonProcess(in: scratch.path)
      // Some rounds end before anything was acknowledged; by count, since a busy machine gets little done in a time.
      let count = Int(random.next() % 40)
      let told = try write(to: daemon.socketPath, round: rounds, until: count) {
        // Random, so that the cut comes at any place of a commit.
        usleep(UInt32(random.next() % 5_000))
        daemon.kill()
      }
      acknowledged += told
      try check(acknowledged, in: daemon.journalPath, &checked, "seed \(seed), round \(rounds)")
      rounds += 1
    }
    let daemon = try DaemonProcess(in: scratch.path)
    let status = try WireClient(daemon.socketPath).call("status")
    let last = try #require(try JournalText.records(daemon.journalPath).last)
    #expect(status["state"] as? String == last["state"] as? String)
    #expect(daemon.stop().status == 0)
    let replay = try run(Programs.client, ["replay", daemon.journalPath, "--check"])
    #expect(replay.status == 0, "\(replay.errors)")
    let verify = try run(Programs.client, ["verify", daemon.journalPath])
    #expect(verify.status == 0, "\(verify.errors)")
    print(
      "killed \(rounds) times under \(Self.writers) writers: \(acknowledged.count) acknowledged, none lost; seed \(seed)"
    )
    #expect(acknowledged.count > rounds)
  }

  /// Eight clients that dispatch until the daemon is gone; what they were told was durable.
  ///
  /// - Parameter end: called when at least `count` were acknowledged; ends the daemon.
  private func write(
    to socketPath: String, round: Int, until count: Int, end: () throws -> Void
  ) throws -> [Acknowledged] {
    let told = Mutex<[Acknowledged]>([])
    let group = DispatchGroup()
    for writer in 0..<Self.writers {
      let client = UncheckedBox(try WireClient(socketPath))
      DispatchQueue.global().async(group: group) {
        var count = 0
        while true {
          let id = "r\(round)-w\(writer)-\(count)"
          guard
            let answer = try? client.value.dispatch("feed.queryChanged", "{\"query\":{\"text\":\"\(id)\"}}", id: id),
            let seq = answer["seq"] as? Int, let state = answer["state"] as? String
          else { return }
          told.withLock { $0.append(Acknowledged(id: id, seq: seq, state: state)) }
          count += 1
        }
      }
    }
    let deadline = Date(timeIntervalSinceNow: Patience.seconds)
    while told.withLock({ $0.count }) < count, Date() < deadline { usleep(200) }
    try end()
    group.wait()
    return told.withLock { $0 }
  }

  /// Reads the journal as it lies there and looks for everything acknowledged so far.
  private func check(
    _ acknowledged: [Acknowledged], in directory: String, _ known: inout [Int: (id: String?, state: String)],
    _ context: String
  ) throws {
    var ids: Set<String> = []
    var expected = 1
    var records: [Int: (id: String?, state: String)] = [:]
    for path in try JournalText.segments(directory) {
      let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      for line in text.split(separator: "\n") {
        // The last line may be a torn one: the next start cuts it.
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { continue }
        guard let seq = object["seq"] as? Int, let state = object["state"] as? String else { continue }
        #expect(seq == expected, "\(context): a gap before \(seq)")
        expected = seq + 1
        let id = object["id"] as? String
        if let id { #expect(ids.insert(id).inserted, "\(context): \(id) is there twice") }
        records[seq] = (id, state)
      }
    }
    for one in acknowledged {
      #expect(records[one.seq]?.id == one.id, "\(context): \(one.id) was acknowledged as \(one.seq) and is not there")
      #expect(records[one.seq]?.state == one.state, "\(context): \(one.id) has another digest")
    }
    known = records
  }
}

/// Hands a client to the one thread that uses it from then on.
private struct UncheckedBox<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
