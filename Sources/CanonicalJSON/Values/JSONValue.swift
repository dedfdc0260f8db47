/// Any JSON value, kept so that writing it changes no number's spelling.
///
/// Two values are equal if their canonical bytes are: strings by UTF-8 bytes, numbers by spelling, objects in any order
/// of keys. Where `1` and `1.0` shall be the same, ask `isEquivalent(to:)`.
public enum JSONValue: Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number of any size, with its spelling.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object; the order of its members is kept.
  case object(JSONObject)
}

extension JSONValue {
  /// The kind of the value.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The member of that name; `nil` if there is none or this is no object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[name]
  }

  /// The element at that place; `nil` if there is none or this is no array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The string, if it is one.
  public var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The number, if it is one.
  public var number: JSONNumber? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  /// The integer, if it is a number spelled as one that fits.
  public var int: Int? { number?.int64.map { Int($0) } }

  /// The truth value, if it is one.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The elements, if it is an array.
  public var array: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members, if it is an object.
  public var object: JSONObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// Whether it is `null`.
  public var isNull: Bool { kind == .null }
}

extension JSONValue: Equatable {
  /// Whether both have the same canonical bytes.
  public static func == (one: JSONValue, other: JSONValue) -> Bool {
    one.matches(other) { $0.spelling == $1.spelling }
  }

  /// Whether both are the same value where numbers are compared as numbers, as JSON Patch's `test` asks.
  public func isEquivalent(to other: JSONValue) -> Bool {
    matches(other) { $0.isNumericallyEqual(to: $1) }
  }

  private func matches(_ other: JSONValue, numbers: (JSONNumber, JSONNumber) -> Bool) -> Bool {
    switch (self, other) {
    case (.null, .null): return true
    case (.bool(let one), .bool(let two)): return one == two
    case (.number(let one), .number(let two)): return numbers(one, two)
    case (.string(let one), .string(let two)): return UTF8Order.areEqual(one, two)
    case (.array(let one), .array(let two)):
      return one.count == two.count && zip(one, two).allSatisfy { $0.matches($1, numbers: numbers) }
    case (.object(let one), .object(let two)):
      return one.count == two.count
        && one.members.allSatisfy { member in
          two[member.name].map { member.value.matches($0, numbers: numbers) } ?? false
        }
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): return false
    }
  }
}
