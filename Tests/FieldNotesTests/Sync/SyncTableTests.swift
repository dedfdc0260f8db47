import ActionLog
import Testing

@testable import FieldNotes

@Suite("The sync's transition table, cell by cell")
struct SyncTableTests {
  /// What a cell of the table says.
  enum Cell: Equatable {
    case to(SyncState, uploads: Bool = false, cancels: Bool = false)
    case ignored(String)
    case illegal(String)
  }

  /// A row of the table: the event, then what it does in idle, syncing(7), offline(7) and failed(7).
  struct Row: CustomTestStringConvertible {
    let event: SyncAction
    let cells: [Cell]
    var testDescription: String { "\(event)" }
  }

  static let states: [SyncState] = [.idle, .syncing(pending: 7), .offline(pending: 7), .failed(pending: 7)]

  static let table: [Row] = [
    Row(
      event: .requested(pending: 3),
      cells: Array(repeating: .to(.syncing(pending: 3), uploads: true), count: 4)),
    Row(event: .requested(pending: 0), cells: Array(repeating: .ignored("nothingPending"), count: 4)),
    Row(
      event: .networkUnavailable,
      cells: [
        .ignored("nothingPending"), .to(.offline(pending: 7)), .ignored("alreadyOffline"), .ignored("notSyncing"),
      ]),
    Row(
      event: .networkAvailable,
      cells: [
        .ignored("notOffline"), .ignored("notOffline"), .to(.syncing(pending: 7), uploads: true),
        .ignored("notOffline"),
      ]),
    Row(
      event: .uploadCompleted(remaining: 2),
      cells: [.ignored("late"), .to(.syncing(pending: 2), uploads: true), .ignored("late"), .ignored("late")]),
    Row(
      event: .uploadCompleted(remaining: 0),
      cells: [.ignored("late"), .to(.idle), .ignored("late"), .ignored("late")]),
    Row(
      event: .uploadFailed,
      cells: [.ignored("late"), .to(.failed(pending: 7)), .ignored("late"), .ignored("late")]),
    Row(
      event: .cancelled,
      cells: [.ignored("nothingPending"), .to(.idle, cancels: true), .to(.idle, cancels: true), .to(.idle)]),
    Row(
      event: .retryRequested,
      cells: [
        .illegal("nothingFailed"), .illegal("nothingFailed"), .illegal("nothingFailed"),
        .to(.syncing(pending: 7), uploads: true),
      ]),
  ]

  @Test("every state × event has the next state, the effects or the reason of the table", arguments: table)
  func cells(row: Row) {
    #expect(row.cells.count == Self.states.count)
    for (state, cell) in zip(Self.states, row.cells) {
      var run = Run()
      run.state.sync.status = state
      let outcome = run.dispatch(row.event)
      switch cell {
      case .to(let next, let uploads, let cancels):
        #expect(outcome.isApplied, "\(state), \(row.event)")
        #expect(run.state.sync.status == next, "\(state), \(row.event)")
        #expect(outcome.performed == (uploads ? [.sync(.uploadNext)] : []), "\(state), \(row.event)")
        #expect(outcome.cancelledKeys == (cancels ? ["sync.upload"] : []), "\(state), \(row.event)")
      case .ignored(let code):
        #expect(outcome.ignoredCode == code, "\(state), \(row.event)")
        #expect(run.state.sync.status == state)
      case .illegal(let code):
        #expect(outcome.illegalCode == code, "\(state), \(row.event)")
        #expect(run.state.sync.status == state)
      }
    }
  }

  @Test("no event of the catalogue is missing from the table")
  func everyEventIsInTheTable() throws {
    let coding = ActionCoding<FieldNotes>()
    let tested = try Set(Self.table.map { try coding.encode(.sync($0.event)).type })
    let declared = Set(FieldNotes.actions.entries.map(\.type).filter { $0.hasPrefix("sync.") })
    #expect(tested == declared)
  }

  @Test("an upload is asked for under one key that drops what is new while one is under way")
  func uploadsNeverRunTwice() {
    var run = Run()
    let outcome = run.dispatch(SyncAction.requested(pending: 1))
    guard case .applied(let commands) = outcome, case .perform(_, let key, let policy)? = commands.first else {
      Issue.record("no effect: \(outcome)")
      return
    }
    #expect(key == "sync.upload")
    #expect(policy == .dropNew)
  }

  @Test("a negative count does not decode", arguments: ["sync.requested", "sync.uploadCompleted"])
  func negativeCounts(type: String) {
    let member = type == "sync.requested" ? "pending" : "remaining"
    #expect(throws: (any Error).self) {
      try decode(type, "{\"\(member)\":-1}")
    }
    #expect(throws: Never.self) { try decode(type, "{\"\(member)\":0}") }
  }
}

/// Decodes a payload as the door does: a member that the action does not declare is refused.
@discardableResult
func decode(_ type: String, _ payload: String) throws -> FieldNotes.Action {
  let bytes = Array(payload.utf8)
  return try bytes.withUnsafeBufferPointer {
    try ActionCoding<FieldNotes>().decode(type: type, v: 1, payload: $0, strict: true)
  }
}

@Suite("The sync's machine, as describe shows it")
struct SyncMachineTests {
  @Test("every pair of state and event is drawn once")
  func complete() throws {
    let machine = try #require(FieldNotes.machines.first)
    #expect(machine.transitions.count == SyncTableTests.table.count * SyncTableTests.states.count)
    #expect(Set(machine.transitions.map { "\($0.from) \($0.event)" }).count == machine.transitions.count)
    #expect(machine.transitions.allSatisfy { machine.states.contains($0.from) && machine.states.contains($0.to) })
  }
}
