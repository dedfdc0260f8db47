import ActionLog
import CanonicalJSON

/// What a version 2 still reads of version 1.
package protocol ShelfMemory: Sendable {
  static var upcasters: [Upcaster] { get }
}

/// Things of version 1 were counted in pieces.
package enum Remembers: ShelfMemory {
  package static var upcasters: [Upcaster] {
    [
      Upcaster("put", from: 1) { payload in
        guard var thing = payload.object else { return payload }
        thing["unit"] = .string("piece")
        return .object(thing)
      }
    ]
  }
}

/// Nobody thought of old payloads.
package enum Forgets: ShelfMemory {
  package static var upcasters: [Upcaster] { [] }
}

/// The shelf, version 2: things have a unit, at most ten of each are taken, and what looks things up is another effect.
package enum ShelfTwo<Memory: ShelfMemory>: Domain {
  package struct Thing: Codable, Equatable, Sendable {
    var count: Int
    var unit: String
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
    case put(id: ThingID, count: Int, unit: String)
    case askedFor(id: ThingID)
    case found(id: ThingID)
    case reminderSet(milliseconds: Int64)
    case reminded
  }

  package enum Effect: Codable, Hashable, Sendable {
    case search(id: ThingID)
  }

  package static var name: String { "shelf" }
  package static var version: Int { 2 }
  package static var initialState: State { State() }
  package static var upcasters: [Upcaster] { Memory.upcasters }

  package static var actions: ActionCatalogue<Action> {
    [
      .client(.put(id: "a", count: 3, unit: "piece"), v: 2, "puts so many of a thing on the shelf"),
      .client(.askedFor(id: "a"), "looks a thing up"),
      .effect(.found(id: "a"), "a thing was found"),
      .client(.reminderSet(milliseconds: 1_000), "sets the reminder"),
      .effect(.reminded, "the reminder is due"),
    ]
  }

  package static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .put(let id, let count, let unit):
      guard count <= 10 else { return .illegal("tooMany", "at most 10 of a thing") }
      state.things[id] = Thing(count: count, unit: unit)
      return .applied
    case .askedFor(let id): return .applied(.perform(.search(id: id), key: "look", policy: .queue))
    case .found: return .applied
    case .reminderSet(let milliseconds): return .applied(.after(milliseconds: milliseconds, key: "r", .reminded))
    case .reminded:
      state.reminders += 1
      return .applied
    }
  }
}
