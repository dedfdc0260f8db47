import CanonicalJSON

/// A named question to the state, with arguments and value as JSON: what `get` and `subscribe` ask.
public struct Selector<State: StateTree>: Sendable {
  /// The name, unique within the domain.
  public let name: String
  /// What it tells, for people.
  public let summary: String
  /// What it takes.
  public let arguments: [SelectorArgument]
  private let readsOf: @Sendable (JSONValue) throws(SelectorFailure) -> [Read]
  private let readsOfMadeUp: @Sendable () -> [Read]?
  private let evaluateOn: @Sendable (State, JSONValue) throws(SelectorFailure) -> [UInt8]

  /// The wire form of a typed selector.
  public init<Arguments, Value>(_ typed: TypedSelector<State, Arguments, Value>) {
    name = typed.name
    summary = typed.summary
    arguments = typed.arguments
    readsOf = { (json) throws(SelectorFailure) in typed.reads(try Self.decode(json)) }
    readsOfMadeUp = {
      guard let madeUp = try? Arguments(from: ProbeDecoder(notes: nil)) else { return nil }
      return typed.reads(madeUp)
    }
    evaluateOn = { (state, json) throws(SelectorFailure) in
      try Self.encode(typed.select(state, try Self.decode(json)))
    }
  }

  /// A selector that takes arguments, described by what their `Decodable` asks for.
  public init<Arguments: Decodable & Sendable, Value: Encodable & Equatable & Sendable>(
    _ name: String, _ summary: String, arguments: Arguments.Type,
    reads: @escaping @Sendable (Arguments) -> [Read],
    select: @escaping @Sendable (State, Arguments) -> Value
  ) {
    self.init(TypedSelector(name, summary, arguments: arguments, reads: reads, select: select))
  }

  /// A selector that takes no arguments.
  public init<Value: Encodable & Equatable & Sendable>(
    _ name: String, _ summary: String, reads: [Read], select: @escaping @Sendable (State) -> Value
  ) {
    self.init(TypedSelector(name, summary, reads: reads, select: select))
  }

  /// What is read, given arguments.
  ///
  /// - Throws: `SelectorFailure` where the arguments are not what the selector takes.
  public func reads(_ arguments: JSONValue) throws(SelectorFailure) -> [Read] {
    try readsOf(arguments)
  }

  /// What is read with the arguments that the probe makes up; nil where they refuse made-up values and need some.
  func probedReads() -> [Read]? { readsOfMadeUp() ?? (try? reads([:])) }

  /// The value as canonical JSON.
  ///
  /// - Throws: `SelectorFailure` where the arguments are not what the selector takes, or the value has no JSON.
  public func evaluate(_ state: State, _ arguments: JSONValue) throws(SelectorFailure) -> [UInt8] {
    try evaluateOn(state, arguments)
  }

  /// Reads arguments strictly; `null` is as good as none.
  private static func decode<Arguments: Decodable>(_ json: JSONValue) throws(SelectorFailure) -> Arguments {
    let given = json.isNull ? [:] : json
    do {
      return try CanonicalDecoder(unknownMembers: .refuse).decode(Arguments.self, from: given.canonicalBytes)
    } catch {
      throw SelectorFailure(error)
    }
  }

  private static func encode(_ value: some Encodable) throws(SelectorFailure) -> [UInt8] {
    do {
      return try CanonicalEncoder().encode(value)
    } catch {
      throw .noJSON(why: "\(error)")
    }
  }
}
