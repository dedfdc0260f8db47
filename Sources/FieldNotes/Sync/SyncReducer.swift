import ActionLog

/// The transition table of the sync: every pair of state and event is decided here, none by default.
enum SyncReducer {
  typealias Result = Outcome<SyncAction, SyncEffect>

  static let uploadKey = "sync.upload"

  static func reduce(_ state: inout SyncFacts, _ action: SyncAction) -> Result {
    let (next, outcome) = transition(state.status, action)
    // Written only where it changes, so that an event that changes nothing leaves nothing marked as touched.
    if let next { state.status = next }
    return outcome
  }

  /// The next state, nil where it stays, and what is said and asked for.
  private static func transition(_ state: SyncState, _ action: SyncAction) -> (SyncState?, Result) {
    switch action {
    case .requested(pending: 0): return (nil, .ignored(.nothingPending))
    case .requested(let pending): return upload(pending)
    case .networkUnavailable: return networkUnavailable(state)
    case .networkAvailable:
      guard case .offline(let pending) = state else { return (nil, .ignored(.notOffline)) }
      return upload(pending)
    case .uploadCompleted(let remaining):
      guard case .syncing = state else { return (nil, .ignored(.lateUpload)) }
      return remaining > 0 ? upload(remaining) : (.idle, .applied)
    case .uploadFailed:
      guard case .syncing(let pending) = state else { return (nil, .ignored(.lateUpload)) }
      return (.failed(pending: pending), .applied)
    case .cancelled: return cancelled(state)
    case .retryRequested:
      guard case .failed(let pending) = state else { return (nil, .illegal(.nothingFailed)) }
      return upload(pending)
    }
  }

  private static func upload(_ pending: UInt) -> (SyncState?, Result) {
    (.syncing(pending: pending), .applied([.perform(.uploadNext, key: uploadKey, policy: .dropNew)]))
  }

  private static func networkUnavailable(_ state: SyncState) -> (SyncState?, Result) {
    switch state {
    case .idle: return (nil, .ignored(.nothingPending))
    case .syncing(let pending): return (.offline(pending: pending), .applied)
    case .offline: return (nil, .ignored(.alreadyOffline))
    case .failed: return (nil, .ignored(.notSyncing))
    }
  }

  private static func cancelled(_ state: SyncState) -> (SyncState?, Result) {
    switch state {
    case .idle: return (nil, .ignored(.nothingPending))
    case .syncing, .offline: return (.idle, .applied([.cancel(key: uploadKey)]))
    case .failed: return (.idle, .applied)
    }
  }
}

extension Reason {
  fileprivate static let nothingPending = Reason("nothingPending", "no edit waits for its upload")
  fileprivate static let alreadyOffline = Reason("alreadyOffline", "the network is known to be away")
  fileprivate static let notSyncing = Reason("notSyncing", "no upload is under way")
  fileprivate static let notOffline = Reason("notOffline", "the network was not known to be away")
  fileprivate static let lateUpload = Reason("late", "no upload is awaited")
  fileprivate static let nothingFailed = Reason("nothingFailed", "only a failed upload can be tried again")
}
