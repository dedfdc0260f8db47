import CanonicalJSON

extension EntityList: Codable {
  /// Writes the list as an array.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }

  /// Reads the list from an array.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { append(try container.decode(Element.self)) }
  }
}

extension EntityList {
  /// Writes the list as an array.
  func writeJSON(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in self { coding.values.write(element, &writer) }
    writer.endArray()
  }
}
