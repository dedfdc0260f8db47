/// Finds out which members a `Decodable` reads, by letting it read from nothing and noting what it asks for.
struct ArgumentProbe {
  /// The members that `type` reads.
  ///
  /// Arguments that refuse made-up values before they asked for everything must be `DescribedArguments`; others stop
  /// the program when the selector is made.
  static func describe<Arguments: Decodable>(_ type: Arguments.Type, selector: String) -> [SelectorArgument] {
    if let described = type as? any DescribedArguments.Type { return described.described }
    let notes = ProbeNotes()
    do {
      _ = try Arguments(from: ProbeDecoder(notes: notes))
    } catch {
      preconditionFailure(
        "The arguments of \(selector) cannot be described (\(error)); let \(Arguments.self) be DescribedArguments")
    }
    return notes.arguments
  }
}

/// What was asked for so far; lives for one probe on one thread.
final class ProbeNotes {
  private(set) var arguments: [SelectorArgument] = []

  func note(_ name: String, _ type: String, required: Bool) {
    if arguments.contains(where: { $0.name == name }) { return }
    arguments.append(SelectorArgument(name: name, type: type, required: required))
  }
}

/// A decoder that has every value anyone asks for.
///
/// Only the outermost one takes notes.
struct ProbeDecoder: Decoder {
  let notes: ProbeNotes?
  /// How often made-up values may contain one another before the probe gives up.
  var depth = 0
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbeKeyed<Key>(notes: notes, depth: depth))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { ProbeUnkeyed() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { ProbeSingle(depth: depth) }

  /// A made-up value: the first case of an enum with a list of cases, otherwise one read from made-up parts.
  static func makeUp<Value: Decodable>(_ type: Value.Type, depth: Int) throws -> Value {
    if let cases = type as? any CaseIterable.Type, let value = first(of: cases) as? Value { return value }
    guard depth < 16 else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "it contains itself"))
    }
    return try Value(from: ProbeDecoder(notes: nil, depth: depth + 1))
  }

  private static func first<Cases: CaseIterable>(of _: Cases.Type) -> Cases? { Cases.allCases.first }
}

extension ProbeDecoder {
  /// What JSON a value of this type is.
  static func kind<Value>(of type: Value.Type) -> String {
    switch type {
    case is Bool.Type: "boolean"
    case is any FixedWidthInteger.Type: "integer"
    case is any BinaryFloatingPoint.Type: "number"
    case is String.Type, is any EntityID.Type: "string"
    default: "\(type)".hasPrefix("Array<") ? "array" : rawKind(of: type)
    }
  }

  private static func rawKind<Value>(of type: Value.Type) -> String {
    guard let raw = type as? any RawRepresentable.Type else { return "object" }
    return rawValueKind(of: raw)
  }

  private static func rawValueKind<Raw: RawRepresentable>(of _: Raw.Type) -> String { kind(of: Raw.RawValue.self) }
}
