import JournalStorage

/// Where a journal is read from; what is wrong with it comes as the daemon's exit.
struct JournalSource: Sendable {
  let directory: String
  let fileSystem: any JournalFileSystem
  /// How a person calls the command line that reads it.
  let client: String

  /// The journal of a configuration.
  init(_ configuration: DaemonConfiguration) {
    directory = configuration.journal
    fileSystem = configuration.fileSystem
    client = configuration.client
  }

  func open(from: UInt64, domain: String, version: Int) throws(StartFailure) -> ReadAhead {
    do throws(JournalError) {
      return ReadAhead(
        try JournalReader.open(
          directory: directory, fileSystem: fileSystem, from: from, domain: domain, domainVersion: version))
    } catch {
      throw StartFailure(error)
    }
  }

  func next(_ reader: ReadAhead) throws(StartFailure) -> JournalLine? {
    do throws(JournalError) {
      return try reader.next()
    } catch {
      throw StartFailure(error)
    }
  }
}
