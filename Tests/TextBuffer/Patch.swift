import CanonicalJSON

/// One change of a text: so many scalars deleted at a position, and a text inserted there.
///
/// On the wire it is an array of three, as in the recorded sessions: `[2206,0,"r"]`.
public struct Patch: Sendable {
  /// Scalars before the change.
  public var position: Int
  /// Scalars deleted there.
  public var deleted: Int
  /// What is inserted there.
  public var inserted: String

  /// A change.
  public init(_ position: Int, _ deleted: Int, _ inserted: String) {
    self.position = position
    self.deleted = deleted
    self.inserted = inserted
  }
}

extension Patch: Equatable {
  /// Whether both are the same change; texts are compared by their bytes.
  public static func == (left: Patch, right: Patch) -> Bool {
    left.position == right.position && left.deleted == right.deleted
      && left.inserted.utf8.elementsEqual(right.inserted.utf8)
  }
}

extension Patch: Codable {
  /// Reads an array of three.
  public init(from decoder: any Decoder) throws {
    var parts = try decoder.unkeyedContainer()
    position = try parts.decode(Int.self)
    deleted = try parts.decode(Int.self)
    inserted = try parts.decode(String.self)
    guard parts.isAtEnd else {
      throw DecodingError.dataCorruptedError(in: parts, debugDescription: "a position, a count and a text")
    }
  }

  /// Writes an array of three.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.unkeyedContainer()
    try parts.encode(position)
    try parts.encode(deleted)
    try parts.encode(inserted)
  }
}

extension Patch: CanonicalReadable {
  /// Reads an array of three, as `Codable` does.
  public init(from reader: inout JSONReader) throws(JSONError) {
    try reader.beginArray()
    try Self.expectElement(&reader)
    position = try reader.readInt()
    try Self.expectElement(&reader)
    deleted = try reader.readInt()
    try Self.expectElement(&reader)
    inserted = try reader.readString()
    guard try !reader.nextElement() else {
      throw JSONError(.refused("a position, a count and a text"), at: reader.offset)
    }
  }

  private static func expectElement(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.nextElement() else {
      throw JSONError(.refused("a position, a count and a text"), at: reader.offset)
    }
  }
}
