import RecordFormat

/// Whether the records that a daemon sends are those of one journal, in order and each once. Pure.
///
/// Records come without the headers of their segments, and a segment's first record follows from its header. So where a
/// commit group begins (a segment does at no other place) the chain may go on with a hash that does not follow: once
/// for each segment that the journal has.
struct FollowedChain {
  enum Fault: Error, Equatable {
    case notARecord(RecordFormatError)
    /// It is not the one that comes next.
    case otherSeq(expected: UInt64, found: UInt64)
    /// Its hash does not follow from the record before it.
    case brokenChain(seq: UInt64)
  }

  /// What taking a record asks for.
  enum Verdict: Equatable {
    case follows
    /// It follows only if the journal has more segments than were counted: count them anew, then take the beginning.
    case needsNewSegment
  }

  /// The last record taken; what the next one must be to follow from it.
  private var check: LineCheck?
  /// Whether every record is sent, not only those of some types.
  private let isDense: Bool
  /// Segments that the daemon told of, and how many of their beginnings may still come.
  private var segments: Int
  private var beginnings: Int

  /// - Parameters:
  ///   - segments: how many the journal has.
  ///   - head: seq and hash of the journal's last record, where reading begins behind it; else `nil`.
  init(segments: Int, head: (seq: UInt64, hash: RecordHash)?, isDense: Bool) {
    self.segments = segments
    self.isDense = isDense
    check = head.map { LineCheck(expectedSeq: $0.seq + 1, previous: $0.hash) }
    beginnings = head == nil ? max(0, segments - 1) : 0
  }

  /// Notes how many segments the journal has now.
  mutating func count(segments found: Int) {
    // Fewer than before: a prefix was archived meanwhile, and how many began since is not known.
    beginnings += found < segments ? 1 : found - segments
    segments = found
  }

  /// Takes the last record as the first one of a segment; `false` if none can have begun there.
  mutating func takeBeginning() -> Bool {
    guard beginnings > 0 else { return false }
    beginnings -= 1
    return true
  }

  /// Takes the next line.
  ///
  /// - Parameter line: without its 0x0A; its memory must outlive the record.
  mutating func take(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) -> (record: RecordLine, verdict: Verdict) {
    let record: RecordLine
    do throws(RecordFormatError) {
      record = try RecordLine(parsing: line)
    } catch {
      throw .notARecord(error)
    }
    let verdict = try judge(record, line)
    check = LineCheck(expectedSeq: record.seq &+ 1, previous: record.hash)
    return (record, verdict)
  }

  private mutating func judge(_ record: RecordLine, _ line: UnsafeBufferPointer<UInt8>) throws(Fault) -> Verdict {
    guard let check else { return .follows }
    guard record.seq == check.expectedSeq || (!isDense && record.seq > check.expectedSeq) else {
      throw .otherSeq(expected: check.expectedSeq, found: record.seq)
    }
    // What was left out stands between them.
    if record.seq > check.expectedSeq || check.stands(line) { return .follows }
    guard record.batch == record.seq else { throw .brokenChain(seq: record.seq) }
    return takeBeginning() ? .follows : .needsNewSegment
  }
}
