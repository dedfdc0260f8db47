import ActionLog
import ActionLogTesting
import Testing

@testable import FieldNotes

@Suite("The sync's transition table, cell by cell")
struct SyncTableTests {
  typealias Table = TransitionTable<FieldNotes, SyncState>

  static let states: [SyncState] = [.idle, .syncing(pending: 7), .offline(pending: 7), .failed(pending: 7)]

  private static let upload: [EffectCommand<FieldNotes.Action, FieldNotes.Effect>] = [
    .perform(.sync(.uploadNext), key: "sync.upload", policy: .dropNew)
  ]
  private static let cancel: [EffectCommand<FieldNotes.Action, FieldNotes.Effect>] = [.cancel(key: "sync.upload")]

  static var rows: [Table.Row] {
    [
      .on(.sync(.requested(pending: 3)), everywhere: .to(.syncing(pending: 3), asks: upload)),
      .on(.sync(.requested(pending: 0)), everywhere: .ignored("nothingPending")),
      .on(
        .sync(.networkUnavailable),
        [
          .idle: .ignored("nothingPending"), .syncing(pending: 7): .to(.offline(pending: 7)),
          .offline(pending: 7): .ignored("alreadyOffline"), .failed(pending: 7): .ignored("notSyncing"),
        ]),
      .on(
        .sync(.networkAvailable),
        [
          .idle: .ignored("notOffline"), .syncing(pending: 7): .ignored("notOffline"),
          .offline(pending: 7): .to(.syncing(pending: 7), asks: upload), .failed(pending: 7): .ignored("notOffline"),
        ]),
      .on(
        .sync(.uploadCompleted(remaining: 2)),
        [
          .idle: .ignored("late"), .syncing(pending: 7): .to(.syncing(pending: 2), asks: upload),
          .offline(pending: 7): .ignored("late"), .failed(pending: 7): .ignored("late"),
        ]),
      .on(
        .sync(.uploadCompleted(remaining: 0)),
        [
          .idle: .ignored("late"), .syncing(pending: 7): .to(.idle), .offline(pending: 7): .ignored("late"),
          .failed(pending: 7): .ignored("late"),
        ]),
      .on(
        .sync(.uploadFailed),
        [
          .idle: .ignored("late"), .syncing(pending: 7): .to(.failed(pending: 7)),
          .offline(pending: 7): .ignored("late"),
          .failed(pending: 7): .ignored("late"),
        ]),
      .on(
        .sync(.cancelled),
        [
          .idle: .ignored("nothingPending"), .syncing(pending: 7): .to(.idle, asks: cancel),
          .offline(pending: 7): .to(.idle, asks: cancel), .failed(pending: 7): .to(.idle),
        ]),
      .on(
        .sync(.retryRequested),
        [
          .idle: .illegal("nothingFailed"), .syncing(pending: 7): .illegal("nothingFailed"),
          .offline(pending: 7): .illegal("nothingFailed"), .failed(pending: 7): .to(.syncing(pending: 7), asks: upload),
        ]),
    ]
  }

  @Test("every state × event has the next state, the effects or the reason of the table, and no pair is left out")
  func table() {
    Table(of: \.sync.status, states: Self.states, events: "sync.", machine: "sync", rows: Self.rows).check()
  }

  @Test("an upload that is under way drops what is new: every request asks for one, and never two run")
  func uploadsNeverRunTwice() {
    let store = FeedStore()
    store.given {
      store.send(.sync(.requested(pending: 2)))
      store.send(.sync(.requested(pending: 3)))
    }
    #expect(store.awaited == ["sync.uploadNext sync.upload"])
    store.answer(
      .sync(.uploadNext), with: .sync(.uploadCompleted(remaining: 1)), .applied(Self.upload)
    ) { $0.sync.status = .syncing(pending: 1) }
    store.answer(.sync(.uploadNext), with: .sync(.uploadCompleted(remaining: 0))) { $0.sync.status = .idle }
    store.finish()
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
    #expect(machine.transitions.count == SyncTableTests.rows.count * SyncTableTests.states.count)
    #expect(Set(machine.transitions.map { "\($0.from) \($0.event)" }).count == machine.transitions.count)
    #expect(machine.transitions.allSatisfy { machine.states.contains($0.from) && machine.states.contains($0.to) })
  }
}
