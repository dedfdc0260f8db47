import ActionLog
import CanonicalJSON

/// An action that came through a store, with what became of it, as its record would hold it.
public struct RecordedAction<D: Domain>: Sendable {
  /// Seq and time of the record, and the effect or timer that the action reports on.
  public let moment: Moment
  /// The action.
  public let action: D.Action
  /// Its name on the wire; `?` for an action that does not encode.
  public let type: String
  /// Its payload, canonical JSON.
  public let payload: [UInt8]
  /// Which of the three outcomes.
  public let outcome: OutcomeKind
  /// Why it was ignored or illegal.
  public let reason: Reason?
  /// The effects asked for, as the record holds them.
  public let effects: [JournaledEffect]
  /// The digest of the state afterwards.
  public let digest: StateDigest

  init(_ observed: ObservedAction<D>, coding: ActionCoding<D>) {
    moment = Moment(seq: observed.seq, at: observed.at, effect: observed.effect)
    action = observed.action
    let encoded = try? coding.encode(observed.action)
    type = encoded?.type ?? "?"
    payload = encoded?.payload ?? Array("\(observed.action)".utf8)
    outcome = observed.reduced.outcome
    reason = observed.reduced.reason
    effects = observed.reduced.effects
    digest = observed.reduced.digest
  }
}

extension RecordedAction: CustomStringConvertible {
  /// One line, as `actionlog tail` shows a record, without its time: seq, outcome, type, payload, reason, what it
  /// reports on, and the effects asked for.
  public var description: String {
    var words = ["\(moment.seq)", outcome.rawValue, type, String(decoding: payload, as: UTF8.self)]
    if let reason { words.append(ShownOutcome.text(reason)) }
    if let effect = moment.effect { words.append("reports on \(effect)") }
    for effect in effects { words.append("→ \(ShownEffect.brief(effect))") }
    return words.joined(separator: "  ")
  }
}
