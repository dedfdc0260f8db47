import ActionLog
import Testing

/// What a step of a test states.
struct Expectation<D: Domain> {
  typealias Change = (inout D.State) -> Void

  let outcome: Outcome<D.Action, D.Effect>
  let change: Change?
  let location: SourceLocation

  /// Whether the reason is the stated one; a stated reason without a text stands for any text.
  func admits(_ reason: Reason?) -> Bool {
    guard let stated = outcome.reason, let reason else { return outcome.reason == reason }
    return stated.text.isEmpty ? Reason(stated.code) == Reason(reason.code) : stated == reason
  }
}

/// An action under way in a test store: its name in failures, its moment, and how everything stood before.
struct Step<D: Domain> {
  let action: D.Action
  let moment: Moment
  let subject: String
  let before: Reduction<D>
  let expectation: Expectation<D>
}
