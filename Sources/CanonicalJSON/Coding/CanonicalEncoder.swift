/// Encodes `Encodable` types as canonical JSON: the same value gives the same bytes, on every machine and in every run.
///
/// Members are sorted as RFC 8785 says, integers are their digits, doubles are spelled as ECMAScript does. A dictionary
/// whose keys are not `CodingKeyRepresentable` is an array of keys and values in turn, sorted by the keys' bytes, and
/// a set is an array sorted by its elements' bytes. A type that is `CanonicalWritable` writes itself.
public struct CanonicalEncoder: Sendable {
  /// What the encoded types may ask for.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Makes an encoder.
  public init() {}

  /// The canonical bytes of `value`.
  ///
  /// - Throws: `EncodingError.invalidValue` for NaN and the infinities; whatever the types' own methods throw.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    var writer = JSONWriter()
    try encode(value, to: &writer)
    return writer.take()
  }

  /// Writes the canonical bytes of `value` as the next value of `writer`, which stays as it was if this throws.
  public func encode<T: Encodable>(_ value: T, to writer: inout JSONWriter) throws {
    if let writable = value as? any CanonicalWritable {
      writable.write(to: &writer)
      return
    }
    let session = EncodingSession(userInfo: userInfo)
    let fragment = try session.fragment(of: value, path: .root)
    writer.fragment(fragment, session)
  }
}
