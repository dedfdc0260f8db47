import ActionLog
import CanonicalJSON
import Testing

/// The transition table of a state machine inside a domain's state: every state × event, with what comes of it.
///
///     TransitionTable<Door, DoorState>(
///       of: \.door, states: [.open, .shut, .locked],
///       rows: [
///         .on(.pushed, [.open: .ignored("isOpen"), .shut: .to(.open), .locked: .illegal("isLocked")]),
///         .on(.keyTurned, [.open: .illegal("isOpen"), .shut: .to(.locked), .locked: .to(.shut)]),
///       ]
///     ).check()
///
/// A pair that nobody wrote down is a failure, and so is an action of the catalogue without a row; of a domain with
/// several features, `events` says which actions are the machine's. All failures come as one, a line per cell.
public struct TransitionTable<D: Domain, Value: Codable & Equatable & Sendable> {
  /// What an event does in a state.
  public enum Cell {
    /// The machine goes to that state, or stays there, and asks for these effects.
    case to(Value, asks: [EffectCommand<D.Action, D.Effect>] = [])
    /// The event came late, twice or for nothing; a reason without a text stands for any text.
    case ignored(Reason)
    /// The event cannot follow.
    case illegal(Reason)
  }

  /// What an event does in each state.
  public struct Row {
    let event: D.Action
    let cells: [(state: Value, cell: Cell)]
    let everywhere: Cell?

    /// An event with a cell for each state, the state first.
    public static func on(_ event: D.Action, _ cells: KeyValuePairs<Value, Cell>) -> Row {
      Row(event: event, cells: cells.map { ($0.key, $0.value) }, everywhere: nil)
    }

    /// An event that does the same in every state.
    public static func on(_ event: D.Action, everywhere cell: Cell) -> Row {
      Row(event: event, cells: [], everywhere: cell)
    }
  }

  let states: [Value]
  let prefix: String
  let machine: String?
  let rows: [Row]
  let start: D.State
  let read: (D.State) -> Value
  let put: (inout D.State, Value) -> Void

  /// A table of a machine whose state is a value of the domain's state.
  ///
  /// - Parameters:
  ///   - states: one example of each state.
  ///   - prefix: what the names of the machine's events begin with, such as `sale.`; each such action of the catalogue
  ///     needs a row, and no other may have one.
  ///   - machine: the name of the machine in `D.machines`, if it is described there: each of its states needs an
  ///     example.
  ///   - rows: the events; the same action may stand in several rows, with other values.
  ///   - start: the state around the machine.
  public init(
    of part: WritableKeyPath<D.State, Value>, states: [Value], events prefix: String = "", machine: String? = nil,
    rows: [Row], from start: D.State = D.initialState
  ) {
    self.init(
      states: states, events: prefix, machine: machine, rows: rows, from: start, read: { $0[keyPath: part] },
      put: { $0[keyPath: part] = $1 })
  }

  /// A table of a machine whose state is spread over the domain's state: `read` and `put` bring it together.
  public init(
    states: [Value], events prefix: String = "", machine: String? = nil, rows: [Row],
    from start: D.State = D.initialState, read: @escaping (D.State) -> Value,
    put: @escaping (inout D.State, Value) -> Void
  ) {
    self.states = states
    self.prefix = prefix
    self.machine = machine
    self.rows = rows
    self.start = start
    self.read = read
    self.put = put
  }

  /// Tries every cell, and looks for what is missing.
  ///
  /// - Complexity: O(states × rows), each with one reduction of a fresh state.
  public func check(
    reporter: FailureReporter = .swiftTesting, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var check = TableCheck(self)
    check.run()
    guard let text = check.text else { return }
    reporter.report(text, at: sourceLocation)
  }
}
