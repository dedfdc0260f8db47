import CanonicalJSON

@testable import ActionLog

/// What a record of a script asks for.
enum Ask {
  case perform(String, EffectPolicy)
  case cancel(String)
  case after(Int64, String)
}

/// Records one after another: each is judged by the outbox, then folded into it, as the engine does.
struct OutboxScript {
  var outbox = Outbox()
  var seq: UInt64 = 0
  /// The effects that the last record holds.
  private(set) var journaled: [JournaledEffect] = []
  /// All records so far, to fold them again elsewhere.
  private(set) var records: [(seq: UInt64, at: Timestamp, reports: EffectID?, effects: [JournaledEffect])] = []

  /// A record at second `seq`; returns what it changed.
  mutating func record(reports: String? = nil, _ asks: Ask...) throws -> OutboxChange {
    try record(reports: reports, asks)
  }

  mutating func record(reports: String? = nil, _ asks: [Ask]) throws -> OutboxChange {
    seq += 1
    let reported = reports.flatMap { EffectID($0) }
    let asked = asks.enumerated().map { Self.effect($1, id: EffectID(seq: seq, index: $0)) }
    journaled = try outbox.admit(asked, reports: reported, seq: seq)
    let at = Timestamp(microseconds: Int64(seq) * 1_000_000)
    records.append((seq, at, reported, journaled))
    return try outbox.fold(seq: seq, at: at, reports: reported, effects: journaled)
  }

  static func effect(_ ask: Ask, id: EffectID) -> JournaledEffect {
    switch ask {
    case .perform(let key, let policy):
      JournaledEffect(id: id, type: "test.work", payload: Array("{}".utf8), key: key, policy: policy)
    case .cancel(let key):
      JournaledEffect(
        id: id, type: JournaledEffect.cancelType, payload: Array("{\"key\":\"\(key)\"}".utf8), key: key,
        policy: .forget)
    case .after(let milliseconds, let key):
      JournaledEffect(
        id: id, type: JournaledEffect.timerType,
        payload: Array(#"{"action":{},"milliseconds":\#(milliseconds),"type":"test.tick","v":1}"#.utf8), key: key,
        policy: .latest)
    }
  }
}

extension OutboxChange {
  var settledIDs: [String] { settled.map(\.text) }
  var startedIDs: [String] { startable.map(\.id.text) }
}

extension Outbox {
  var outstandingIDs: [String] { outstanding.map(\.id.text) }
  var startableIDs: [String] { startable.map(\.id.text) }
  var timerIDs: [String] { timers.map(\.id.text) }
}
