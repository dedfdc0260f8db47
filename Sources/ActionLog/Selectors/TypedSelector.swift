import CanonicalJSON

/// A selector whose arguments and value have types: a named question to the state that says what it reads.
///
///     let document = TypedSelector(
///       "feed.document", "one document", arguments: DocumentArguments.self,
///       reads: { [.row("feed.documentsByID", $0.id)] }
///     ) { (state: State, arguments) in state.feed.documentsByID[arguments.id] }
///
/// In one process it is asked as it is; `Selector(document)` is its form for the wire.
public struct TypedSelector<
  State: StateTree, Arguments: Decodable & Sendable, Value: Encodable & Equatable & Sendable
>: Sendable {
  /// The name, unique within the domain.
  public let name: String
  /// What it tells, for people.
  public let summary: String
  /// What it takes.
  public let arguments: [SelectorArgument]
  /// What it reads, given its arguments.
  public let reads: @Sendable (Arguments) -> [Read]
  /// The value; a pure function of state and arguments.
  public let select: @Sendable (State, Arguments) -> Value

  /// A selector that takes arguments, described by what their `Decodable` asks for.
  public init(
    _ name: String, _ summary: String, arguments: Arguments.Type,
    reads: @escaping @Sendable (Arguments) -> [Read],
    select: @escaping @Sendable (State, Arguments) -> Value
  ) {
    self.name = name
    self.summary = summary
    self.arguments = ArgumentProbe.describe(arguments, selector: name)
    self.reads = reads
    self.select = select
  }
}

extension TypedSelector where Arguments == NoArguments {
  /// A selector that takes no arguments.
  public init(
    _ name: String, _ summary: String, reads: [Read], select: @escaping @Sendable (State) -> Value
  ) {
    self.init(name, summary, arguments: NoArguments.self, reads: { _ in reads }, select: { state, _ in select(state) })
  }
}
