/// Why a patch cannot be read or applied.
public struct JSONPatchError: Error, Equatable, Sendable {
  /// What was wrong.
  public enum Kind: Equatable, Sendable {
    /// The bytes are not JSON.
    case syntax(JSONError)
    /// Not an array of objects.
    case notAPatch
    /// An operation that RFC 6902 does not have.
    case unknownOperation(String)
    /// A member that the operation needs is missing or of the wrong kind.
    case badMember(String)
    /// A pointer that is none.
    case badPointer(JSONPointerError)
    /// The pointer leads nowhere.
    case notFound(String)
    /// The value at the pointer is another one.
    case testFailed(String)
    /// A value cannot be moved into itself.
    case intoItself(String)
    /// The result would pass the limits.
    case tooLarge
  }

  /// What was wrong.
  public let kind: Kind
  /// The place of the operation in the patch; `nil` if the patch as a whole is wrong.
  public let operation: Int?

  /// What was wrong and where, as one plain phrase.
  public var summary: String {
    let place = operation.map { "operation \($0): " } ?? ""
    return place + kind.phrase
  }
}

extension JSONPatchError.Kind {
  /// What was wrong, as one plain phrase without a place.
  public var phrase: String {
    switch self {
    case .syntax(let error): error.summary
    case .notAPatch: "a patch is an array of objects"
    case .unknownOperation(let name): "unknown operation \"\(name)\""
    case .badMember(let name): "member \"\(name)\" is missing or of the wrong kind"
    case .badPointer(let error): "\"\(error.text)\": \(error.reason)"
    case .notFound(let pointer): "nothing at \"\(pointer)\""
    case .testFailed(let pointer): "another value at \"\(pointer)\""
    case .intoItself(let pointer): "\"\(pointer)\" cannot be moved into itself"
    case .tooLarge: "the result is too large"
    }
  }
}
