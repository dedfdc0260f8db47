import ActionLog

extension SyncReducer {
  /// The transition table as `describe` shows it, read off the rules themselves so that it cannot differ from them.
  static let machine = MachineDescription(
    name: "sync", summary: "where the upload of pending edits stands", pointer: "/sync/status",
    states: states.map(name),
    transitions: events.flatMap { event, label in states.map { transition(from: $0, on: event, label) } })

  private static let states: [SyncState] = [.idle, .syncing(pending: 2), .offline(pending: 2), .failed(pending: 2)]

  private static let events: [(SyncAction, String)] = [
    (.requested(pending: 3), "sync.requested (pending > 0)"),
    (.requested(pending: 0), "sync.requested (pending = 0)"),
    (.networkUnavailable, "sync.networkUnavailable"),
    (.networkAvailable, "sync.networkAvailable"),
    (.uploadCompleted(remaining: 1), "sync.uploadCompleted (remaining > 0)"),
    (.uploadCompleted(remaining: 0), "sync.uploadCompleted (remaining = 0)"),
    (.uploadFailed, "sync.uploadFailed"),
    (.cancelled, "sync.cancelled"),
    (.retryRequested, "sync.retryRequested"),
  ]

  private static func transition(
    from state: SyncState, on event: SyncAction, _ label: String
  ) -> MachineDescription.Transition {
    var facts = SyncFacts()
    facts.status = state
    let note =
      switch reduce(&facts, event) {
      case .applied(let commands): commands.map(summary).joined(separator: ", ")
      case .ignored(let reason): "ignored: \(reason.code)"
      case .illegal(let reason): "illegal: \(reason.code)"
      }
    return MachineDescription.Transition(name(state), label, name(facts.status), note)
  }

  private static func summary(_ command: EffectCommand<SyncAction, SyncEffect>) -> String {
    switch command {
    case .perform(.uploadNext, _, _): "asks for sync.uploadNext"
    case .cancel(let key): "cancels \(key)"
    case .after(_, let key, _): "sets the timer \(key)"
    }
  }

  private static func name(_ state: SyncState) -> String {
    switch state {
    case .idle: "idle"
    case .syncing: "syncing"
    case .offline: "offline"
    case .failed: "failed"
    }
  }
}

extension FieldNotes {
  /// The state machines worth drawing.
  public static let machines: [MachineDescription] = [SyncReducer.machine]
}
