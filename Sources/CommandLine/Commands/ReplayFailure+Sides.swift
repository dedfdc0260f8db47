import ActionLog
import CanonicalJSON
import Replay

extension ReplayFailure {
  /// What differs, and what stands on each side where there are two.
  struct Sides: Equatable {
    let what: String
    let recorded: String?
    let replayed: String?

    init(_ what: String, recorded: String? = nil, replayed: String? = nil) {
      self.what = what
      self.recorded = recorded
      self.replayed = replayed
    }
  }

  /// Both sides, each in a line.
  var sides: Sides {
    switch kind {
    case .wrongSeq(let expected): Sides("seq", recorded: "\(seq)", replayed: "\(expected)")
    case .timeNotRising(let last, let found): Sides("time", recorded: found.rfc3339, replayed: "after \(last.rfc3339)")
    case .undecodable(let failure): Sides("does not decode: \(failure)")
    case .noOutcome: Sides("outcome", recorded: "none")
    case .stateDiffers(let recorded, let replayed):
      Sides("state", recorded: StateDigest(value: recorded).hex16, replayed: StateDigest(value: replayed).hex16)
    case .outcomeDiffers(let recorded, let replayed):
      Sides("outcome", recorded: recorded.rawValue, replayed: replayed.rawValue)
    case .whyDiffers(let recorded, let replayed):
      Sides("why", recorded: Self.text(recorded), replayed: Self.text(replayed))
    case .effectsDiffer(let recorded, let replayed):
      Sides("effects", recorded: Self.text(recorded), replayed: Self.text(replayed))
    case .promiseBroken(let outcome):
      Sides("breaks its promise: the reducer said \(outcome.rawValue) and changed the state")
    case .violation(let what): Sides("an invariant does not hold: \(what)")
    case .fault(let fault): Sides("a fault of the domain: \(fault)")
    case .effects(let fault): Sides("its effects cannot be: \(fault)")
    case .malformed(let what): Sides(what)
    }
  }

  private static func text(_ reason: Reason?) -> String {
    reason.map { OutcomeText.reason(code: $0.code, text: $0.text) } ?? "none"
  }

  private static func text(_ effects: [JournaledEffect]) -> String {
    let each = effects.map { effect in
      "\(effect.id.text) \(effect.type) \(String(decoding: effect.payload, as: UTF8.self)) key \(effect.key) "
        + effect.policy.journalText + (effect.dropped ? " dropped" : "")
    }
    return each.isEmpty ? "none" : each.joined(separator: "; ")
  }
}
