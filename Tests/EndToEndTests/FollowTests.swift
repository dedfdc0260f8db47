import Foundation
import ProgramSupport
import Synchronization
import Testing

@Suite("Following the journal of a real daemon", .serialized)
struct FollowTests {
  /// Set when release programs are tried at full size.
  private static var isCampaign: Bool { ProcessInfo.processInfo.environment["ACTIONLOG_CAMPAIGN_SECONDS"] != nil }

  @Test("two hundred followers that join from 0 while writers dispatch each see 1…N once, bytes as stored")
  func crowd() throws {
    let scratch = try Scratch()
    let daemon = try DaemonProcess(
      in: scratch.path, ["--limit", "segment-bytes=1MiB", "--limit", "live-ring-bytes=1MiB"])
    let (writers, each) = (4, Self.isCampaign ? 5_000 : 400)
    try dispatch(each, through: try WireClient(daemon.socketPath))
    let group = DispatchGroup()
    let failures = Mutex<[String]>([])
    let path = daemon.socketPath
    for _ in 0..<writers {
      DispatchQueue.global().async(group: group) {
        do {
          try dispatch(each, through: try WireClient(path))
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    let crowd = FollowerCrowd()
    let start = Date()
    for number in 0..<200 {
      crowd.add(try FollowerStream(path, from: 0))
      // They come while the others are served.
      if number % 20 == 19 { try crowd.read(through: number, seconds: 60) }
    }
    let last = 1 + each * (writers + 1)
    try crowd.read(through: last, seconds: 300)
    let seconds = Date().timeIntervalSince(start)
    group.wait()
    #expect(failures.withLock { $0 } == [])
    #expect(crowd.faults == [])
    #expect(crowd.streams.allSatisfy { $0.next == last + 1 })
    let memory = daemon.residentBytes
    #expect(daemon.stop().status == 0)
    let stored = try storedLines(daemon.journalPath)
    #expect(stored.count == last + 1)
    #expect(crowd.records.lines == Array(stored[..<last]))
    print("200 followers of \(last) records: \(seconds) s; the daemon holds \(memory >> 20) MiB")
    #expect(memory < 300 << 20)
  }

  @Test("one that never reads while actions go by leaves the memory flat and the others' latency as it was")
  func neverReads() throws {
    let scratch = try Scratch()
    // At full size it takes longer than a queue may stand still, and the one that never reads is to read in the end.
    let daemon = try DaemonProcess(
      in: scratch.path, ["--limit", "live-ring-bytes=1MiB", "--limit", "queue-stall-seconds=1h"])
    let rounds = Self.isCampaign ? 200_000 : 8_000
    let writer = try WireClient(daemon.socketPath)
    let probe = try WireClient(daemon.socketPath)
    try dispatch(rounds / 10, through: writer)
    let alone = try measure(probe, writer, rounds / 4)
    let before = daemon.residentBytes
    let idle = try FollowerStream(daemon.socketPath, from: 0)
    let beside = try measure(probe, writer, rounds)
    let grown = daemon.residentBytes - before
    print(
      "beside one that never reads, \(rounds) actions: memory grew by \(grown >> 10) KiB; a dispatch took "
        + "\(Int(beside * 1e6)) µs in the median, before \(Int(alone * 1e6)) µs")
    #expect(grown < 16 << 20)
    #expect(beside < max(3 * alone, 0.02))
    // What it was not sent is still there for it.
    let crowd = FollowerCrowd()
    crowd.add(idle)
    try crowd.read(through: rounds, seconds: 120)
    #expect(crowd.faults == [])
    #expect(daemon.stop().status == 0)
  }

  /// The median of how long a dispatch takes, in seconds, while `count` others go by.
  private func measure(_ probe: WireClient, _ writer: WireClient, _ count: Int) throws -> Double {
    var times: [Double] = []
    try dispatch(count, through: writer) {
      let start = Date()
      try probe.dispatch("sync.requested", #"{"pending":1}"#)
      times.append(Date().timeIntervalSince(start))
    }
    return times.sorted()[times.count / 2]
  }

  private func storedLines(_ directory: String) throws -> [[UInt8]] {
    try JournalText.segments(directory).flatMap { path in
      (FileManager.default.contents(atPath: path) ?? Data()).split(separator: 0x0A).dropFirst().map { Array($0) }
    }
  }
}

/// An action of some length that nothing comes of: no effect, and no change of the state.
private let burst: [UInt8] = {
  let text = String(repeating: "x", count: 300)
  let action = "{\"documentID\":\"none\",\"metadata\":{\"note\":\"\(text)\"}}"
  let params = "{\"type\":\"feed.documentMetadataChanged\",\"action\":\(action)}"
  return Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"dispatch\",\"params\":\(params)}\n".utf8)
}()

/// Dispatches `count` actions, pipelined.
private func dispatch(_ count: Int, through client: WireClient, besides probe: () throws -> Void = {}) throws {
  var left = count
  while left > 0 {
    let size = min(left, 200)
    try client.send(bytes: Array(repeatElement(burst, count: size).joined()))
    try probe()
    for _ in 0..<size {
      guard let answer = try client.receive(), answer.contains("\"seq\":") else { throw Failure("not dispatched") }
    }
    left -= size
  }
}
