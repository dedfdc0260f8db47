/// A state, what can happen to it, and what that leads to.
///
/// The reducer is pure: no clock, no randomness, no I/O, no environment, no iteration order of a `Dictionary` or
/// `Set`. Time and identity come from the ``Moment`` or with the action.
public protocol Domain: Sendable {
  /// The facts; a tree of parts that know their digests.
  associatedtype State: StateTree
  /// What can happen.
  associatedtype Action: ActionGroup
  /// What can be asked of the outside world.
  associatedtype Effect: Codable & Hashable & Sendable

  /// The name that stands in the journal's segment headers.
  static var name: String { get }
  /// Raised when the reducer's meaning changes; digests and outcomes bind only under the version they were
  /// written with.
  static var version: Int { get }
  /// The state before the first action.
  static var initialState: State { get }

  /// Changes the state in place as the action says; ignored and illegal actions leave it equal.
  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect>

  /// Every action with an example, a line about it and who may dispatch it.
  static var actions: ActionCatalogue<Action> { get }
  /// The named views of the state; none by default.
  static var selectors: [Selector<State>] { get }
  /// The ways from old payload versions to the current ones; none by default.
  static var upcasters: [Upcaster] { get }
  /// The state machines worth drawing; none by default.
  static var machines: [MachineDescription] { get }

  /// What is wrong with a state that no sequence of actions may lead to; nothing by default.
  static func violations(in state: State) -> [String]

  /// Takes one journaled action in replay; see ``Reduction/replay(_:_:journalsEffects:)``.
  ///
  /// No domain writes its own. It is a requirement so that the standard one is compiled in the domain's module, for
  /// the domain's types: replay, which knows a domain only as a type parameter, then runs that.
  static func replay(
    _ action: JournaledAction, _ now: Moment, journalsEffects: Bool, in reduction: inout Reduction<Self>
  ) throws(ActionDecodeFailure) -> Replayed
}

extension Domain {
  /// No named views.
  public static var selectors: [Selector<State>] { [] }
  /// No old payload versions.
  public static var upcasters: [Upcaster] { [] }
  /// No machines to draw.
  public static var machines: [MachineDescription] { [] }
  /// No invariants.
  public static func violations(in state: State) -> [String] { [] }

  /// Decodes, reduces and settles the digest.
  @inlinable
  public static func replay(
    _ action: JournaledAction, _ now: Moment, journalsEffects: Bool, in reduction: inout Reduction<Self>
  ) throws(ActionDecodeFailure) -> Replayed {
    reduction.replay(try reduction.coding.decode(action), now, journalsEffects: journalsEffects)
  }
}
