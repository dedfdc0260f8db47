import ActionLog
import SystemCalls
import TestSupport

@testable import Daemon

/// Performs the toy's jobs when the test says so, and remembers what it was given.
final class ToyMiddleware: Middleware {
  typealias D = Toy

  struct Start: Sendable {
    var effect: Toy.Effect
    var context: EffectContext<Toy>
  }

  /// What was started, in order.
  private let starts = ConditionLock<[Start]>([])
  private let seen = ConditionLock<[UInt64]>([])
  /// Answers at once where it gives something.
  private let answer: @Sendable (Toy.Effect, EffectContext<Toy>) -> EffectReport<Toy.Action>?

  init(_ answer: @escaping @Sendable (Toy.Effect, EffectContext<Toy>) -> EffectReport<Toy.Action>? = { _, _ in nil }) {
    self.answer = answer
  }

  func performs(effectType: String) -> Bool { effectType == "job" }

  func perform(_ effect: Toy.Effect, _ context: EffectContext<Toy>) {
    starts.change { $0.append(Start(effect: effect, context: context)) }
    if let report = answer(effect, context) { context.report(report) }
  }

  func observe(_ record: ObservedAction<Toy>) { seen.change { $0.append(record.seq) } }

  /// Waits until so many effects have been started; gives up in the end.
  func waitForStarts(_ count: Int) -> [Start] {
    starts.wait(milliseconds: Patience.milliseconds) { $0.count >= count ? $0 : nil } ?? starts.withLock { $0 }
  }

  /// Waits until the action with this seq was seen; gives up in the end.
  func waitForSight(of seq: UInt64) -> [UInt64] {
    seen.wait(milliseconds: Patience.milliseconds) { $0.contains(seq) ? $0 : nil } ?? seen.withLock { $0 }
  }

  var startCount: Int { starts.withLock { $0.count } }
}
