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

  // No domain writes the following steps of its own. They are requirements so that the standard ones are compiled in
  // the domain's module, for the domain's types: engine and replay know a domain only as a type parameter, and by these
  // they run code that knows it well.

  /// Reads an action at the door; see ``ActionCoding/decode(type:v:payload:strict:)``.
  static func decode(
    type: String, v: Int, payload: UnsafeBufferPointer<UInt8>, by coding: ActionCoding<Self>
  ) throws(ActionDecodeFailure) -> Action

  /// Takes one action; see ``Reduction/reduce(_:_:)``.
  static func reduce(
    _ action: Action, _ now: Moment, in reduction: inout Reduction<Self>
  ) throws(DomainFault) -> Reduced

  /// Takes one journaled action in replay; see ``Reduction/replay(_:_:journalsEffects:)``.
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

  /// Decodes strictly.
  @inlinable
  public static func decode(
    type: String, v: Int, payload: UnsafeBufferPointer<UInt8>, by coding: ActionCoding<Self>
  ) throws(ActionDecodeFailure) -> Action {
    try coding.decode(type: type, v: v, payload: payload, strict: true)
  }

  /// Reduces, settles the digest, and journals what is asked for.
  @inlinable
  public static func reduce(
    _ action: Action, _ now: Moment, in reduction: inout Reduction<Self>
  ) throws(DomainFault) -> Reduced {
    try reduction.reduce(action, now)
  }

  /// Decodes, reduces and settles the digest.
  @inlinable
  public static func replay(
    _ action: JournaledAction, _ now: Moment, journalsEffects: Bool, in reduction: inout Reduction<Self>
  ) throws(ActionDecodeFailure) -> Replayed {
    reduction.replay(try reduction.coding.decode(action), now, journalsEffects: journalsEffects)
  }
}
