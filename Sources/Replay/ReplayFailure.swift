import ActionLog
import CanonicalJSON
import RecordFormat

/// The first record at which replay and journal part: neither damage nor anything a restart helps with.
package struct ReplayFailure: Error, Sendable {
  /// What differs or does not decode.
  package enum Kind: Sendable, Equatable {
    /// The record does not follow the one before.
    case wrongSeq(expected: UInt64)
    /// The record's time is not later than that of the one before.
    case timeNotRising(last: Timestamp, found: Timestamp)
    /// The action's name or payload is not read by this version, and no upcaster leads there.
    case undecodable(ActionDecodeFailure)
    /// A record of an action without an outcome.
    case noOutcome
    /// The digest of the state after the record.
    case stateDiffers(recorded: UInt64, replayed: UInt64)
    /// The outcome.
    case outcomeDiffers(recorded: OutcomeKind, replayed: OutcomeKind)
    /// The reason of an ignored or illegal outcome.
    case whyDiffers(recorded: Reason?, replayed: Reason?)
    /// The effects asked for; both as the journal spells them.
    case effectsDiffer(recorded: [JournaledEffect], replayed: [JournaledEffect])
    /// The reducer said ignored or illegal and changed the state.
    case promiseBroken(OutcomeKind)
    /// An invariant of the domain does not hold after the record.
    case violation(String)
    /// The domain asks for what no domain may ask for.
    case fault(DomainFault)
    /// The record's effects are not what an outbox can hold.
    case effects(OutboxFault)
    /// Something in the record is not spelled as the format has it.
    case malformed(String)
  }

  /// What differs or does not decode.
  package let kind: Kind
  /// The record.
  package let seq: UInt64
  /// The record's type.
  package let type: String

  /// The version of the record's payload.
  package let v: Int

  /// Names a failure.
  package init(_ kind: Kind, seq: UInt64, type: String, v: Int = 1) {
    self.kind = kind
    self.seq = seq
    self.type = type
    self.v = v
  }

  /// What the domain's author can do about it; nil where it is no matter of the domain.
  package var remedy: String? {
    switch kind {
    case .stateDiffers, .outcomeDiffers, .whyDiffers, .effectsDiffer:
      "if the reducer was changed on purpose, raise the domain's `version`; otherwise it is not pure"
    case .undecodable(let failure): Self.remedy(failure.kind)
    case .promiseBroken:
      "a reducer that says ignored or illegal leaves the state as it was; mend it, and raise the domain's `version`"
    case .violation, .fault: "mend the reducer, and raise the domain's `version`"
    case .wrongSeq, .timeNotRising, .noOutcome, .effects, .malformed: nil
    }
  }

  private static func remedy(_ kind: ActionDecodeFailure.Kind) -> String {
    switch kind {
    case .unknownType: "list the action again, or write an Upcaster from its old name"
    case .unknownVersion: "write an Upcaster from that version"
    case .payload: "if the payload was changed, raise the `v` of its catalogue entry and write an Upcaster"
    case .upcasting: "mend the Upcaster"
    }
  }
}

extension ReplayFailure: CustomStringConvertible {
  /// One line for people: the record and both sides.
  package var description: String { "record \(seq) (\(name)): \(difference)" }

  /// The record's type; with the version that it was written in, where that matters.
  private var name: String {
    if case .undecodable = kind { return "\(type) v\(v)" }
    return type
  }

  private var difference: String {
    switch kind {
    case .wrongSeq(let expected): "seq \(expected) was expected here"
    case .timeNotRising(let last, let found):
      "its time \(found.rfc3339) is not later than \(last.rfc3339) of the record before"
    case .undecodable(let failure): "does not decode: \(failure)"
    case .noOutcome: "the record of an action has no outcome"
    case .stateDiffers(let recorded, let replayed):
      "the state differs: recorded \(Hex.text(recorded)), replayed \(Hex.text(replayed))"
    case .outcomeDiffers(let recorded, let replayed):
      "the outcome differs: recorded \(recorded.rawValue), replayed \(replayed.rawValue)"
    case .whyDiffers(let recorded, let replayed):
      "the reason differs: recorded \(Self.text(recorded)), replayed \(Self.text(replayed))"
    case .effectsDiffer(let recorded, let replayed):
      "the effects differ: recorded \(Self.text(recorded)), replayed \(Self.text(replayed))"
    case .promiseBroken(let outcome):
      "breaks its promise: the reducer said \(outcome.rawValue) and changed the state"
    case .violation(let what): "an invariant does not hold: \(what)"
    case .fault(let fault): "a fault of the domain: \(fault)"
    case .effects(let fault): "its effects cannot be: \(fault)"
    case .malformed(let what): what
    }
  }

  private static func text(_ reason: Reason?) -> String { reason.map { "\($0)" } ?? "none" }

  private static func text(_ effects: [JournaledEffect]) -> String {
    guard !effects.isEmpty else { return "none" }
    let each = effects.map { effect in
      let payload = String(decoding: effect.payload, as: UTF8.self)
      let dropped = effect.dropped ? " dropped" : ""
      return "\(effect.id) \(effect.type) \(payload) key \(effect.key) \(effect.policy.journalText)\(dropped)"
    }
    return "[" + each.joined(separator: ", ") + "]"
  }
}
