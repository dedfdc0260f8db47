import SystemCalls

/// Keeps something live going over restarts of the daemon: a session on a connection, and a new one each time the
/// daemon went away.
struct LiveLoop {
  private let invocation: Invocation
  private let place: SocketPlace

  init(_ invocation: Invocation) {
    self.invocation = invocation
    place = invocation.socketPlace
  }

  /// Runs the session until it ends by itself.
  ///
  /// - Parameters:
  ///   - client: the first connection, which must be taken up; later ones are tried for as long as it takes.
  ///   - welcome: what is said when the daemon is back.
  ///   - session: called with each connection; begins where the one before ended.
  func run(
    _ client: SocketClient, welcome: () -> String,
    _ session: (LiveConnection) throws(Failure) -> ExitStatus
  ) throws(Failure) -> ExitStatus {
    var wait = RetryWait()
    var connection = LiveConnection(client, invocation, welcome: nil)
    var wasEstablished = false
    while true {
      do throws(Failure) {
        return try session(connection)
      } catch {
        guard error.isPassing, connection.isEstablished || wasEstablished else { throw error }
        if connection.isEstablished {
          wait = RetryWait()
          try invocation.note("lost the daemon at \(place.path) (\(error.name)): waiting for it to come back")
        }
        wasEstablished = true
      }
      connection = LiveConnection(try connect(&wait), invocation, welcome: welcome())
    }
  }

  /// Tries until somebody answers.
  ///
  /// - Throws: what waiting does not mend; `readerGone`.
  private func connect(_ wait: inout RetryWait) throws(Failure) -> SocketClient {
    while true {
      _ = try invocation.surroundings.wait(nil, wait.next())
      do throws(SystemError) {
        return try SocketClient(answeringAt: place.path)
      } catch {
        guard Self.isPassing(error) else { throw place.failure(error) }
      }
    }
  }

  // The socket of a daemon that is down or just starting: gone, stale, or with more who wait than it takes.
  private static func isPassing(_ error: SystemError) -> Bool {
    [ErrorNumber.noSuchFile, ErrorNumber.connectionRefused, ErrorNumber.wouldBlock].contains(error.errno)
  }
}

/// How long to wait between two tries: longer each time, up to a second.
struct RetryWait {
  private var milliseconds = 20

  mutating func next() -> Int {
    defer { milliseconds = min(1_000, milliseconds * 2) }
    return milliseconds
  }
}

extension Failure {
  /// Whether a daemon that is started again may do what this one could not.
  var isPassing: Bool { ["connectionLost", "stopping", "busy", "unknownOutcome"].contains(name) }
}
