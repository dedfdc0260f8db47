/// The right to be told when a selected value changes, until it is cancelled.
///
/// Belongs to the thread of its store.
public final class Subscription {
  /// False once cancelled; nothing is delivered from then on, not even what is being delivered right now to others.
  public private(set) var isActive = true

  init() {}

  /// Ends the subscription; honoured at once.
  public func cancel() {
    isActive = false
  }
}

/// A subscription with what it reads and tells.
struct Subscriber<State: StateTree> {
  let subscription: Subscription
  let reads: [Read]
  /// Selects the value of a state and tells the subscriber if it differs from the last one told.
  let deliver: (State) -> Void
}
