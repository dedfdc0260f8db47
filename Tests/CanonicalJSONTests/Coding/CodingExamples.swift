import CanonicalJSON

/// Types of every shape that `Codable` knows, as a domain would write them.
struct Everything: Codable, Equatable {
  var flag = true
  var int = Int.min
  var int8 = Int8.min
  var int16 = Int16.min
  var int32 = Int32.min
  var int64 = Int64.max
  var uint = UInt.max
  var uint8 = UInt8.max
  var uint16 = UInt16.max
  var uint32 = UInt32.max
  var uint64 = UInt64.max
  var double = 0.1
  var float = Float(0.1)
  var text = "ä\n\u{2028}"
  var none: Int?
  var some: String? = ""
  var list = [1, 2, 3]
  var nested: [[String?]] = [["a", nil], []]
  var byName = ["b": 1.5, "a": -0.25]
  var byNumber = [10: true, 9: false]
  var byEnum: [Colour: Int] = [.red: 1, .darkGreen: 2]
  var byID: [Tag: [Tag]] = [Tag(text: "x"): [Tag(text: "y")]]
  var byPoint: [Point: String] = [Point(x: 2, y: 1): "b", Point(x: 1, y: 9): "a"]
  var set: Set<String> = ["c", "a", "b"]
  var shape = Shape.polygon([Point(x: 1, y: 2)], label: "l")
  var empty = Shape.nothing
  var origin = Shape.point(Point(x: 0, y: 0))
  var free: JSONValue = ["n": .number(JSONNumber(spelling: "1.000000000000000000000001")!)]
  var unit = Unit()
  var base = Derived(a: 1, b: 2)
  var at = Timestamp(microseconds: 6)
}

enum Colour: String, Codable, CaseIterable {
  case red
  case darkGreen = "dark-green"
}

extension Colour: CodingKeyRepresentable {}

/// A wrapper that codes as one string, also as a key.
struct Tag: Codable, Hashable, CodingKeyRepresentable {
  var text: String
  init(text: String) { self.text = text }
  init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
  var codingKey: any CodingKey { NameKey(stringValue: text) }
  init?<T: CodingKey>(codingKey: T) { text = codingKey.stringValue }
}

struct NameKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

struct Point: Codable, Hashable {
  var x: Int
  var y: Int
}

enum Shape: Codable, Equatable {
  case nothing
  case point(Point)
  case polygon([Point], label: String?)
}

struct Unit: Codable, Equatable {}

class Base: Codable {
  var a: Int
  init(a: Int) { self.a = a }
}

/// Writes its superclass with `superEncoder`, into a member named "super".
final class Derived: Base, Equatable {
  var b: Int

  init(a: Int, b: Int) {
    self.b = b
    super.init(a: a)
  }

  private enum Keys: CodingKey {
    case b
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    b = try container.decode(Int.self, forKey: .b)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(b, forKey: .b)
  }

  static func == (one: Derived, other: Derived) -> Bool { one.a == other.a && one.b == other.b }
}

/// Codes flat things nested and nested ones flat, by hand.
struct Reshaped: Codable, Equatable {
  var x: Int
  var y: Int
  var rest: [Int]

  private enum Outer: CodingKey {
    case inner
    case list
  }
  private enum Inner: CodingKey {
    case x
    case y
  }

  init(x: Int, y: Int, rest: [Int]) {
    self.x = x
    self.y = y
    self.rest = rest
  }

  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Outer.self)
    let inner = try outer.nestedContainer(keyedBy: Inner.self, forKey: .inner)
    x = try inner.decode(Int.self, forKey: .x)
    var list = try outer.nestedUnkeyedContainer(forKey: .list)
    var first = try list.nestedContainer(keyedBy: Inner.self)
    y = try first.decode(Int.self, forKey: .y)
    first = try list.nestedContainer(keyedBy: Inner.self)
    rest = []
    var tail = try list.nestedUnkeyedContainer()
    while !tail.isAtEnd {
      if try !tail.decodeNil() { rest.append(try tail.decode(Int.self)) }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Outer.self)
    var list = outer.nestedUnkeyedContainer(forKey: .list)
    var inner = outer.nestedContainer(keyedBy: Inner.self, forKey: .inner)
    var first = list.nestedContainer(keyedBy: Inner.self)
    _ = list.nestedContainer(keyedBy: Inner.self)
    var tail = list.nestedUnkeyedContainer()
    for value in rest {
      try tail.encodeNil()
      try tail.encode(value)
    }
    try first.encode(y, forKey: .y)
    try inner.encode(x, forKey: .x)
  }
}
