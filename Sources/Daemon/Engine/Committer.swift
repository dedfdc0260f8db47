import JournalStorage
import RecordFormat
import SystemCalls

/// How the commit of one group ended.
struct CommitResult: Sendable {
  /// The hash of the last record, or why the journal is dead.
  var outcome: Result<RecordHash, JournalError>
  /// The group's lines as they are stored, where they were asked for.
  var lines: [UInt8]?
  /// How long it took, in nanoseconds.
  var nanoseconds: Int64
}

/// Commits groups, one at a time: on a thread of its own, or on the caller's.
///
/// The writer has one owner at a time: the engine's thread while nothing is in flight; `start` hands it to the commit
/// thread, and the result hands it back.
final class Committer: Sendable {
  private struct Order: Sendable {
    var group: CommitGroup
    var keepsLines: Bool
  }

  private struct Handover: Sendable {
    var order: Order?
    var isStopped = false
  }

  /// For the engine's thread, with nothing in flight; its status for any thread at any time.
  let writer: JournalWriter
  private let handover: ConditionLock<Handover>
  private let thread: Thread

  /// Takes over the writer; `done` is called on the commit thread with each result.
  init(writer: JournalWriter, done: @escaping @Sendable (CommitResult) -> Void) throws(SystemError) {
    let handover = ConditionLock(Handover())
    self.writer = writer
    self.handover = handover
    thread = try Thread(name: "commit") {
      while let order = handover.wait(for: Self.take) { done(Self.commit(order, to: writer)) }
    }
  }

  /// Commits a group on the calling thread, with nothing in flight.
  func commitHere(_ group: CommitGroup, keepsLines: Bool = false) -> CommitResult {
    Self.commit(Order(group: group, keepsLines: keepsLines), to: writer)
  }

  /// Hands a group to the commit thread, with nothing in flight.
  func start(_ group: CommitGroup, keepsLines: Bool) {
    handover.change { handover in
      precondition(handover.order == nil, "one group is committed at a time")
      handover.order = Order(group: group, keepsLines: keepsLines)
    }
  }

  /// Ends the thread and waits for it; a group in flight is committed first.
  func stop() {
    handover.change { $0.isStopped = true }
    thread.join()
  }

  /// Room that is reserved again after each commit, where there is that much: the longest line, and what a burst of
  /// groups takes meanwhile.
  private static let roomAhead = 24 << 20

  private static func commit(_ order: Order, to writer: JournalWriter) -> CommitResult {
    let begin = Clock.monotonicNanoseconds()
    let outcome: Result<RecordHash, JournalError>
    var lines: [UInt8]?
    do throws(JournalError) {
      let committed = try writer.commit(order.group, keepsLines: order.keepsLines)
      lines = committed.lines
      outcome = .success(committed.head.hash)
    } catch {
      outcome = .failure(error)
    }
    let nanoseconds = Int64(Clock.monotonicNanoseconds() - begin)
    // Ahead of need, and where it keeps nobody waiting; that it may fail is no news until room is needed.
    if case .success = outcome, writer.roomBytes < roomAhead { _ = writer.reserve(atLeast: roomAhead) }
    return CommitResult(outcome: outcome, lines: lines, nanoseconds: nanoseconds)
  }

  /// A group to commit; an inner nil ends the thread, an outer one means to wait.
  @Sendable private static func take(_ handover: inout Handover) -> Order?? {
    if let order = handover.order {
      handover.order = nil
      return .some(order)
    }
    return handover.isStopped ? .some(nil) : nil
  }
}
