import ActionLog
import CanonicalJSON

/// The name of a thing on the shelf.
package struct ThingID: EntityID {
  package let text: String
  package init(_ text: String) { self.text = text }
}

/// What a shelf's reducer may do differently without anybody raising the version.
package protocol ShelfRule: Sendable {
  /// More of a thing than this is illegal.
  static var most: Int { get }
}

/// A hundred of each thing.
package enum Hundred: ShelfRule {
  package static let most = 100
}

/// Ten of each thing.
package enum Ten: ShelfRule {
  package static let most = 10
}

/// Traps wherever it is asked.
package enum Trap: ShelfRule {
  package static var most: Int {
    let rules: [Int] = []
    return rules[0]
  }
}

/// A shelf of counted things, version 1. With another rule than `Hundred` it is the reducer that nobody should ship:
/// changed under the same version.
package enum ShelfOne<Rule: ShelfRule>: Domain {
  package struct Thing: Codable, Equatable, Sendable {
    var count: Int
  }

  package struct State: StateTree {
    var things = EntityTable<ThingID, Thing>()
    @Tracked var reminders = 0

    package mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("things", &things)
      parts.visit("reminders", &_reminders)
    }
  }

  package enum Action: ActionGroup {
    case put(id: ThingID, count: Int)
    case askedFor(id: ThingID)
    case found(id: ThingID)
    case reminderSet(milliseconds: Int64)
    case reminded
  }

  package enum Effect: Codable, Hashable, Sendable {
    case lookUp(id: ThingID)
  }

  package static var name: String { "shelf" }
  package static var version: Int { 1 }
  package static var initialState: State { State() }

  package static var actions: ActionCatalogue<Action> {
    [
      .client(.put(id: "a", count: 3), "puts so many of a thing on the shelf"),
      .client(.askedFor(id: "a"), "looks a thing up"),
      .effect(.found(id: "a"), "a thing was found"),
      .client(.reminderSet(milliseconds: 1_000), "sets the reminder"),
      .effect(.reminded, "the reminder is due"),
    ]
  }

  package static var selectors: [Selector<State>] {
    [
      Selector("room", "how many more fit of the thing there is most of", reads: [.table("things")]) { state in
        state.things.map { Rule.most - $0.value.count }.min() ?? Rule.most
      }
    ]
  }

  package static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .put(let id, let count):
      guard count <= Rule.most else { return .illegal("tooMany", "at most \(Rule.most) of a thing") }
      state.things[id] = Thing(count: count)
      return .applied
    case .askedFor(let id): return .applied(.perform(.lookUp(id: id), key: "look", policy: .queue))
    case .found: return .applied
    case .reminderSet(let milliseconds): return .applied(.after(milliseconds: milliseconds, key: "r", .reminded))
    case .reminded:
      state.reminders += 1
      return .applied
    }
  }
}
