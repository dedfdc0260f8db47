import ActionLog
import JournalStorage
import Synchronization

/// What other threads have for the engine.
enum EngineMessage<Action: Sendable>: Sendable {
  /// The commit thread is done with the group it was given.
  case committed(CommitResult)
  /// A performer reports on an effect.
  case report(EffectID, EffectReport<Action>)
  /// The reader thread has computed a value.
  case read(UInt64, ReadResult)
  /// The reader thread has read a piece of history for a follower of a connection.
  case history(UInt64, ConnectionID, HistoryPiece)
  /// The reader thread has evaluated queries that are watched.
  case evaluated(Evaluation)
  /// The daemon is to stop as on SIGTERM.
  case stop
}

/// Where other threads leave messages for the engine, which is woken by the event loop.
final class Inbox<Action: Sendable>: Sendable {
  private let messages = Mutex<[EngineMessage<Action>]>([])
  private let wake: @Sendable () -> Void

  /// An inbox whose owner is woken by `wake`.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Leaves a message. Any thread may call it.
  func post(_ message: EngineMessage<Action>) {
    messages.withLock { $0.append(message) }
    wake()
  }

  /// Takes all messages out, in the order in which they came.
  func take() -> [EngineMessage<Action>] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
