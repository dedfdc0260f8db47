import CanonicalJSON
import RecordFormat

/// Records that become durable together: one write, one sync.
///
/// Holds the records' bodies (everything before `,"hash"`) one after another, as `RecordDraft.encodeBody` wrote them.
package struct CommitGroup: Sendable {
  /// The bodies. Append to it, then say `endRecord`.
  package var bytes: [UInt8] = []
  /// Where each body ends.
  package private(set) var ends: [Int] = []
  /// The seq of the first record, which is also the group's `batch`.
  package private(set) var firstSeq: UInt64
  /// The time of the first record.
  package private(set) var firstAt: Timestamp?
  /// The time of the last record.
  package private(set) var lastAt: Timestamp?

  package init(firstSeq: UInt64) { self.firstSeq = firstSeq }

  /// The number of records.
  package var count: Int { ends.count }

  /// Whether there is no record yet.
  package var isEmpty: Bool { ends.isEmpty }

  /// The seq of the last record; `firstSeq - 1` if there is none.
  package var lastSeq: UInt64 { firstSeq + UInt64(count) - 1 }

  /// The bytes its lines will take in the segment.
  package var lineBytes: Int { bytes.count + count * (HashChain.suffixLength + 1) }

  /// Ends the record whose body was appended to `bytes` since the last call.
  package mutating func endRecord(at: Timestamp) {
    ends.append(bytes.count)
    if firstAt == nil { firstAt = at }
    lastAt = at
  }

  /// Empties the group for reuse, keeping its memory.
  package mutating func reset(firstSeq: UInt64) {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    self.firstSeq = firstSeq
    firstAt = nil
    lastAt = nil
  }
}
