import SystemCalls

/// What a journal's directory holds.
package struct JournalListing: Equatable, Sendable {
  /// A segment as it was found.
  package struct Segment: Equatable, Sendable {
    package var name: String
    /// In bytes.
    package var size: Int
    /// Whether nobody may write to it.
    package var isSealed: Bool
  }

  /// In ascending order of their names, which is that of their records.
  package var segments: [Segment] = []
  /// Headers left in the making.
  package var leftOvers: [String] = []
  /// Names of segments that something else than a file has.
  package var usurped: [String] = []
  /// Names that mean nothing here; left alone.
  package var foreign: [String] = []
  /// Whether `snapshots` or `aside` hold anything.
  package var holdsRemains = false

  /// The length of all segments together.
  package var segmentBytes: Int { segments.reduce(0) { $0 + $1.size } }

  /// Lists the journal in `directory`; nil if there is none.
  ///
  /// - Throws: `damaged` where something else than a file, such as a link to one that was moved away, has the name of a
  ///   segment: what was written there cannot be told from what never was. `io`.
  static func judged(
    _ directory: String, _ fileSystem: any JournalFileSystem
  ) throws(JournalError) -> JournalListing? {
    let listing: JournalListing?
    do throws(SystemError) {
      listing = try list(directory, fileSystem)
    } catch {
      throw JournalError.from(error, directory: directory)
    }
    if let name = listing?.usurped.first { throw JournalError(.damaged(.notAFile(name)), directory: directory) }
    return listing
  }

  /// Lists `directory`; nil if there is none.
  package static func list(
    _ directory: String, _ fileSystem: any JournalFileSystem
  ) throws(SystemError) -> JournalListing? {
    guard let status = try fileSystem.status(of: directory), status.kind != .file else { return nil }
    var listing = JournalListing()
    for name in try fileSystem.names(in: directory).sorted() {
      try listing.add(name, in: directory, fileSystem)
    }
    return listing
  }

  private mutating func add(
    _ name: String, in directory: String, _ fileSystem: any JournalFileSystem
  ) throws(SystemError) {
    let path = "\(directory)/\(name)"
    // A name that went meanwhile is a left-over beside a live writer: not there is what it is.
    guard let status = try fileSystem.status(of: path) else { return }
    switch (JournalNames.meaning(of: name), status.kind) {
    case (.segment, .file):
      segments.append(Segment(name: name, size: status.size, isSealed: status.isSealed))
    case (.leftOver, .file):
      leftOvers.append(name)
    case (.part, .directory):
      guard name != JournalNames.archive else { return }
      if try !fileSystem.names(in: path).isEmpty { holdsRemains = true }
    case (.segment, _):
      usurped.append(name)
    case (.leftOver, _), (.part, _), (.foreign, _):
      foreign.append(name)
    }
  }
}
