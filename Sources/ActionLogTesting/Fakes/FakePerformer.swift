import ActionLog
import Synchronization

/// Performs a domain's effects without any outside world: each is answered as the test scripts it, or held until the
/// test releases it.
///
///     let performer = FakePerformer<Desk> { effect in
///       switch effect {
///       case .load(let page): .action(.loaded(titles: pages[page] ?? []))
///       case .save: .held
///       }
///     }
///     let store = Store<Desk>(middleware: [performer])
///     store.dispatch(.saveRequested)
///     performer.release(.save(id: "a"), with: .action(.saved(id: "a")))
///     store.drain()
///
/// Held effects may be released in any order, which is how answers overtake one another. Any thread may release.
public final class FakePerformer<D: Domain>: Middleware {
  /// What becomes of an effect when it is started.
  public enum Answer: Sendable {
    /// It is reported on at once, with this action.
    case action(D.Action)
    /// It ends at once with nothing to report.
    case settled(why: String)
    /// It is held until ``FakePerformer/release(_:with:)``.
    case held
  }

  private struct Hold {
    let effect: D.Effect
    let context: EffectContext<D>
  }

  private struct Contents {
    var performed: [D.Effect] = []
    var held: [Hold] = []
  }

  private let contents = Mutex(Contents())
  private let isPerformed: @Sendable (String) -> Bool
  private let answer: @Sendable (D.Effect) -> Answer

  /// A performer with a script; one without holds everything.
  ///
  /// - Parameters:
  ///   - answer: what becomes of an effect; called on the thread that starts it.
  ///   - performs: which effects, by their names on the wire; all unless said.
  public init(
    answer: @escaping @Sendable (D.Effect) -> Answer = { _ in .held },
    performs: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    isPerformed = performs
    self.answer = answer
  }

  /// Every effect that was started, in order.
  public var performed: [D.Effect] { contents.withLock { $0.performed } }

  /// The effects that are held, the oldest first.
  public var held: [D.Effect] { contents.withLock { $0.held.map(\.effect) } }

  /// Whether effects of this name are performed here.
  public func performs(effectType: String) -> Bool { isPerformed(effectType) }

  /// Answers or holds an effect, as scripted.
  public func perform(_ effect: D.Effect, _ context: EffectContext<D>) {
    let answer = answer(effect)
    contents.withLock { contents in
      contents.performed.append(effect)
      if case .held = answer { contents.held.append(Hold(effect: effect, context: context)) }
    }
    switch answer {
    case .action(let action): context.report(.action(action))
    case .settled(let why): context.report(.settled(why: why))
    case .held: break
    }
  }

  /// Reports on the oldest held effect that is equal to `effect`; the store takes the report at its next `drain()`.
  ///
  /// - Returns: false where no such effect is held.
  @discardableResult
  public func release(_ effect: D.Effect, with report: EffectReport<D.Action>) -> Bool {
    let hold = contents.withLock { contents in
      contents.held.firstIndex { $0.effect == effect }.map { contents.held.remove(at: $0) }
    }
    // Outside the lock: a report may lead to the next effect.
    hold?.context.report(report)
    return hold != nil
  }
}
