/// Why bytes were refused, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// What was wrong.
  public enum Kind: Equatable, Sendable {
    /// A byte that cannot stand here.
    case unexpectedByte(UInt8)
    /// The bytes ended inside a value.
    case unexpectedEnd
    /// Bytes that are not well-formed UTF-8.
    case invalidUTF8
    /// A `\u` escape that is half of a surrogate pair.
    case loneSurrogate
    /// A raw control character inside a string.
    case controlCharacter(UInt8)
    /// A backslash followed by something that is not an escape.
    case invalidEscape
    /// Digits that are not spelled as a JSON number.
    case invalidNumber
    /// A number that the asked type cannot hold exactly (integers) or at all (doubles).
    case numberOutOfRange
    /// A key that the object already has.
    case duplicateKey
    /// Nesting past the limit.
    case tooDeep(limit: Int)
    /// More bytes than the limit.
    case tooLong(limit: Int)
    /// A byte order mark before the value.
    case byteOrderMark
    /// Something other than white space after the value.
    case trailingBytes
    /// A whole value, but of another kind than was asked for.
    case typeMismatch(expected: String)
    /// An object without a member that its reader needs.
    case missingMember(String)
    /// A value of the right kind that its reader refused; the text says why.
    case refused(String)
  }

  /// What was wrong.
  public let kind: Kind
  /// Where, in bytes from the start of the input.
  public let offset: Int

  /// Makes an error of `kind` at `offset` bytes from the start.
  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
