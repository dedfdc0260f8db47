import CanonicalJSON

/// The effects and timers that await a result: a fold over the records of a journal, and nothing else.
///
/// It knows no domain, so any reader of a journal can compute it, it survives a new version of the domain, and
/// what is handed out after a restart is exactly what was journaled. Effects of one key form a lane in the
/// order in which they were asked for; as many of its first ones are started as the policy lets.
public struct Outbox: Sendable, Equatable {
  /// One outstanding effect and its neighbours in its lane.
  struct Entry: Sendable, Equatable {
    let effect: JournaledEffect
    var isStarted = false
    var previous: EffectID?
    var next: EffectID?
  }

  /// The outstanding effects of one key; the started ones come first.
  struct Lane: Sendable, Equatable {
    var policy: EffectPolicy
    var first: EffectID
    var last: EffectID
    var firstWaiting: EffectID?
    var count = 0
    var startedCount = 0
  }

  /// A timer's place in the order in which timers fire.
  struct DueTimer: Sendable, Equatable {
    let due: Timestamp
    let id: EffectID

    static func < (left: DueTimer, right: DueTimer) -> Bool {
      left.due != right.due ? left.due < right.due : left.id < right.id
    }
  }

  var entries: [EffectID: Entry] = [:]
  var lanes: [EffectKey: Lane] = [:]
  var timersByID: [EffectID: OutboxTimer] = [:]
  var timerOfKey: [EffectKey: EffectID] = [:]
  var dueOrder: [DueTimer] = []

  /// An outbox in which nothing is outstanding.
  public init() {}

  /// Number of outstanding effects, timers not counted.
  public var count: Int { entries.count }

  /// True when neither an effect nor a timer is outstanding.
  public var isEmpty: Bool { entries.isEmpty && timersByID.isEmpty }

  /// Whether an effect or timer is outstanding.
  ///
  /// - Complexity: O(1).
  public func isOutstanding(_ id: EffectID) -> Bool {
    entries[id] != nil || timersByID[id] != nil
  }

  /// An outstanding effect; nil for a timer and for what has settled.
  ///
  /// - Complexity: O(1).
  public func effect(_ id: EffectID) -> JournaledEffect? { entries[id]?.effect }

  /// Whether an outstanding effect has been let start by its policy; false for one that waits in its lane.
  public func isStarted(_ id: EffectID) -> Bool { entries[id]?.isStarted ?? false }

  /// How many outstanding effects of the same key have not been let start and wait for an outstanding one.
  ///
  /// - Complexity: O(1).
  public func waitingCount(behind id: EffectID) -> Int {
    guard let effect = entries[id]?.effect, let lane = lanes[EffectKey(effect.key)] else { return 0 }
    return lane.count - lane.startedCount
  }

  /// All outstanding effects in ascending order of their ids.
  ///
  /// - Complexity: O(n log n) in the number of outstanding effects.
  public var outstanding: [JournaledEffect] {
    entries.values.map(\.effect).sorted { $0.id < $1.id }
  }

  /// The outstanding effects to start after a restart, in ascending order of their ids: those that no earlier
  /// one of their key holds back.
  ///
  /// - Complexity: O(n log n) in the number of outstanding effects.
  public var startable: [JournaledEffect] {
    entries.values.filter(\.isStarted).map(\.effect).sorted { $0.id < $1.id }
  }

  /// An outstanding timer; nil for an effect and for what has settled.
  ///
  /// - Complexity: O(1).
  public func timer(_ id: EffectID) -> OutboxTimer? { timersByID[id] }

  /// All outstanding timers in the order in which they fire: by due time, then by id.
  public var timers: [OutboxTimer] { dueOrder.compactMap { timersByID[$0.id] } }

  /// The timer that fires first.
  ///
  /// - Complexity: O(1).
  public var nextTimer: OutboxTimer? { dueOrder.first.flatMap { timersByID[$0.id] } }
}
