import ActionLog
import CanonicalJSON
import Testing

/// A domain under test: every action's outcome, effects and change of the state are stated, and nothing is left over.
///
///     let store = TestStore<Door>()
///     store.send(.opened, .applied(.after(milliseconds: 5000, key: "door", .timedOut))) { $0.isOpen = true }
///     store.send(.opened, .ignored("alreadyOpen"))
///     store.fire(.timedOut, afterMilliseconds: 5000) { $0.isOpen = false }
///     store.finish()
///
/// A step is an action that a client sends (``send(_:_:sourceLocation:changes:)``), an answer to an effect
/// (``answer(_:with:_:sourceLocation:changes:)``, ``answerLate(_:with:_:sourceLocation:changes:)``,
/// ``settle(_:why:sourceLocation:)``) or a timer that fires (``fire(_:afterMilliseconds:_:sourceLocation:changes:)``).
/// The closure makes of the state before the step what it is to be afterwards. Without one the step changes nothing.
///
/// It reduces with the very `Reduction` and `Outbox` that the daemon uses, and after each step it also looks at what a
/// domain promises: the invariants hold, what is not applied changes nothing, action and effects survive the way
/// through a journal, the same action on the same state gives the same result a second time, and the digest is that of
/// the whole state; no selector without arguments, and none that was asked by ``value(of:_:sourceLocation:)``, changes
/// unless something that it declares to read was touched. A domain whose declarations have problems
/// (`ActionCoding.problems()`) fails at once.
///
/// Belongs to one thread.
public final class TestStore<D: Domain> {
  var reduction: Reduction<D>
  let reporter: FailureReporter
  private let created: SourceLocation
  private var isFinished = false
  /// Effects that a performer holds: started, and not reported on yet.
  var held: [JournaledEffect] = []
  /// True inside ``given(_:)``, where nothing needs to be stated.
  var isGiven = false
  /// Violations that the state has already, which are reported once.
  var knownViolations: Set<String> = []
  /// Why nothing more can be done.
  var fault: DomainFault?
  /// What is wrong with the parts of the state or what they hold, so that no step can be judged.
  let stateProblem: String?
  /// The selectors that are looked at after every step.
  var watched: [WatchedSelector<D.State>]
  /// Selectors that were reported to change behind the back of what they declare to read.
  var misreadSelectors: Set<String> = []

  /// The clock that gives the records their times; it moves by hand.
  public let clock: HandClock
  /// What came through so far.
  public let recorder = ActionRecorder<D>()
  /// The number of the last record.
  public internal(set) var seq: UInt64 = 0
  /// The time of the last record.
  public internal(set) var lastAt = Timestamp(microseconds: 0)

  /// Begins with a state and nothing outstanding.
  public init(
    state: D.State = D.initialState, clock: HandClock = HandClock(), reporter: FailureReporter = .swiftTesting,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let coding = ActionCoding<D>()
    let partProblem = coding.stateProblems().first
    let missing = partProblem == nil ? state.noJSON().map { "the state at the beginning \($0)" } : nil
    stateProblem = partProblem ?? missing
    reduction = partProblem == nil ? Reduction(state: state) : Reduction(uncheckedState: state)
    watched = D.selectors.filter { !$0.arguments.contains(where: \.required) }
      .map { WatchedSelector(selector: $0, arguments: [:]) }
    self.clock = clock
    self.reporter = reporter
    created = sourceLocation
    for problem in coding.problems() {
      reporter.report("the domain \(D.name): \(problem)", at: sourceLocation)
    }
    if let missing { reporter.report(missing, at: sourceLocation) }
    reportNewViolations("the state at the beginning", at: sourceLocation)
  }

  deinit {
    if !isFinished { finish(sourceLocation: created) }
  }

  /// The state after the last step; an O(1) snapshot.
  public var state: D.State { reduction.root.state }

  /// The digest of the state.
  public var digest: StateDigest { reduction.root.digest }

  /// The effects and timers that await a result.
  public var outbox: Outbox { reduction.outbox }

  /// Goes through steps that lead to where the test begins: neither change nor effects nor reasons need to be stated.
  ///
  /// Which of the three outcomes it is still counts, and so does everything that a domain promises.
  public func given(_ steps: () throws -> Void) rethrows {
    isGiven = true
    defer { isGiven = false }
    try steps()
  }

  /// Ends the test: nothing may be left over, neither an effect without an answer nor a timer that has not fired.
  ///
  /// A store that goes away does so by itself and then blames the line that made it.
  public func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    isFinished = true
    guard fault == nil else { return }
    let effects = outbox.outstanding.map { effect in
      "  \(ShownEffect.whole(effect))\(outbox.isStarted(effect.id) ? "" : ", waits in its lane")"
    }
    if !effects.isEmpty {
      let noun = effects.count == 1 ? "1 effect was" : "\(effects.count) effects were"
      reporter.report("\(noun) never answered:\n" + effects.joined(separator: "\n"), at: sourceLocation)
    }
    let timers = outbox.timers.map { "  \(shown($0))" }
    if !timers.isEmpty {
      let noun = timers.count == 1 ? "1 timer" : "\(timers.count) timers"
      reporter.report("\(noun) never fired:\n" + timers.joined(separator: "\n"), at: sourceLocation)
    }
  }

  /// How far the clock has to move for a timer; whole milliseconds, since each record takes a microsecond at least.
  func millisecondsLeft(_ timer: OutboxTimer) -> Int64 {
    let (quotient, rest) = (timer.due.microseconds - clock.now.microseconds).quotientAndRemainder(dividingBy: 1000)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// A timer in words.
  func shown(_ timer: OutboxTimer) -> String {
    let payload = ShownValue.text(timer.action)
    return "\(timer.id) \(timer.type) \(payload) (key \(timer.key)), due in \(millisecondsLeft(timer)) ms"
  }
}
