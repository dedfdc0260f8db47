import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Watching documents of a real daemon", .serialized)
struct SubscriberTests {
  private static let documents = 1_000

  /// A feed of many documents in one page.
  private func feed(in directory: String) throws -> String {
    let path = directory + "/feed"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let documents = (0..<Self.documents).map { number in
      """
      {"id":"d\(number)","title":"Document \(number)","rev":1,"owner":"o","metadata":{"stage":"draft"},\
      "permissions":{"edit":true,"share":true}}
      """
    }
    let page = """
      {"owners":[{"id":"o","name":"Ada","rev":1}],"folders":[],"documents":[\(documents.joined(separator: ","))],\
      "paging":{"total":\(Self.documents)}}
      """
    try Data(page.utf8).write(to: URL(filePath: path + "/page-1.json"))
    return path
  }

  @Test(
    "of a thousand that watch a document each, the one whose document changes is told, once an outcome",
    arguments: [1, 100])
  func oneOfAThousand(connections: Int) throws {
    let scratch = try Scratch()
    let feed = try feed(in: scratch.path)
    let daemon = try DaemonProcess(in: scratch.path, ["--feed", feed, "--cache", scratch.path + "/cache.json"])
    let actor = try WireClient(daemon.socketPath)
    try actor.dispatch("feed.feedScreenAppeared")
    try waitForDocuments(actor)
    let watchers = try (0..<connections).map { _ in try WireClient(daemon.socketPath) }
    for number in 0..<Self.documents {
      let first = try watchers[number % connections].call(
        "subscribe", "{\"pointer\":\"/feed/documentsByID/d\(number)\"}")
      #expect(first["value"] != nil)
    }
    #expect(try actor.call("status")["subscriptions"] as? Int == Self.documents)
    // What is edited and what confirms it are two changes, the second an effect's.
    try actor.dispatch(
      "feed.metadataUpdateRequested", "{\"documentID\":\"d417\",\"patch\":{\"stage\":\"revised\"}}")
    let document = "{\"pointer\":\"/feed/documentsByID/d417\"}"
    let deadline = Date(timeIntervalSinceNow: Patience.seconds)
    var settled: String?
    while settled == nil, Date() < deadline {
      let value = try actor.call("get", document)["value"] as? [String: Any]
      if (value?["confirmed"] as? [String: Any])?["stage"] as? String == "revised" { settled = try spelled(value) }
    }
    var values: [String] = []
    for (place, watcher) in watchers.enumerated() {
      for told in try notifications(watcher) {
        #expect(place == 417 % connections)
        #expect(told["skipped"] as? Int == 0)
        values.append(try spelled(told["value"]))
      }
    }
    #expect(values.last == settled)
    #expect(Set(values).count == values.count)
    #expect((1...2).contains(values.count), "an edit, and its confirmation")
    #expect(daemon.stop().status == 0)
  }

  private func waitForDocuments(_ client: WireClient) throws {
    let deadline = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < deadline {
      if (try? client.call("get", "{\"pointer\":\"/feed/documentsByID/d999\"}")) != nil { return }
      usleep(1_000)
    }
    throw Failure("the feed was never loaded")
  }

  private func spelled(_ value: Any?) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: value ?? NSNull(), options: [.sortedKeys]), as: UTF8.self)
  }

  /// What was told before the answer to a request made now.
  private func notifications(_ client: WireClient) throws -> [[String: Any]] {
    try client.send("{\"jsonrpc\":\"2.0\",\"id\":\"end\",\"method\":\"status\"}")
    var told: [[String: Any]] = []
    while true {
      let object = try client.receiveObject()
      if object["id"] as? String == "end" { return told }
      told.append(try #require(object["params"] as? [String: Any]))
    }
  }
}

@Suite("Those who watch and do not read", .serialized)
struct IdleSubscriberTests {
  /// All of them in a campaign against release programs; what a debug build does in seconds otherwise.
  private static var actions: Int {
    ProcessInfo.processInfo.environment["ACTIONLOG_CAMPAIGN_SECONDS"] == nil ? 10_000 : 200_000
  }

  private static let window = 256

  @Test("while actions go by, they cost the daemon no memory, and others wait no longer")
  func memoryAndLatency() throws {
    let scratch = try Scratch()
    // They are not closed for not reading before the test is over.
    let daemon = try DaemonProcess(in: scratch.path, ["--limit", "queue-stall-seconds=1h"])
    let actor = try WireClient(daemon.socketPath)
    try run(actor, count: Self.actions / 10)
    let before = try latency(daemon)
    let idle = try (0..<4).map { _ in try WireClient(daemon.socketPath) }
    for client in idle {
      // Alone of the kind, a short one, a selector's and the whole state.
      for target in ["{\"pointer\":\"/feed/query\"}", "{\"select\":\"feed.view\"}", "{}"] {
        _ = try client.call("subscribe", target)
      }
    }
    try run(actor, count: Self.actions / 10)
    let resident = daemon.residentBytes
    let start = Date()
    try run(actor, count: Self.actions)
    let seconds = Date().timeIntervalSince(start)
    let grown = daemon.residentBytes - resident
    let after = try latency(daemon)
    print(
      """
      \(Self.actions) actions beside 12 subscriptions that nobody reads: \(Int(Double(Self.actions) / seconds))/s, \
      memory grew by \(grown >> 10) KiB; median latency of a dispatch \(before) µs before them, \(after) µs beside them
      """)
    // The idempotency window and such grow with actions; what is unread would be far more.
    #expect(grown < 24 << 20)
    #expect(after < 4 * before + 2_000)
    // Whoever reads at last gets the newest, and what it was not sent adds up.
    try actor.dispatch("feed.queryChanged", "{\"query\":{\"text\":\"the last\"}}")
    let last = try actor.call("get", "{\"pointer\":\"/feed/query\"}")["value"] as? [String: Any]
    #expect(last?["text"] as? String == "the last")
    for client in idle {
      var counted = 0
      var isLast = false
      while !isLast {
        let params = try #require(try client.receiveObject()["params"] as? [String: Any])
        guard let value = params["value"] as? [String: Any], value["text"] != nil else { continue }
        counted += 1 + (params["skipped"] as? Int ?? 0)
        isLast = value["text"] as? String == "the last"
      }
      #expect(counted > 0)
    }
    #expect(daemon.stop().status == 0)
  }

  /// Dispatches pipelined actions that all change what is watched.
  private func run(_ client: WireClient, count: Int) throws {
    var answered = 0
    for sent in 0..<count {
      let text = "\(sent) \(String(repeating: "x", count: 200))"
      try client.send(
        """
        {"jsonrpc":"2.0","id":\(sent),"method":"dispatch","params":{"type":"feed.queryChanged",\
        "action":{"query":{"text":"\(text)"}}}}
        """)
      while sent - answered >= Self.window {
        _ = try client.receive()
        answered += 1
      }
    }
    while answered < count {
      _ = try client.receive()
      answered += 1
    }
  }

  /// The median time of a dispatch by another client, in microseconds: of several rounds the quickest, since whatever
  /// else the machine does adds to it and takes nothing away.
  private func latency(_ daemon: DaemonProcess) throws -> Int {
    let client = try WireClient(daemon.socketPath)
    let medians = try (0..<10).map { _ in
      let times = try (0..<100).map { count in
        let start = Date()
        try client.dispatch("sync.requested", "{\"pending\":\(count + 1)}")
        return Date().timeIntervalSince(start)
      }
      return times.sorted()[50]
    }
    return Int((medians.min() ?? 0) * 1_000_000)
  }
}
