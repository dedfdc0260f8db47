import Testing

/// Where failures go: to Swift Testing, or to whatever else runs the tests.
///
/// For XCTest, in its own place:
///
///     let toXCTest = FailureReporter { failure in XCTFail("\(failure.location): \(failure.message)") }
///     let store = TestStore<Counter>(reporter: toXCTest)
public struct FailureReporter: Sendable {
  private let take: @Sendable (TestFailure) -> Void

  /// Hands each failure to `report`, on the thread of the helper that found it.
  public init(_ report: @escaping @Sendable (TestFailure) -> Void) {
    take = report
  }

  /// Records each failure as an issue of the running test.
  ///
  /// Where no test of Swift Testing is running, such as under another runner or on a thread of one's own, a failure
  /// stops the program with its message: an issue that belongs to no test would be seen by nobody.
  public static let swiftTesting = FailureReporter { failure in
    guard Test.current != nil else {
      preconditionFailure(
        "\(failure.location): \(failure.message)\n(no test of Swift Testing runs here: give a reporter)")
    }
    Issue.record(Comment(rawValue: failure.message), sourceLocation: failure.location)
  }

  func report(_ message: String, at location: SourceLocation) {
    take(TestFailure(message, at: location))
  }
}
