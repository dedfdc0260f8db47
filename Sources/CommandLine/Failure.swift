/// Why a command ended before it was done: one line for people, a stable name for programs.
struct Failure: Error, Equatable, Sendable {
  /// What the process exits with.
  var status: ExitStatus
  /// The stable name: one of the socket's error names, or one of this program's own (`usage`, `unreachable`, …).
  var name: String
  /// What is wrong, where, and what to do; one line.
  var message: String
  /// Whether the reader of our output went away: nothing is said, and the status is 0.
  var isQuiet = false

  /// The reader of standard output went away (`| head`): it has what it wanted.
  static let readerGone = Failure(status: .fine, name: "readerGone", message: "", isQuiet: true)

  /// The words on the command line do not make a command.
  static func usage(_ message: String) -> Failure { Failure(status: .usage, name: "usage", message: message) }

  /// Something outside this process cannot be read, reached or written.
  static func unreachable(_ message: String) -> Failure {
    Failure(status: .unreachable, name: "unreachable", message: message)
  }
}
