import CanonicalJSON

/// What a claim found and did; `log.opened` tells it.
package struct RecoveryReport: Equatable, Sendable {
  /// A torn tail that was cut, and where its bytes are kept.
  package struct Cut: Equatable, Sendable {
    package var segment: String
    package var offset: Int
    package var line: Int
    /// Bytes kept aside; trailing 0x0A and NUL are not.
    package var length: Int
    /// The file under the journal's directory, such as `aside/00000000000000000001.4711`.
    package var aside: String
  }

  /// Whether the journal was made just now.
  package var isNew = false
  /// Whether the last record is a lone `log.closed`, or there is none.
  package var wasClosed = true
  /// The torn tail that was cut.
  package var cut: Cut?
  /// The seqs of the group that was written again in place.
  package var rewritten: ClosedRange<UInt64>?
  /// Bytes of unwritten space behind the last record.
  package var unwritten = 0
  /// Left-over `.tmp` files that were removed.
  package var removed: [String] = []
  /// Names in the directory that mean nothing; left alone.
  package var foreign: [String] = []
  /// Sealed segments whose permission bits had not lasted and were set again.
  package var resealed: [String] = []
  /// The version of the domain that the last segment's header names.
  package var lastDomainVersion = 0
  /// The number of segments.
  package var segments = 0
  /// The last seq in the journal.
  package var headSeq: UInt64 = 0
  /// The last seq that may be shown: less than `headSeq` only where the file system can only be read.
  package var servesThrough: UInt64 = 0
  /// Whether nothing can be written now: a read-only file system.
  package var isReadOnly = false

  package init() {}
}
