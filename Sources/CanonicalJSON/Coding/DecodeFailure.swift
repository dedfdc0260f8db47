/// Why bytes do not decode as a type, and where.
public struct DecodeFailure: Error, Equatable, Sendable {
  /// What kind of failure it is.
  public enum Kind: Equatable, Sendable {
    /// The bytes are not JSON, or not within the limits.
    case syntax(JSONError)
    /// A member that the type needs is not there.
    case missing
    /// A value is of another kind, or out of the range of what was expected.
    case mismatch
    /// A member that the type does not declare.
    case unknownMember
    /// The type itself refused the value.
    case custom
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// The value that does not fit, as an RFC 6901 pointer; of a missing or unknown member, where it would be or is.
  public var path: String
  /// What would have fitted, as a plain phrase.
  public var expected: String
  /// A name that was perhaps meant.
  public var nearest: String?
  /// Where the value begins, in bytes from the start of the input.
  public var offset: Int

  /// Makes a failure.
  public init(kind: Kind, path: String, expected: String, nearest: String? = nil, offset: Int) {
    self.kind = kind
    self.path = path
    self.expected = expected
    self.nearest = nearest
    self.offset = offset
  }
}

extension DecodeFailure: CustomStringConvertible {
  /// What is wrong, where, and what was perhaps meant, as one plain phrase.
  public var summary: String {
    let place = path.isEmpty ? "" : "\(path): "
    let hint = nearest.map { "; perhaps \"\($0)\" was meant" } ?? ""
    switch kind {
    case .syntax(let error): return error.summary
    case .missing: return "\(place)missing, expected \(expected)\(hint)"
    case .mismatch: return "\(place)expected \(expected)\(hint)"
    case .unknownMember: return "\(place)unknown member\(hint)"
    case .custom: return "\(place)\(expected)\(hint)"
    }
  }

  /// The same as `summary`.
  public var description: String { summary }
}
