import SystemCalls

/// A thread that does one piece of work after another, in the order in which they were handed over.
///
/// For what may block or take long: the engine's thread never does. Patient work, of which there may be much, takes
/// turns with the rest, so that neither waits for more than one piece of the other.
final class WorkThread: Sendable {
  typealias Work = @Sendable () -> Void

  private struct State: Sendable {
    var prompt = WorkQueue()
    var patient = WorkQueue()
    /// Whose turn it is where both have work.
    var isPatientNext = false
    var isStopped = false
  }

  private let state = ConditionLock(State())
  private let thread: Thread

  /// Starts the thread under `name` (15 bytes at most).
  init(name: String) throws(SystemError) {
    let state = state
    thread = try Thread(name: name) {
      while let piece = state.wait(for: Self.take) { piece() }
    }
  }

  /// Hands over a piece of work. After `stop` nothing is taken any more.
  ///
  /// Any thread may call it.
  func submit(_ work: @escaping Work) {
    state.change { if !$0.isStopped { $0.prompt.append(work) } }
  }

  /// Hands over a short piece of work of a kind of which there may be much. After `stop` nothing is taken any more.
  ///
  /// Any thread may call it.
  func submitPatient(_ work: @escaping Work) {
    state.change { if !$0.isStopped { $0.patient.append(work) } }
  }

  /// Lets the piece at hand end and drops the rest. Does not wait: a piece may take as long as it likes.
  func stop() {
    state.change {
      $0.isStopped = true
      $0.prompt = WorkQueue()
      $0.patient = WorkQueue()
    }
  }

  /// What there is to do; an inner nil ends the thread, an outer one means to wait.
  @Sendable private static func take(_ state: inout State) -> Work?? {
    if state.isStopped { return .some(nil) }
    let first = state.isPatientNext ? state.patient.next() : state.prompt.next()
    if let first {
      state.isPatientNext.toggle()
      return first
    }
    let second = state.isPatientNext ? state.prompt.next() : state.patient.next()
    return second.map { .some($0) }
  }
}

/// Pieces of work in the order in which they came.
private struct WorkQueue: Sendable {
  private var pieces: [WorkThread.Work?] = []
  private var head = 0

  mutating func append(_ work: @escaping WorkThread.Work) { pieces.append(work) }

  /// The first piece, taken out.
  ///
  /// - Complexity: O(1), amortised.
  mutating func next() -> WorkThread.Work? {
    guard head < pieces.count else { return nil }
    let piece = pieces[head]
    // What it holds on to goes with it.
    pieces[head] = nil
    head += 1
    if head == pieces.count {
      pieces.removeAll(keepingCapacity: head < 1_024)
      head = 0
    } else if head > 1_024, head * 2 > pieces.count {
      pieces.removeFirst(head)
      head = 0
    }
    return piece
  }
}
