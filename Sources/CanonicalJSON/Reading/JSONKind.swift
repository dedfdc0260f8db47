/// The six kinds of JSON value.
public enum JSONKind: Equatable, Sendable {
  /// `{…}`
  case object
  /// `[…]`
  case array
  /// `"…"`
  case string
  /// Digits.
  case number
  /// `true` or `false`
  case bool
  /// `null`
  case null
}
