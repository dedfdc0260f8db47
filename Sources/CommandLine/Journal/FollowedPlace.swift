import CanonicalJSON
import RecordFormat

/// What `status` tells of a daemon's journal.
struct FollowedHead {
  let journal: String
  let seq: UInt64
  let hash: RecordHash
  let segments: Int

  init(_ status: RawJSON, path: String) throws(Failure) {
    let journal = status["journal"]
    guard let uuid = journal?["uuid"]?.string, let seq = status["seq"]?.unsigned,
      let hash = status["hash"]?.string.flatMap({ RecordHash(hex: $0) }),
      let segments = journal?["segments"]?.unsigned
    else {
      throw Failure(
        status: .unreachable, name: "badReply", message: "\(path): the daemon's status does not tell of its journal")
    }
    self.journal = uuid
    self.seq = seq
    self.hash = hash
    self.segments = Int(clamping: segments)
  }

  /// Looks whether this is the journal that was seen before, and still holds what was seen.
  ///
  /// - Throws: `otherJournal` where it is not, or does not.
  func expectContinues(_ seen: String, from seq: UInt64, path: String) throws(Failure) {
    guard journal == seen else {
      throw Failure(
        status: .no, name: "otherJournal",
        message: "\(path): another journal answers now: \(Printable.text(journal)); followed was "
          + "\(Printable.text(seen)) up to seq \(seq)")
    }
    guard self.seq >= seq else {
      throw Failure(
        status: .no, name: "otherJournal",
        message: "\(path): the journal ends at seq \(self.seq) now, and seq \(seq) was there before: its end was "
          + "cut off, or an older copy put in its place")
    }
  }
}

/// Where following a daemon stands. Pure.
struct FollowedPlace {
  private let journal: String
  /// The first seq wanted next.
  private(set) var next: UInt64
  /// The last seq that there was at the beginning.
  let historyEnd: UInt64
  /// The last seq that can count, once the time to end has come.
  var end: UInt64?
  private var chain: FollowedChain

  /// - Parameter isDense: whether every record is sent, not only those of some types.
  init(_ head: FollowedHead, next: UInt64, isDense: Bool) {
    journal = head.journal
    historyEnd = head.seq
    self.next = next
    chain = FollowedChain(
      segments: head.segments, head: next == head.seq + 1 ? (head.seq, head.hash) : nil, isDense: isDense)
  }

  /// The same place, with the daemon started again.
  ///
  /// - Throws: `otherJournal` where what answers now is not what was followed, or no longer holds it all.
  func resumed(_ head: FollowedHead, path: String) throws(Failure) -> FollowedPlace {
    try head.expectContinues(journal, from: next - 1, path: path)
    var place = self
    place.chain.count(segments: head.segments)
    return place
  }

  /// Takes the next line.
  ///
  /// - Throws: `badReply` where it is not the record that comes next, `damaged` where its hash does not follow.
  mutating func take(
    _ line: UnsafeBufferPointer<UInt8>, path: String
  ) throws(Failure) -> (record: RecordLine, verdict: FollowedChain.Verdict) {
    do throws(FollowedChain.Fault) {
      let taken = try chain.take(line)
      next = taken.record.seq + 1
      return taken
    } catch {
      throw Self.failure(error, path: path)
    }
  }

  /// Takes the record as the first one of a segment, if the journal has more of them than were known.
  mutating func begin(segmentWith record: RecordLine, of segments: Int, path: String) throws(Failure) {
    chain.count(segments: segments)
    guard chain.takeBeginning() else { throw Self.failure(.brokenChain(seq: record.seq), path: path) }
  }

  private static func failure(_ fault: FollowedChain.Fault, path: String) -> Failure {
    switch fault {
    case .notARecord(let error):
      Failure(
        status: .unreachable, name: "badReply", message: "\(path): what was sent is no record: \(error.summary)")
    case .otherSeq(let expected, let found):
      Failure(
        status: .unreachable, name: "badReply", message: "\(path): record \(found) was sent where \(expected) was due")
    case .brokenChain(let seq):
      Failure(
        status: .damaged, name: "damaged",
        message: "\(path): the hash of record \(seq) does not follow from it and the record before it; 'verify' on the "
          + "journal tells more")
    }
  }
}
