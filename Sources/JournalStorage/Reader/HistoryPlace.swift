import RecordFormat

/// How far somebody who is served history has come, in a journal that goes on growing.
///
/// A value that holds no file open, so that any number of them cost little.
package struct HistoryPlace: Sendable {
  /// The seq of the next record to be handed out.
  package internal(set) var next: UInt64
  /// Where reading stands; nil until it was looked up.
  var spot: HistorySpot?

  /// A place before record `seq`; 0 means the first, as 1 does.
  package init(from seq: UInt64) { next = max(1, seq) }
}

/// The place of a line in a journal, and what the line must be to stand there.
struct HistorySpot: Sendable {
  /// The header of the segment.
  var header: SegmentHeader
  /// Of the line's first byte in the segment.
  var offset: Int
  var check: LineCheck

  /// The segment's name.
  var file: String { SegmentHeader.fileName(firstSeq: header.firstSeq) }

  /// Counted from 1, the header included: each record is one line.
  var line: Int { Int(check.expectedSeq - header.firstSeq) + 2 }
}
