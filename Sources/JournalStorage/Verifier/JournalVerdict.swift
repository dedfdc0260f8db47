import CanonicalJSON
import RecordFormat

/// What a verification found, segment by segment.
package struct JournalVerdict: Equatable, Sendable {
  /// How one segment came out.
  package enum Standing: Equatable, Sendable {
    /// Every line stands.
    case whole
    /// Every line stands up to unwritten space of this many bytes.
    case unwritten(bytes: Int)
    /// A torn write begins at this line and offset.
    case torn(line: Int, offset: Int, length: Int)
    /// The first problem is here; lines before it stand.
    case problem
    /// Behind the first problem: not judged.
    case notReached
  }

  /// One segment.
  package struct Segment: Equatable, Sendable {
    package var file: String
    /// In bytes, as the directory said.
    package var size: Int
    package var isSealed: Bool
    /// Records in it that stand.
    package var records: Int
    /// The first and last seq of those.
    package var seqs: ClosedRange<UInt64>?
    package var standing: Standing
  }

  /// Whether an anchor holds.
  package enum AnchorVerdict: Equatable, Sendable {
    case holds
    /// The record there has another hash: history was rewritten.
    case differs(found: RecordHash)
    /// The journal ends before it: its tail was cut.
    case beyondHead
  }

  /// In order.
  package var segments: [Segment]
  /// The first thing that is wrong; nil if all stands, or ends with a torn write.
  package var problem: JournalError?
  /// How it ends, if nothing is wrong.
  package var ending: JournalEnding?
  /// Whether a writer holds the journal: a torn end is then work in progress.
  package var isInProgress: Bool
  /// The journal's uuid; nil if no header stands.
  package var journalID: String?
  /// The last seq that stands; 0 if none does.
  package var headSeq: UInt64
  /// The hash of the last line that stands; nil if none does.
  package var headHash: RecordHash?
  /// The time of the last record that stands.
  package var headAt: Timestamp?
  /// Records that stand.
  package var records: Int
  /// Bytes of lines that stand, headers included.
  package var bytes: Int
  /// Names in the directory that mean nothing here.
  package var foreign: [String]
  /// What became of each anchor asked for, in the order asked.
  package var anchors: [AnchorVerdict]

  /// Whether the journal is all right, as `verify`'s exit status says it.
  package var isFine: Bool {
    guard problem == nil, anchors.allSatisfy({ $0 == .holds }) else { return false }
    switch ending {
    case .whole: return true
    case .torn: return isInProgress
    case nil: return false
    }
  }
}
