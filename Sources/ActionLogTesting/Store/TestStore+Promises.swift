import ActionLog
import Testing

extension TestStore {
  /// What a domain promises whatever a test states.
  func checkPromises(_ reduced: Reduced, _ step: Step<D>) {
    if reduced.brokePromise {
      let difference = StateDifference(expected: step.before.root.state, found: state)
      let places = difference.map { "\n\($0)" } ?? ""
      report("the reducer said \(reduced.outcome.rawValue), and changed the state all the same\(places)", step)
    }
    let recomputed = state.recomputedDigest()
    if recomputed != digest {
      report(
        "the digest is \(digest), and that of the whole state is \(recomputed): a part was changed behind its back",
        step)
    }
    checkSelectors(reduced, step)
    checkSecondAnswer(reduced, step)
    reportNewViolations(step.subject, at: step.expectation.location)
  }

  /// Reduces the action once more on the state before it: a clock, a random number or an order of a `Dictionary` shows
  /// in a second answer.
  private func checkSecondAnswer(_ reduced: Reduced, _ step: Step<D>) {
    var twin = step.before
    guard let second = try? twin.reduce(step.action, step.moment) else {
      return report("reduced a second time, it is a fault of the domain: the reducer is not pure", step)
    }
    if let difference = StateDifference(expected: state, found: twin.root.state) {
      report("reduced a second time, the state differs: the reducer is not pure\n\(difference)", step)
    } else if second.outcome != reduced.outcome || second.reason != reduced.reason {
      let one = ShownOutcome.text(reduced.outcome, reduced.reason)
      let other = ShownOutcome.text(second.outcome, second.reason)
      report("reduced a second time, it is \(other) in place of \(one): the reducer is not pure", step)
    } else if second.effects != reduced.effects {
      report(
        "reduced a second time, the effects differ: the reducer is not pure\n"
          + ShownEffect.list("first ", reduced.effects) + "\n" + ShownEffect.list("second", second.effects), step)
    }
  }

  /// An action is journaled, and what replay reads has to be the same action.
  func checkWire(_ step: Step<D>) {
    do {
      let encoded = try reduction.coding.encode(step.action)
      let decoded = try reduction.coding.decode(
        type: encoded.type, v: encoded.v, payload: encoded.payload, strict: false)
      if decoded != step.action { report("it comes back from its record as another action: \(decoded)", step) }
    } catch let error as DomainFault.Kind {
      report("\(DomainFault(error, seq: step.moment.seq))", step)
    } catch {
      report("it does not come back from its record: \(error)", step)
    }
  }

  /// Reports the invariants that do not hold and did before.
  func reportNewViolations(_ subject: String, at location: SourceLocation) {
    let violations = D.violations(in: state)
    for violation in violations where !knownViolations.contains(violation) {
      reporter.report("\(subject): an invariant does not hold: \(violation)", at: location)
    }
    knownViolations = Set(violations)
  }
}
