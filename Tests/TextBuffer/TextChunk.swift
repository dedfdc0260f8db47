import CanonicalJSON

/// A run of text, as UTF-8, that knows how many Unicode scalars (code points) it has.
public struct TextChunk: Equatable, Sendable {
  /// The text; never empty inside a `ChunkedText`.
  public internal(set) var bytes: [UInt8]
  /// How many scalars it has.
  public internal(set) var count: Int

  /// Where a scalar begins, in bytes.
  ///
  /// - Complexity: O(1) in plain ASCII, O(bytes) otherwise.
  func byteOffset(of scalar: Int) -> Int {
    if bytes.count == count { return scalar }
    return bytes.withUnsafeBufferPointer { UTF8Length.offset(of: scalar, in: $0) }
  }

  /// Puts a text in place of a range of scalars.
  mutating func replace(_ range: Range<Int>, with text: String, scalars: Int) {
    let place = byteOffset(of: range.lowerBound)..<byteOffset(of: range.upperBound)
    bytes.replaceSubrange(place, with: text.utf8)
    count += scalars - range.count
  }
}

extension TextChunk: Codable {
  /// Reads a string.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self.init(bytes: Array(text.utf8), count: UTF8Length.scalars(of: text))
  }

  /// Writes a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: bytes, as: UTF8.self))
  }
}

extension TextChunk: CanonicalWritable {
  /// Writes a string, as `Codable` does.
  public func write(to writer: inout JSONWriter) {
    bytes.withUnsafeBufferPointer { writer.string(utf8: $0) }
  }
}

/// Lengths of UTF-8 in scalars.
enum UTF8Length {
  /// How many scalars a text has.
  ///
  /// - Complexity: O(bytes).
  static func scalars(of text: String) -> Int {
    var count = 0
    for byte in text.utf8 where isStart(byte) { count &+= 1 }
    return count
  }

  /// Where the scalar number `scalar` begins; the end, where there are just so many.
  static func offset(of scalar: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var left = scalar
    for place in bytes.indices where isStart(bytes[place]) {
      if left == 0 { return place }
      left &-= 1
    }
    return bytes.count
  }

  /// Whether a byte begins a scalar rather than continuing one.
  static func isStart(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}
