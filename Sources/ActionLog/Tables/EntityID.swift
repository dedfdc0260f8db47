/// An id of an entity: a wrapper around one text, compared, ordered and hashed by its UTF-8 bytes.
///
/// A conforming type gives `text` and `init(_:)`; everything else comes by itself:
///
///     struct NoteID: EntityID {
///       let text: String
///       init(_ text: String) { self.text = text }
///     }
///
/// It codes as a plain JSON string, and as a key of a JSON object.
public protocol EntityID: Codable, Hashable, Comparable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral, CodingKeyRepresentable
{
  /// The id as it stands in JSON.
  var text: String { get }

  /// The id with this text; any text is an id.
  init(_ text: String)
}

extension EntityID {
  /// Whether both ids are the same bytes: "é" composed and decomposed are two ids.
  public static func == (left: Self, right: Self) -> Bool {
    TextOrder.areEqual(left.text, right.text)
  }

  /// Whether `left` comes before `right` in ascending UTF-8 bytes.
  public static func < (left: Self, right: Self) -> Bool {
    TextOrder.precedes(left.text, right.text)
  }

  /// Feeds the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    var count = 0
    for byte in text.utf8 {
      hasher.combine(byte)
      count += 1
    }
    hasher.combine(count)
  }

  /// The text of the id.
  public var description: String { text }

  /// The id that a literal spells.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Writes the id as a plain string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Reads the id from a plain string.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// The id as a key of a JSON object.
  public var codingKey: any CodingKey { TextKey(text) }

  /// The id that a key of a JSON object spells.
  public init?<Key: CodingKey>(codingKey: Key) {
    self.init(codingKey.stringValue)
  }
}

/// A coding key of any text.
struct TextKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ text: String) {
    stringValue = text
  }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    nil
  }
}
