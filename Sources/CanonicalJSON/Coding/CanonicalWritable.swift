/// A value that writes its canonical JSON itself, past `Codable`.
///
/// What it writes must be what its `Encodable` conformance writes, keys sorted as RFC 8785 orders them.
public protocol CanonicalWritable {
  /// Writes one value.
  func write(to writer: inout JSONWriter)
}

/// A value that reads itself straight from the reader, past `Codable`.
///
/// It must take what its `Decodable` conformance takes, in any order of keys.
public protocol CanonicalReadable {
  /// Reads one value.
  ///
  /// - Throws: `JSONError`; `missingMember` where a member that it needs was not there, `refused` where a value of the
  ///   right kind cannot be taken.
  init(from reader: inout JSONReader) throws(JSONError)
}
