import CanonicalJSON
import Synchronization

/// What waits for its turn in a store.
enum StoreItem<Action: Sendable>: Sendable {
  case action(Action, effect: EffectID?)
  case settled(EffectID, why: String)
  case advance(Timestamp)
}

/// First in, first out; taking is amortised O(1).
struct StoreQueue<Action: Sendable> {
  private var items: [StoreItem<Action>?] = []
  private var head = 0

  mutating func append(_ item: StoreItem<Action>) {
    items.append(item)
  }

  mutating func take() -> StoreItem<Action>? {
    guard head < items.count else { return nil }
    let item = items[head]
    items[head] = nil
    head += 1
    if head * 2 >= items.count {
      items.removeFirst(head)
      head = 0
    }
    return item
  }
}

/// Where reports on effects land, from any thread, until the store's thread takes them.
final class StoreInbox<Action: Sendable>: Sendable {
  private struct Contents {
    var reports: [StoreItem<Action>] = []
    var held: Set<EffectID> = []
  }

  private let contents = Mutex(Contents())

  /// Notes that an effect was started and awaits its one report.
  func hold(_ id: EffectID) {
    _ = contents.withLock { $0.held.insert(id) }
  }

  /// Takes the report on an effect; refused, with false, when the effect is not held (any more).
  @discardableResult
  func report(_ id: EffectID, _ report: EffectReport<Action>) -> Bool {
    contents.withLock { contents in
      guard contents.held.remove(id) != nil else { return false }
      switch report {
      case .action(let action): contents.reports.append(.action(action, effect: id))
      case .settled(let why): contents.reports.append(.settled(id, why: why))
      }
      return true
    }
  }

  /// Hands over the reports that have come in, in their order.
  func takeAll() -> [StoreItem<Action>] {
    contents.withLock { contents in
      guard !contents.reports.isEmpty else { return [] }
      let reports = contents.reports
      contents.reports = []
      return reports
    }
  }
}
