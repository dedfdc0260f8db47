/// How the daemon ends, as its exit status.
enum DaemonExit: Int32, Sendable {
  /// Stopped as asked.
  case stopped = 0
  /// Wrong configuration, a journal of another domain or newer version, or another daemon at the journal or socket.
  case configuration = 2
  /// The journal failed while running; a restart helps.
  case journalFailed = 3
  /// The journal is damaged; a restart does not help.
  case damaged = 4
  /// Replay differs or does not decode; a restart does not help.
  case replayDiffers = 5
  /// A fault in the domain; nothing of that action was written, and a restart helps.
  case domainFault = 6
}

/// Why the daemon did not start: its exit status, and one line with what, where and what to do.
struct StartFailure: Error, Equatable {
  var exit: DaemonExit
  var message: String

  init(_ exit: DaemonExit, _ message: String) {
    self.exit = exit
    self.message = message
  }
}
