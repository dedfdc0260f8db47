import ActionLog
import Synchronization

/// Writes down every action that came through a store: a middleware that performs nothing.
///
///     let recorder = ActionRecorder<Counter>()
///     let store = Store<Counter>(middleware: [recorder, performer])
///     store.dispatch(.incremented(by: 2))
///     #expect(recorder.text == #"1  applied  incremented  {"by":2}"#)
///
/// Any thread may read it.
public final class ActionRecorder<D: Domain>: Middleware {
  private let coding = ActionCoding<D>()
  private let recorded = Mutex<[RecordedAction<D>]>([])

  /// A recorder that has seen nothing.
  public init() {}

  /// What came through, in order.
  public var actions: [RecordedAction<D>] { recorded.withLock { $0 } }

  /// The names of the actions, in order.
  public var types: [String] { actions.map(\.type) }

  /// A line per action, as `actionlog tail` shows records, without times: to be compared as a whole.
  public var text: String { actions.map(\.description).joined(separator: "\n") }

  /// Forgets what was seen, so that the next part of a test stands alone.
  public func clear() { recorded.withLock { $0 = [] } }

  /// No effect is performed here.
  public func performs(effectType: String) -> Bool { false }

  /// Settles the effect, for a store that asks all the same.
  public func perform(_ effect: D.Effect, _ context: EffectContext<D>) {
    context.report(.settled(why: "a recorder performs nothing"))
  }

  /// Writes the action down.
  public func observe(_ record: ObservedAction<D>) {
    let action = RecordedAction(record, coding: coding)
    recorded.withLock { $0.append(action) }
  }
}
