import ActionLog

/// A text in chunks, with positions in Unicode scalars.
///
/// A keystroke changes one chunk, the page that counts it, and the length; now and then it cuts a chunk or a page in
/// two or joins it with a neighbour. Where cuts fall follows from the edits alone, so every replay cuts alike.
public struct ChunkedText: StateTree {
  /// Scalars in a chunk at most.
  public static let mostScalars = 256
  /// Scalars in a chunk at least, unless it is the only one.
  public static let leastScalars = 64
  /// Chunks in a page at most.
  public static let mostChunks = 32
  /// Chunks in a page at least, unless it is the only one.
  public static let leastChunks = 8

  /// The text, cut into pieces.
  public internal(set) var chunks = EntityList<TextChunk>()
  /// Runs of chunks, in order.
  public internal(set) var pages = EntityList<TextPage>()
  /// How many scalars the text has.
  @Tracked public internal(set) var length = 0

  /// An empty text.
  public init() {}

  /// Names the parts.
  public mutating func visit(_ parts: inout some PartVisitor) {
    parts.visit("chunks", &chunks)
    parts.visit("pages", &pages)
    parts.visit("length", &_length)
  }

  /// The whole text.
  ///
  /// - Complexity: O(text).
  public var string: String {
    var bytes: [UInt8] = []
    for chunk in chunks { bytes += chunk.bytes }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The scalars of a range, as far as there are such.
  ///
  /// - Complexity: O(pages + the range).
  public func string(in range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<length)
    if range.isEmpty { return "" }
    let place = locate(range.lowerBound, deleting: true)
    var bytes: [UInt8] = []
    var (start, left) = (place.offset, range.count)
    for chunk in chunks.elements(from: place.chunk) {
      let end = min(chunk.count, start + left)
      bytes += chunk.bytes[chunk.byteOffset(of: start)..<chunk.byteOffset(of: end)]
      left -= end - start
      if left == 0 { break }
      start = 0
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
