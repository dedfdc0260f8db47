import Testing

/// What a helper of this module found to be wrong, and where the test asked.
public struct TestFailure: Sendable {
  /// What is wrong, for people; several lines where two states or tables are compared.
  public let message: String
  /// The line of the test that asked.
  public let location: SourceLocation

  /// Tells of a failure.
  public init(_ message: String, at location: SourceLocation) {
    self.message = message
    self.location = location
  }
}
