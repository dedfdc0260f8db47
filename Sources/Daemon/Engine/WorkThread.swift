import SystemCalls

/// A thread that does one piece of work after another, in the order in which they were handed over.
///
/// For what may block or take long: the engine's thread never does.
final class WorkThread: Sendable {
  private struct State: Sendable {
    var work: [@Sendable () -> Void] = []
    var isStopped = false
  }

  private let state = ConditionLock(State())
  private let thread: Thread

  /// Starts the thread under `name` (15 bytes at most).
  init(name: String) throws(SystemError) {
    let state = state
    thread = try Thread(name: name) {
      while let batch = state.wait(for: Self.take) {
        for piece in batch {
          if state.withLock({ $0.isStopped }) { return }
          piece()
        }
      }
    }
  }

  /// Hands over a piece of work. After `stop` nothing is taken any more.
  ///
  /// Any thread may call it.
  func submit(_ work: @escaping @Sendable () -> Void) {
    state.change { if !$0.isStopped { $0.work.append(work) } }
  }

  /// Lets the piece at hand end and drops the rest. Does not wait: a piece may take as long as it likes.
  func stop() {
    state.change {
      $0.isStopped = true
      $0.work = []
    }
  }

  /// What there is to do; an inner nil ends the thread, an outer one means to wait.
  @Sendable private static func take(_ state: inout State) -> [@Sendable () -> Void]?? {
    if state.isStopped { return .some(nil) }
    guard !state.work.isEmpty else { return nil }
    defer { state.work = [] }
    return .some(state.work)
  }
}
