import ActionLog
import CanonicalJSON
import Testing

extension TestStore {
  /// Sends an action as a client does.
  ///
  /// - Parameters:
  ///   - action: an action that clients may dispatch; the result of an effect is refused, as the daemon refuses it.
  ///   - expected: the outcome in the reducer's own words; a reason without a text stands for any text.
  ///   - changes: makes of the state before what it is to be afterwards.
  public func send(
    _ action: D.Action, _ expected: Outcome<D.Action, D.Effect> = .applied,
    sourceLocation: SourceLocation = #_sourceLocation, changes: ((inout D.State) -> Void)? = nil
  ) {
    if let entry = entry(for: action), entry.origin == .effect {
      return reporter.report(
        "\(entry.type) is no action of clients: it is the result of an effect or timer; use answer or fire",
        at: sourceLocation)
    }
    perform(action, effect: nil, Expectation(outcome: expected, change: changes, location: sourceLocation))
  }

  /// Answers an effect that was started and is outstanding, or is one that nothing is awaited of, with its result.
  ///
  /// Of several equal ones the oldest is answered. One that waits in its lane has no performer yet and cannot be.
  public func answer(
    _ effect: D.Effect, with action: D.Action, _ expected: Outcome<D.Action, D.Effect> = .applied,
    sourceLocation: SourceLocation = #_sourceLocation, changes: ((inout D.State) -> Void)? = nil
  ) {
    guard let id = release(effect, late: false, at: sourceLocation) else { return }
    perform(action, effect: id, Expectation(outcome: expected, change: changes, location: sourceLocation))
  }

  /// Answers an effect that was superseded or cancelled after it was started: its performer did not know.
  ///
  /// Such a late report is admitted and settles nothing; a careful reducer ignores it or takes what is still of use.
  public func answerLate(
    _ effect: D.Effect, with action: D.Action, _ expected: Outcome<D.Action, D.Effect> = .applied,
    sourceLocation: SourceLocation = #_sourceLocation, changes: ((inout D.State) -> Void)? = nil
  ) {
    guard let id = release(effect, late: true, at: sourceLocation) else { return }
    perform(action, effect: id, Expectation(outcome: expected, change: changes, location: sourceLocation))
  }

  /// Ends an effect with nothing to report, such as a cache miss: no action comes of it.
  ///
  /// - Parameters:
  ///   - why: what the journal would say.
  public func settle(_ effect: D.Effect, why: String = "", sourceLocation: SourceLocation = #_sourceLocation) {
    guard let id = release(effect, late: false, at: sourceLocation) else { return }
    // As in the daemon: one that nothing is awaited of leaves no record.
    guard outbox.isOutstanding(id) else { return }
    // A record without effects of its own cannot fail to fold.
    guard let change = try? reduction.fold(moment(effect: id), effects: []) else { return }
    hold(change.startable, at: sourceLocation)
  }

  /// Moves the clock to the timer that is due next and lets it dispatch its action.
  ///
  /// - Parameters:
  ///   - action: the timer's action, stated as it is to be.
  ///   - milliseconds: how far the clock has to move for it; nil where the test does not care.
  public func fire(
    _ action: D.Action, afterMilliseconds milliseconds: Int64? = nil,
    _ expected: Outcome<D.Action, D.Effect> = .applied,
    sourceLocation: SourceLocation = #_sourceLocation, changes: ((inout D.State) -> Void)? = nil
  ) {
    guard let timer = timer(for: action, after: milliseconds, at: sourceLocation) else { return }
    clock.set(to: max(clock.now, timer.due))
    perform(action, effect: timer.id, Expectation(outcome: expected, change: changes, location: sourceLocation))
  }

  /// Moves the clock on. A timer that falls due on the way is a failure: what comes of it has to be stated, by
  /// ``fire(_:afterMilliseconds:_:sourceLocation:changes:)``.
  public func advance(milliseconds: Int64, sourceLocation: SourceLocation = #_sourceLocation) {
    clock.advance(milliseconds: milliseconds)
    guard let timer = outbox.nextTimer, millisecondsLeft(timer) <= 0 else { return }
    reporter.report("the clock moved past a timer: \(shown(timer)); let it fire", at: sourceLocation)
  }

  /// Starts the process anew, as after a crash: the state and what is outstanding stay, performers begin again.
  ///
  /// What was started and has not settled is handed out a second time; what was superseded, cancelled or awaits nothing
  /// is held by nobody any more.
  public func restart() {
    held = outbox.startable
  }
}
