import Foundation
import ProgramSupport

/// The text buffer's programs.
enum TextPrograms {
  static var daemon: URL { Programs.named("TextBufferDaemon") }
  static var client: URL { Programs.named("TextBufferCommandLine") }
}

extension DaemonProcess {
  /// The text buffer's daemon on a journal and a socket in `directory`; it answers once what was journaled is replayed.
  static func textBuffer(in directory: String) throws -> DaemonProcess {
    try DaemonProcess(in: directory, program: TextPrograms.daemon)
  }
}
