/// A field as a payload tells it: not at all, cleared, or with its value.
public enum Told<Value> {
  /// The payload does not have the field: in a partial payload what is known stays.
  case unsaid
  /// The payload has `null` there: nothing is known any more.
  case cleared
  /// The payload has a value.
  case value(Value)

  /// The value, or nothing said where there is none.
  public init(_ value: Value?) { self = value.map { .value($0) } ?? .unsaid }

  /// What holds once this was told of a field that was `known`.
  public func over(_ known: Value?) -> Value? {
    switch self {
    case .unsaid: known
    case .cleared: nil
    case .value(let value): value
    }
  }
}

extension Told: Equatable where Value: Equatable {}
extension Told: Sendable where Value: Sendable {}

extension KeyedDecodingContainer {
  /// Reads a field that may be absent or `null`, and tells the two apart.
  func told<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Told<Value> {
    guard contains(key) else { return .unsaid }
    return try decodeNil(forKey: key) ? .cleared : .value(decode(type, forKey: key))
  }

  /// Reads a field that nothing is without: it is never `null`, and absent only where the payload is partial.
  func toldValue<Value: Decodable>(_ type: Value.Type, forKey key: Key, isPartial: Bool) throws -> Value? {
    isPartial && !contains(key) ? nil : try decode(type, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Writes a field as it was told.
  mutating func encode<Value: Encodable>(_ told: Told<Value>, forKey key: Key) throws {
    switch told {
    case .unsaid: break
    case .cleared: try encodeNil(forKey: key)
    case .value(let value): try encode(value, forKey: key)
    }
  }
}
