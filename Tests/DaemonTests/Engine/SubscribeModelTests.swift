import CanonicalJSON
import TestSupport
import Testing

@testable import Daemon

/// What the toy's state has been, seq by seq, obviously.
private struct History {
  struct State {
    var count = 0
    /// Text and time, by id.
    var notes: [String: (text: String, at: String)] = [:]
  }

  /// The state after each seq; nothing happens before 1.
  private(set) var states = [State(), State()]

  var lastSeq: Int { states.count - 1 }

  mutating func append(_ change: (inout State) -> Void) {
    var state = states[lastSeq]
    change(&state)
    states.append(state)
  }

  /// The value of a target after `seq` as canonical JSON; nil where there is none.
  func value(of target: Target, at seq: Int) -> String? {
    let state = states[seq]
    func spelled(_ note: (text: String, at: String)) -> String {
      #"{"text":"\#(note.text)","writtenAt":"\#(note.at)"}"#
    }
    var table: String {
      let notes = state.notes.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#(spelled($0.value))"# }
      return "{\(notes.joined(separator: ","))}"
    }
    switch target {
    case .count, .countSelector: return "\(state.count)"
    case .text(let id): return state.notes[id].map { #""\#($0.text)""# }
    case .one(let id): return state.notes[id].map(spelled) ?? "null"
    case .noteCount: return "\(state.notes.count)"
    case .table: return table
    case .whole: return #"{"count":\#(state.count),"lastJob":"","lines":[],"notes":\#(table)}"#
    }
  }

  /// How many times the value of a target became another one, after `first` and up to `last`.
  func changes(of target: Target, after first: Int, through last: Int) -> Int {
    (first..<last).count { value(of: target, at: $0) != value(of: target, at: $0 + 1) }
  }
}

private enum Target: Hashable {
  case count
  case countSelector
  case text(String)
  case one(String)
  case noteCount
  case table
  case whole

  var params: String {
    switch self {
    case .count: #"{"pointer":"/count"}"#
    case .countSelector: #"{"select":"count","args":{}}"#
    case .text(let id): #"{"pointer":"/notes/\#(id)/text"}"#
    case .one(let id): #"{"args":{"id":"\#(id)"},"select":"notes.one"}"#
    case .noteCount: #"{"select":"notes.count"}"#
    case .table: #"{"pointer":"/notes"}"#
    case .whole: "{}"
    }
  }

  /// Whether each change of it is counted one by one.
  var isShort: Bool {
    switch self {
    case .count, .countSelector, .text, .one: true
    case .noteCount, .table, .whole: false
    }
  }

  static func random(_ random: inout SplitMix64) -> Target {
    let id = "k\(random.next() % 3)"
    let all: [Target] = [.count, .countSelector, .text(id), .one(id), .noteCount, .table, .whole]
    return all[Int(random.next() % UInt64(all.count))]
  }
}

/// A client, and what each of its subscriptions has been told.
private final class Watcher {
  struct Watch {
    let target: Target
    let firstSeq: Int
    var seq: Int
    var value: String?
    /// Values sent after the first, and values skipped.
    var counted = 0
    /// How many times a short one became another.
    var changes = 0
  }

  let client: ToyClient
  var watches: [Int: Watch] = [:]

  init(_ client: ToyClient) { self.client = client }

  func subscribe(_ target: Target, _ history: History, _ context: String) throws {
    let result = try #require(try client.call("subscribe", target.params).result)
    let (number, seq) = (try #require(result["subscription"]?.int), try #require(result["seq"]?.int))
    let value = result["value"]?.spelled
    #expect((value == nil) == (result["gone"]?.isTrue == true), "\(context)")
    #expect(value == history.value(of: target, at: seq), "\(context): first of \(target) at \(seq)")
    watches[number] = Watch(target: target, firstSeq: seq, seq: seq, value: value)
  }

  /// Takes in what was told, and judges it by what has been.
  func take(_ told: Told, _ history: History, isExact: Bool, _ context: String) throws {
    let number = try #require(told.subscription)
    var watch = try #require(watches[number], "\(context): \(number) has ended")
    let (seq, skipped) = (try #require(told.seq), try #require(told.skipped))
    let place = "\(context): \(watch.target) at \(seq), before at \(watch.seq)"
    #expect(seq > watch.seq, "\(place)")
    try #require(seq <= history.lastSeq, "\(place): of the future")
    let value = told.value?.spelled
    #expect((value == nil) == told.isGone, "\(place)")
    #expect(value == history.value(of: watch.target, at: seq), "\(place)")
    #expect(value != watch.value, "\(place): told again")
    watch.counted += 1 + skipped
    if watch.target.isShort {
      watch.changes += history.changes(of: watch.target, after: watch.seq, through: seq)
      #expect(isExact ? watch.counted == watch.changes : watch.counted <= watch.changes, "\(place)")
    } else {
      #expect(watch.counted <= seq - watch.firstSeq, "\(place)")
    }
    (watch.seq, watch.value) = (seq, value)
    watches[number] = watch
  }
}

@Suite("Random interleavings of actions, subscriptions and slow readers", .timeLimit(.minutes(10)))
struct SubscribeModelTests {
  @Test("every value told is what the state was at its seq, none twice, skipped adds up, and the last is the newest")
  func interleavings() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var told = 0
    for round in 0..<20 { told += try play(&random, "seed \(seed), round \(round)") }
    print("random subscriptions: \(told) notifications judged; seed \(seed)")
    #expect(told > 1_000)
  }

  private func play(_ random: inout SplitMix64, _ context: String) throws -> Int {
    let scratch = try Scratch()
    var configuration = DaemonConfiguration(in: scratch)
    let groupRecords = [1, 1, 3, 4_096][Int(random.next() % 4)]
    try configuration.limits.set(.groupRecords, to: groupRecords)
    try configuration.limits.set(.queuedBytes, to: 4_096)
    configuration.commitsInline = random.next() % 2 == 0
    let daemon = try ToyDaemon(configuration)
    let actor = try daemon.client()
    var history = History()
    let watchers = try (0..<3).map { _ in Watcher(try daemon.client()) }
    // The first of them seldom reads.
    var told = 0
    for _ in 0..<80 {
      let watcher = watchers[Int(random.next() % 3)]
      switch random.next() % 10 {
      case 0..<5: try act(actor, &history, &random)
      case 5, 6: try watcher.subscribe(.random(&random), history, context)
      case 7:
        guard let number = watcher.watches.keys.sorted().randomElement(using: &random) else { continue }
        #expect(try watcher.client.call("unsubscribe", #"{"subscription":\#(number)}"#).result?.isTrue == true)
        // What came before the answer is judged; nothing may come behind it.
        for one in try watcher.client.notificationsSoFar() {
          try watcher.take(one, history, isExact: groupRecords == 1, context)
          told += 1
        }
        watcher.watches[number] = nil
      default:
        if watcher === watchers[0], random.next() % 8 > 0 { continue }
        for one in try watcher.client.notificationsSoFar() {
          try watcher.take(one, history, isExact: groupRecords == 1, context)
          told += 1
        }
      }
    }
    for watcher in watchers {
      func settle(_ one: Told) throws {
        try watcher.take(one, history, isExact: groupRecords == 1, context)
        told += 1
      }
      for one in try watcher.client.notificationsSoFar() { try settle(one) }
      while watcher.watches.values.contains(where: { $0.value != history.value(of: $0.target, at: history.lastSeq) }) {
        try settle(try watcher.client.nextNotification())
      }
    }
    #expect(daemon.stop() == .exit(.stopped), "\(context)")
    return told
  }

  /// A burst of actions, pipelined, so that groups hold several.
  private func act(_ actor: ToyClient, _ history: inout History, _ random: inout SplitMix64) throws {
    var sent: [(id: Int, change: (inout History.State, String) -> Void)] = []
    for _ in 0...random.next() % 12 {
      let id = "k\(random.next() % 3)"
      switch random.next() % 4 {
      case 0:
        let by = Int(random.next() % 3) - 1
        let call = #"{"type":"incremented","action":{"by":\#(by)}}"#
        sent.append((try actor.send("dispatch", call), { state, _ in state.count += by }))
      case 1:
        let call = #"{"type":"noteRemoved","action":{"id":"\#(id)"}}"#
        sent.append((try actor.send("dispatch", call), { state, _ in state.notes[id] = nil }))
      default:
        let text = String(repeating: "x", count: [3, 3, 4_000][Int(random.next() % 3)]) + "\(random.next() % 2)"
        let call = #"{"type":"noteWritten","action":{"id":"\#(id)","text":"\#(text)"}}"#
        sent.append((try actor.send("dispatch", call), { state, at in state.notes[id] = (text, at) }))
      }
    }
    for (id, change) in sent {
      let answer = try actor.answer(to: id)
      let at = try #require(answer.result?["at"]?.text)
      try #require(answer.seq == history.lastSeq + 1)
      history.append { change(&$0, at) }
    }
  }
}
