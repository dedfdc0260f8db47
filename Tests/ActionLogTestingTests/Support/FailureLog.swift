import ActionLogTesting
import Synchronization
import Testing

/// Keeps the failures that a helper reports, so that a test can read them.
final class FailureLog: Sendable {
  private let kept = Mutex<[TestFailure]>([])

  var reporter: FailureReporter {
    FailureReporter { failure in self.kept.withLock { $0.append(failure) } }
  }

  var failures: [TestFailure] { kept.withLock { $0 } }
  var messages: [String] { failures.map(\.message) }

  /// The only failure so far; anything else is a failure of the test itself.
  func single(sourceLocation: SourceLocation = #_sourceLocation) -> String {
    let messages = messages
    #expect(messages.count == 1, "\(messages)", sourceLocation: sourceLocation)
    return messages.first ?? ""
  }
}
