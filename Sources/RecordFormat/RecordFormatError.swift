import CanonicalJSON

/// Why a line is not what it should be.
package enum RecordFormatError: Error, Equatable, Sendable {
  /// Longer than any line of a journal; `limit` in bytes.
  case tooLong(limit: Int)
  /// The last 75 bytes do not have the form of a suffix.
  case noSuffix
  /// Not JSON, or not an object.
  case json(JSONError)
  /// A member that every such line has is absent.
  case missing(String)
  /// A member is not what the format says; `offset` in bytes from the line's start.
  case wrong(String, expected: String, offset: Int)
}

extension RecordFormatError {
  /// One line for people.
  package var summary: String {
    switch self {
    case .tooLong(let limit): "the line is longer than \(limit) bytes"
    case .noSuffix: "the line does not end in a hash"
    case .json(let error): "\(error.summary) at byte \(error.offset) of the line"
    case .missing(let key): "the member `\(key)` is missing"
    case .wrong(let key, let expected, let offset):
      "the member `\(key)` at byte \(offset) of the line should be \(expected)"
    }
  }
}
