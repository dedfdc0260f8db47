import SystemCalls

/// What the daemon says: one line at a time on stderr.
///
/// Lines begin with a priority, `<N>`, exactly when stderr is the system's journal, which takes it off again.
struct DaemonLog: Sendable {
  /// The system's journal's own numbers.
  enum Priority: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  private let write: @Sendable (Priority, String) -> Void

  /// A log that hands its lines to `write`.
  init(_ write: @escaping @Sendable (Priority, String) -> Void) { self.write = write }

  /// The log on stderr.
  static func standardError() -> DaemonLog {
    let isJournal = isSystemJournal
    return DaemonLog { priority, text in
      // A reader that stopped reading must not stop the daemon: what does not fit is said to nobody. A pipe that is
      // writable takes 4,096 bytes at once.
      guard (try? Poll.wait(StandardStream.error.rawValue, for: .writable, timeoutMilliseconds: 0)) == true else {
        return
      }
      StandardStream.writeStderr(clipped(line(text, priority, isJournal: isJournal)))
    }
  }

  /// Something that ends or hinders the service.
  func error(_ text: String) { write(.error, text) }
  /// Something an operator should look at.
  func warning(_ text: String) { write(.warning, text) }
  /// Something that is normal but worth knowing.
  func notice(_ text: String) { write(.notice, text) }
  /// Something for people who are watching.
  func info(_ text: String) { write(.info, text) }

  /// What a line of the log on stderr begins with that tells of an error.
  static var errorBeginning: String { isSystemJournal ? "<\(Priority.error.rawValue)>" : "" }

  private static var isSystemJournal: Bool {
    isSystemJournal(
      stream: CurrentProcess.environment("JOURNAL_STREAM"), status: try? FileSystem.status("/proc/self/fd/2"))
  }

  /// Whether a stream with this status is the one that `JOURNAL_STREAM` (`device:inode`) names.
  ///
  /// The variable is inherited by children whose stderr goes elsewhere, so that it is set says nothing.
  static func isSystemJournal(stream: String?, status: FileStatus?) -> Bool {
    guard let stream, let status else { return false }
    return stream == "\(status.device):\(status.inode)"
  }

  /// At most 4,000 bytes of a line, cut on a character.
  static func clipped(_ line: String) -> String {
    guard line.utf8.count > 4000 else { return line }
    var end = line.utf8.index(line.startIndex, offsetBy: 3990)
    while end.samePosition(in: line) == nil { end = line.utf8.index(before: end) }
    return line[..<end] + " […]"
  }

  /// The line as it is written, without its line feed: no control character can begin another.
  static func line(_ text: String, _ priority: Priority, isJournal: Bool) -> String {
    let clean = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    return isJournal ? "<\(priority.rawValue)>\(clean)" : clean
  }
}
