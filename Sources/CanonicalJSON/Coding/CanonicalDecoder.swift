/// Decodes `Decodable` types from strict JSON.
///
/// The whole input is checked before anything is decoded. Integers are exact or refused, whatever their width; a
/// `Float` is the nearest float. A type that is `CanonicalReadable` reads itself, unless unknown members are refused.
public struct CanonicalDecoder: Sendable {
  /// What happens to members that the decoded types do not declare.
  public enum UnknownMembers: Sendable {
    /// They are passed over.
    case ignore
    /// They are refused, with the nearest declared name.
    case refuse
  }

  /// How deep and long an input may be.
  public var limits: JSONLimits
  /// What happens to members that the decoded types do not declare.
  public var unknownMembers: UnknownMembers
  /// What the decoded types may ask for.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Makes a decoder.
  public init(limits: JSONLimits = JSONLimits(), unknownMembers: UnknownMembers = .ignore) {
    self.limits = limits
    self.unknownMembers = unknownMembers
  }

  /// Decodes one value that fills `bytes`.
  ///
  /// - Complexity: O(n), besides what the types' own initialisers do.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(DecodeFailure) -> T {
    try bytes.withUnsafeBufferPointer { (buffer: UnsafeBufferPointer<UInt8>) throws(DecodeFailure) -> T in
      try decode(type, from: buffer)
    }
  }

  /// Decodes one value that fills `bytes`.
  ///
  /// - Complexity: O(n), besides what the types' own initialisers do.
  public func decode<T: Decodable>(
    _ type: T.Type, from bytes: UnsafeBufferPointer<UInt8>
  ) throws(DecodeFailure) -> T {
    if unknownMembers == .ignore, let readable = type as? any CanonicalReadable.Type {
      if let value = try read(readable, from: bytes) as? T { return value }
    }
    let session = DecodingSession(try tape(of: bytes), bytes, self)
    let value = try session.decodeRoot(type)
    if unknownMembers == .refuse { try session.refuseUnknownMembers() }
    return value
  }

  private func tape(of bytes: UnsafeBufferPointer<UInt8>) throws(DecodeFailure) -> JSONTape {
    do throws(JSONError) {
      var reader = JSONReader(bytes, limits: limits)
      return try JSONTape(&reader)
    } catch {
      throw DecodeFailure(kind: .syntax(error), path: "", expected: "JSON", offset: error.offset)
    }
  }

  private func read<R: CanonicalReadable>(
    _ type: R.Type, from bytes: UnsafeBufferPointer<UInt8>
  ) throws(DecodeFailure) -> R {
    do throws(JSONError) {
      var reader = JSONReader(bytes, limits: limits)
      let value = try R(from: &reader)
      try reader.end()
      return value
    } catch {
      // Only now is it worth knowing where the offset is in the tree.
      throw DecodingSession(try tape(of: bytes), bytes, self).failure(error, at: 0)
    }
  }
}
