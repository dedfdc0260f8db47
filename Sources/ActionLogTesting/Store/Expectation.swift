import ActionLog
import Testing

/// What a step of a test states.
struct Expectation<D: Domain> {
  typealias Change = (inout D.State) -> Void

  let outcome: Outcome<D.Action, D.Effect>
  let change: Change?
  let location: SourceLocation

  /// Whether the reason is the stated one.
  func admits(_ reason: Reason?) -> Bool { outcome.reason?.admits(reason) ?? (reason == nil) }
}

extension Reason {
  /// Whether the reason is this one, as a test states it: without a text it stands for any text.
  func admits(_ found: Reason?) -> Bool {
    guard let found else { return false }
    return text.isEmpty ? Reason(code) == Reason(found.code) : self == found
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
