import SystemCalls

/// Why a journal cannot be claimed, written or read.
package struct JournalError: Error, Equatable, Sendable {
  /// What went wrong.
  package enum Kind: Equatable, Sendable {
    /// Bytes are not what was written. Nothing was changed.
    case damaged(Damage)
    /// A journal of another domain.
    case otherDomain(found: String, expected: String)
    /// A journal of a later format than this program knows.
    case newerFormat(found: Int, known: Int)
    /// A journal that a later version of the domain has written.
    case newerDomainVersion(found: Int, known: Int)
    /// Another process is the writer.
    case locked
    /// There is no journal here.
    case notFound
    /// No room for this many bytes. Nothing was changed.
    case noSpace(bytes: Int)
    /// The file system can only be read. Nothing was changed.
    case readOnlyFileSystem
    /// A record line would be longer than any reader takes.
    case lineTooLong(length: Int, limit: Int)
    /// The active segment is not as the writer left it.
    case foreignHands(ForeignHands)
    /// The writer was closed.
    case closed
    /// A system call failed.
    case io(SystemError)
  }

  /// What somebody else did to the active segment.
  package enum ForeignHands: Equatable, Sendable {
    /// Its name is gone, or means another file.
    case nameLost
    /// It has this many names.
    case links(Int)
    /// Its size was changed.
    case size(found: Int, expected: Int)
  }

  package var kind: Kind
  /// The journal's directory.
  package var directory: String
  /// The segment concerned, where there is one.
  package var file: String?

  package init(_ kind: Kind, directory: String, file: String? = nil) {
    self.kind = kind
    self.directory = directory
    self.file = file
    if case .damaged(let damage) = kind { self.file = damage.file }
  }

  /// The place in the segment, where there is one: counted from 1, the header included.
  package var line: Int? { damage?.line }

  /// The place in the segment, where there is one: the first byte of the line.
  package var offset: Int? { damage?.offset }

  /// The damage, if that is what it is.
  package var damage: Damage? {
    if case .damaged(let damage) = kind { damage } else { nil }
  }
}

extension JournalError {
  /// What a failed call means here: no space, a read-only file system, or a failure.
  package static func from(_ error: SystemError, directory: String, file: String? = nil, bytes: Int = 0) -> Self {
    switch error.errno {
    case ErrorNumber.noSpace, ErrorNumber.quotaExceeded:
      JournalError(.noSpace(bytes: bytes), directory: directory, file: file)
    case ErrorNumber.readOnlyFileSystem:
      JournalError(.readOnlyFileSystem, directory: directory, file: file)
    default:
      JournalError(.io(error), directory: directory, file: file)
    }
  }

  /// The exit status of a daemon that ends for this reason.
  package var daemonExitCode: Int32 {
    switch kind {
    case .damaged: 4
    case .otherDomain, .newerFormat, .newerDomainVersion, .locked, .notFound: 2
    case .noSpace, .readOnlyFileSystem, .lineTooLong, .foreignHands, .closed, .io: 3
    }
  }

  /// The exit status of a tool that ends for this reason.
  package var toolExitCode: Int32 {
    switch kind {
    case .damaged: 4
    case .otherDomain, .newerFormat, .newerDomainVersion, .locked, .notFound, .noSpace, .readOnlyFileSystem,
      .lineTooLong, .foreignHands, .closed, .io:
      3
    }
  }

  /// The kind's name, which stays.
  package var name: String {
    switch kind {
    case .damaged: "damaged"
    case .otherDomain: "otherDomain"
    case .newerFormat: "newerFormat"
    case .newerDomainVersion: "newerDomainVersion"
    case .locked: "locked"
    case .notFound: "notFound"
    case .noSpace: "noSpace"
    case .readOnlyFileSystem: "readOnlyFileSystem"
    case .lineTooLong: "lineTooLong"
    case .foreignHands: "foreignHands"
    case .closed: "closed"
    case .io: "io"
    }
  }
}

extension JournalError: CustomStringConvertible {
  /// One line: where, what, and what to do.
  package var description: String { "\(place): \(message); \(remedy)" }

  /// The directory, or the file in it with line and offset.
  package var place: String {
    guard let file else { return directory }
    return "\(directory)/\(damage?.place ?? file)"
  }

  /// What is wrong, in words.
  package var message: String {
    switch kind {
    case .damaged(let damage):
      "\(damage.finding); expected \(damage.expected); \(damage.acknowledgement)"
    case .otherDomain(let found, let expected): "the journal is of domain \(found), not \(expected)"
    case .newerFormat(let found, let known): "the journal has format \(found), this program knows \(known)"
    case .newerDomainVersion(let found, let known):
      "the journal was written by version \(found) of its domain, this program has \(known)"
    case .locked: "another process writes this journal"
    case .notFound: "there is no journal here"
    case .noSpace(let bytes): "no space for \(bytes) bytes"
    case .readOnlyFileSystem: "the file system can only be read"
    case .lineTooLong(let length, let limit): "a record line of \(length) bytes is over the limit of \(limit)"
    case .foreignHands(let hands): hands.message
    case .closed: "the writer was closed"
    case .io(let error): "\(error.call) failed: \(error.text) (\(error.name))"
    }
  }

  /// What to do about it.
  package var remedy: String {
    switch kind {
    case .damaged(let damage): damage.remedy(directory: directory)
    case .otherDomain: "name the journal of this domain, or an empty directory"
    case .newerFormat, .newerDomainVersion: "use the newer program"
    case .locked: "stop the other daemon, or name another journal"
    case .notFound: "name the directory of a journal"
    case .noSpace: "make room on the file system"
    case .readOnlyFileSystem: "make it writable"
    case .lineTooLong: "ask for less in one action"
    case .foreignHands: "let nothing else touch the journal's files, and start again"
    case .closed: "claim the journal again"
    case .io: "look at the device and the file system's messages, and start again"
    }
  }
}

extension JournalError.ForeignHands {
  /// What was done, in words.
  package var message: String {
    switch self {
    case .nameLost: "the active segment was removed or replaced by somebody else"
    case .links(let count): "the active segment has \(count) names instead of one"
    case .size(let found, let expected): "the active segment has \(found) bytes, the writer left it with \(expected)"
    }
  }
}
