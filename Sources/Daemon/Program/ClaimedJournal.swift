import JournalStorage

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
      throw StartFailure(error)
    }
  }
}

extension StartFailure {
  /// A journal that cannot be claimed or read.
  init(_ error: JournalError) {
    self.init(DaemonExit(rawValue: error.daemonExitCode) ?? .journalFailed, error.description)
  }
}
