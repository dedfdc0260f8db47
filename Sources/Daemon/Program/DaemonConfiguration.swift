import JournalStorage
import SystemCalls
import WireProtocol

/// All that a daemon is told before it starts.
struct DaemonConfiguration: Sendable {
  /// The journal's directory; made if it is missing.
  var journal: String
  /// The socket.
  var socket: String
  var limits = Limits()
  /// Whether the active segment is written ahead.
  var prefill = false
  /// The program's version.
  var version = "0"
  /// How a person calls the command line of this domain.
  var client = "actionlog"
  var fileSystem: any JournalFileSystem = RealFileSystem()
  var clock = EngineClock.system
  var notifier = ServiceNotifier(notifySocket: nil)
  /// The signals that ask for a clean stop.
  var signals: [Signal] = []
  /// Whether the engine thread may commit small groups itself.
  var commitsInline = true
  /// How often a journal without room is tried again, in nanoseconds.
  var roomRetryNanoseconds: Int64 = 1_000_000_000

  /// A daemon with a journal and a socket, everything else as usual.
  init(journal: String, socket: String) {
    self.journal = journal
    self.socket = socket
  }

  var journalLimits: JournalLimits {
    var journal = JournalLimits()
    journal.segmentBytes = limits[.segmentBytes]
    journal.segmentAgeMicroseconds = Int64(limits[.segmentSeconds]) * 1_000_000
    journal.prefill = prefill ? 16 << 20 : 0
    return journal
  }

  var engineSettings: EngineSettings {
    var settings = EngineSettings(source: JournalSource(self))
    settings.limits = limits
    settings.clock = clock
    settings.notifier = notifier
    settings.version = version
    let (fileSystem, directory) = (fileSystem, journal)
    settings.freeBytes = { try? fileSystem.freeBytes(at: directory) }
    settings.commitsInline = commitsInline
    settings.roomRetryNanoseconds = roomRetryNanoseconds
    return settings
  }
}
