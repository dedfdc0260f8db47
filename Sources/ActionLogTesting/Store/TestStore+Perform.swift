import ActionLog
import CanonicalJSON
import Testing

extension TestStore {
  /// False, with a failure, once the domain asked for what no domain may.
  func canGoOn(at location: SourceLocation) -> Bool {
    // Reported where the store was made.
    if stateProblem != nil { return false }
    guard let fault else { return true }
    reporter.report("nothing more happens after a fault of the domain: \(fault)", at: location)
    return false
  }

  /// Gives the next record its number and time.
  func moment(effect: EffectID?) -> Moment {
    seq += 1
    lastAt = max(clock.now, Timestamp(microseconds: lastAt.microseconds + 1))
    return Moment(seq: seq, at: lastAt, effect: effect)
  }

  /// Reduces one action, hands out its effects and judges all that came of it.
  func perform(_ action: D.Action, effect: EffectID?, _ expectation: Expectation<D>) {
    let location = expectation.location
    guard canGoOn(at: location) else { return }
    let moment = moment(effect: effect)
    let step = Step(
      action: action, moment: moment, subject: "seq \(moment.seq) \(shown(action))", before: reduction,
      expectation: expectation)
    checkWire(step)
    let reduced: Reduced
    do {
      reduced = try reduction.reduce(action, moment)
    } catch {
      fault = error
      return reporter.report("\(step.subject): a fault of the domain: \(error)", at: location)
    }
    recorder.observe(
      ObservedAction(seq: moment.seq, at: moment.at, action: action, effect: effect, reduced: reduced))
    judge(reduced, step)
    hold(reduced.outbox.startable, at: location)
  }

  private func judge(_ reduced: Reduced, _ step: Step<D>) {
    checkPromises(reduced, step)
    let expectation = step.expectation
    let isKind = expectation.outcome.kind == reduced.outcome
    if !isKind || (!isGiven && !expectation.admits(reduced.reason)) {
      let expected = ShownOutcome.text(expectation.outcome.kind, expectation.outcome.reason)
      let found = ShownOutcome.text(reduced.outcome, reduced.reason)
      report("expected \(expected), found \(found)", step)
    }
    // Of another outcome, effects and state differ as a matter of course.
    guard isKind, !isGiven else { return }
    checkEffects(reduced, step)
    // A change that breaks a promise has been shown.
    if !reduced.brokePromise { checkState(step) }
  }

  private func checkEffects(_ reduced: Reduced, _ step: Step<D>) {
    let expected: [JournaledEffect]
    do {
      expected = try step.before.journal(step.expectation.outcome.commands, step.moment)
    } catch {
      return report("the effects that the test states are a fault: \(error)", step)
    }
    guard expected != reduced.effects else { return }
    report(
      "the effects are not as expected\n" + ShownEffect.list("expected", expected) + "\n"
        + ShownEffect.list("found   ", reduced.effects), step)
  }

  private func checkState(_ step: Step<D>) {
    let before = step.before.root.state
    var expected = before
    step.expectation.change?(&expected)
    if let difference = StateDifference(expected: expected, found: state, before: before) {
      report("the state is not as expected\n\(difference)", step)
    } else if step.expectation.change != nil, expected.json() == before.json() {
      report("the closure states no change, and there was none: leave it away", step)
    }
  }

  /// Reports what is wrong with a step.
  func report(_ message: String, _ step: Step<D>) {
    reporter.report("\(step.subject): \(message)", at: step.expectation.location)
  }
}
