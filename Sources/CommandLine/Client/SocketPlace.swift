import SystemCalls
import WireProtocol

/// Where the daemon's socket should be, and what to say when nobody answers there.
struct SocketPlace {
  let choice: DefaultPaths.Choice
  /// What the daemon's program is called, if there is one.
  let daemon: String
  /// Whether there is a program of that name; looked up only where nobody answers.
  let hasProgram: (String) -> Bool

  var path: String { choice.path }

  /// What starts a daemon here.
  private var start: String {
    hasProgram(daemon) ? "'\(daemon) --socket \(path)'" : "the daemon of this domain and '--socket \(path)'"
  }

  /// What a failed connection means and what to do about it.
  func failure(_ error: SystemError) -> Failure {
    let place = "\(path) (\(choice.rule.summary))"
    switch error.errno {
    case ErrorNumber.noSuchFile:
      return .unreachable("no daemon at \(place): start one with \(start), or name its --socket")
    case ErrorNumber.connectionRefused:
      return .unreachable(
        "nobody listens at \(place): the daemon is not running; start it with \(start)")
    case ErrorNumber.accessDenied, ErrorNumber.notPermitted:
      return .unreachable("not permitted to connect to \(place): join the group that owns the socket")
    case ErrorNumber.nameTooLong, ErrorNumber.invalidArgument:
      return .unreachable(
        "the socket path \(place) is \(path.utf8.count) bytes long, and \(UnixAddress.longestPath) is the most: "
          + "choose a shorter --socket")
    default:
      return .unreachable("cannot connect to \(place): \(error.text)")
    }
  }
}
