import CLinux
import Glibc

/// This process and what it was started with.
package enum CurrentProcess {
  package static var id: Int32 { getpid() }
  /// The effective user.
  package static var user: UInt32 { geteuid() }
  /// The effective group.
  package static var group: UInt32 { getegid() }

  /// What it was started with, the program's name first; also where `/proc` is not mounted.
  package static let arguments: [String] = {
    guard var word = clinux_arguments() else { return CommandLine.arguments }
    var words: [String] = []
    while let text = word.pointee {
      words.append(String(cString: text))
      word += 1
    }
    return words
  }()

  /// An environment variable; nil when it is not set. Nobody may change the environment meanwhile.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Ends the process; buffers of the C library are flushed, nothing is unwound.
  package static func exit(_ status: Int32) -> Never {
    Glibc.exit(status)
  }

  /// Raises the soft limit of open files to the hard one.
  ///
  /// - Returns: the limit that holds now.
  @discardableResult
  package static func raiseOpenFilesLimit() throws(SystemError) -> Int {
    Int(try retrying("setrlimit") { clinux_raise_open_files() })
  }

  /// Opens `/dev/null` in the place of each standard stream that the process was started without.
  ///
  /// Otherwise the next file to be opened would get its number, and lines meant for standard error would be written
  /// into that file. It belongs before anything else is opened.
  package static func openMissingStreams() {
    for stream in Int32(0)...2 where fcntl(stream, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is taken, which is this one. It is kept, and inherited, like the stream it stands for.
      _ = Glibc.open("/dev/null", O_RDWR)
    }
  }
}
