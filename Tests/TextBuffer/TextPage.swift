import CanonicalJSON

/// A run of chunks: how many, and how many scalars they have together.
///
/// A position is found by passing whole pages, then whole chunks of one page.
public struct TextPage: Codable, Equatable, Sendable {
  /// How many chunks.
  public var chunks: Int
  /// How many scalars they have together.
  public var scalars: Int
}

extension TextPage: CanonicalWritable {
  /// Writes the page as `Codable` would.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("chunks")
    writer.integer(chunks)
    writer.key("scalars")
    writer.integer(scalars)
    writer.endObject()
  }
}
