import JournalStorage
import SystemCalls

/// The journal, claimed: this process is its one writer.
struct ClaimedJournal {
  let writer: JournalWriter
  /// What recovery found and did.
  let report: RecoveryReport

  /// Claims the journal, and makes it where there is none.
  ///
  /// - Throws: `StartFailure` with the exit status that fits.
  init(_ configuration: DaemonConfiguration, domain: String, version: Int) throws(StartFailure) {
    do throws(JournalError) {
      (writer, report) = try JournalWriter.claim(
        directory: configuration.journal, fileSystem: configuration.fileSystem, domain: domain,
        domainVersion: version, limits: configuration.journalLimits)
    } catch {
      throw Self.misplaced(error) ?? StartFailure(error)
    }
  }

  /// A journal that cannot be where it was asked for: a matter of configuration, which no restart mends.
  private static func misplaced(_ error: JournalError) -> StartFailure? {
    guard case .io(let call) = error.kind else { return nil }
    let directory = error.directory
    switch call.errno {
    case ErrorNumber.noSuchFile, ErrorNumber.notADirectory:
      // A file that goes from a journal which is there is no matter of configuration.
      guard error.file == nil else { return nil }
      return StartFailure(
        .configuration,
        "\(directory): the directory that is to hold the journal is not there; make it, or name another place with "
          + "--journal")
    case ErrorNumber.accessDenied, ErrorNumber.notPermitted:
      return StartFailure(
        .configuration,
        "\(error.place): this user may not read and write here (\(call.call): \(call.text)); run as the journal's owner, "
          + "or name another place with --journal")
    case ErrorNumber.nameTooLong:
      return StartFailure(.configuration, "\(directory): the path is too long; name another place with --journal")
    default: return nil
    }
  }
}

extension StartFailure {
  /// A journal that cannot be claimed or read.
  init(_ error: JournalError) {
    self.init(DaemonExit(rawValue: error.daemonExitCode) ?? .journalFailed, error.description)
  }
}
