/// An argument that a selector takes, as `describe` shows it.
public struct SelectorArgument: Codable, Equatable, Sendable {
  /// The name of the member in `args`.
  public let name: String
  /// What the value is: `string`, `integer`, `number`, `boolean`, `array`, `object`.
  public let type: String
  /// Whether it must be given.
  public let required: Bool
  /// What it means, for people; may be empty.
  public let summary: String

  /// Describes an argument.
  public init(name: String, type: String, required: Bool, summary: String = "") {
    self.name = name
    self.type = type
    self.required = required
    self.summary = summary
  }
}

/// Arguments that describe themselves, where what their `Decodable` asks for does not tell.
public protocol DescribedArguments {
  /// The members they are read from.
  static var described: [SelectorArgument] { get }
}

/// The arguments of a selector that takes none.
public struct NoArguments: Codable, Hashable, Sendable {
  /// Nothing.
  public init() {}
}
