import CanonicalJSON
import RecordFormat

/// What a writer tells about itself, as of the last group that became durable.
package struct JournalStatus: Equatable, Sendable {
  /// The last line that is durable.
  package struct Head: Equatable, Sendable {
    /// 0 if there is no record yet.
    package var seq: UInt64
    /// Of the last line, the header's if no record follows it.
    package var hash: RecordHash
    /// Of the last record.
    package var at: Timestamp?

    package init(seq: UInt64, hash: RecordHash, at: Timestamp? = nil) {
      self.seq = seq
      self.hash = hash
      self.at = at
    }
  }

  package var journalID: String
  package var directory: String
  package var head: Head
  /// The number of segments.
  package var segments: Int
  /// Bytes of all lines.
  package var bytes: Int
  /// Bytes reserved behind the last line and not used yet.
  package var roomBytes: Int
  /// The name of the active segment; that of the last sealed one until the roll that is due.
  package var file: String
  /// Whether nothing can be written because the file system can only be read.
  package var isReadOnly: Bool
  /// Why the writer is dead, if it is.
  package var failure: JournalError?
}

/// What a commit made durable.
package struct Committed: Equatable, Sendable {
  package var head: JournalStatus.Head
  /// The segment that holds the group.
  package var file: String
  /// Where its lines are in it.
  package var range: Range<Int>
  /// Whether a new segment was begun for it.
  package var rolled: Bool
  /// The lines as they are stored, each with its 0x0A; nil unless they were asked for.
  package var lines: [UInt8]?
}
