import RecordFormat

/// One record as a `JournalReader` hands it out.
package struct JournalLine {
  /// The line without its 0x0A; valid until the reader's next call.
  package let bytes: UnsafeBufferPointer<UInt8>
  /// The line, parsed; its ranges are into `bytes`.
  package let record: RecordLine
  /// In its segment, counted from 1, the header included.
  package let line: Int
  /// Of its first byte in its segment.
  package let offset: Int
  /// Whether it is the first record of its segment: the reader's `header` may say another domain version from here on.
  package let isFirstOfSegment: Bool
}

/// How a journal ends, apart from damage, which is thrown.
package enum JournalEnding: Equatable, Sendable {
  /// With a line that stands, and this many bytes of unwritten space.
  case whole(unwritten: Int)
  /// With a torn write: the place of the first line that does not stand, and the bytes worth keeping.
  case torn(line: Int, offset: Int, length: Int)
}

/// The last commit group that was read, as far as it stands.
package struct GroupSpan: Equatable, Sendable {
  /// The name of its segment.
  package var file: String
  /// The seq of its first record.
  package var batch: UInt64
  /// Of its first byte in the segment.
  package var offset: Int
  /// The seq of its last record.
  package var lastSeq: UInt64
  /// Whether it is a lone `log.closed`.
  package var isLoneClose: Bool
}
