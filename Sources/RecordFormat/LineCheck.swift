/// Whether lines *stand*, one after another: each is a record, has the seq that is next, and its hash follows from its
/// body and the hash before it.
///
/// Pure; whether a line is complete (ended by 0x0A) is for the caller to see.
package struct LineCheck: Equatable, Sendable {
  /// Why a line does not stand.
  package enum Fault: Error, Equatable, Sendable {
    /// It does not have the form of a record.
    case notARecord(RecordFormatError)
    /// Its hash does not follow from its body and the hash before it.
    case brokenChain(expected: RecordHash, found: RecordHash)
    /// The chain holds, but this is not the record that comes next.
    case otherSeq(expected: UInt64, found: UInt64)
  }

  /// The seq that the next line must have.
  package private(set) var expectedSeq: UInt64
  /// The hash at the end of the line before.
  package private(set) var previous: RecordHash

  package init(expectedSeq: UInt64, previous: RecordHash) {
    self.expectedSeq = expectedSeq
    self.previous = previous
  }

  /// Goes on behind a segment's header.
  package init(following header: SegmentHeader) {
    self.init(expectedSeq: header.firstSeq, previous: header.hash)
  }

  /// Takes the next line if it stands; nothing changes if it does not.
  ///
  /// - Parameter line: without its 0x0A; its memory must outlive the answer.
  /// - Complexity: O(n), no allocation.
  package mutating func take(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) -> RecordLine {
    let record = try standing(line)
    expectedSeq &+= 1
    previous = record.hash
    return record
  }

  /// The record that `line` is, if it stands here.
  package func standing(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) -> RecordLine {
    let record: RecordLine
    do throws(RecordFormatError) {
      record = try RecordLine(parsing: line)
    } catch {
      throw .notARecord(error)
    }
    let hash = HashChain.hash(previous: previous, body: record.body)
    guard hash == record.hash else { throw .brokenChain(expected: hash, found: record.hash) }
    guard record.seq == expectedSeq else { throw .otherSeq(expected: expectedSeq, found: record.seq) }
    return record
  }

  /// Whether `line` stands here.
  package func stands(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    do throws(Fault) {
      _ = try standing(line)
      return true
    } catch {
      return false
    }
  }
}
