/// A state machine of a domain that is worth drawing.
public struct MachineDescription: Hashable, Sendable {
  /// One designed transition.
  public struct Transition: Hashable, Sendable {
    /// The state before.
    public let from: String
    /// The event: the type of the action, with a condition where the type alone does not decide.
    public let event: String
    /// The state after; the same as `from` where the event changes nothing.
    public let to: String
    /// What is asked for, or why the event is ignored or illegal; may be empty.
    public let note: String

    /// Names a transition.
    public init(_ from: String, _ event: String, _ to: String, _ note: String = "") {
      self.from = from
      self.event = event
      self.to = to
      self.note = note
    }
  }

  /// The name, such as `sync`.
  public let name: String
  /// What the machine is for, in one line.
  public let summary: String
  /// Where in the state's JSON the machine's state stands, as a JSON Pointer.
  public let pointer: String
  /// The states; the first one is where the machine begins.
  public let states: [String]
  /// The designed transitions.
  public let transitions: [Transition]

  /// Describes a machine.
  public init(name: String, summary: String, pointer: String, states: [String], transitions: [Transition]) {
    self.name = name
    self.summary = summary
    self.pointer = pointer
    self.states = states
    self.transitions = transitions
  }
}
