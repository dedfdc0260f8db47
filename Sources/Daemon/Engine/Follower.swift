import JournalStorage
import WireProtocol

/// One follower: what it has been sent, and where the next record comes from. A pure value.
///
/// It is served from the journal's files until its next record is in the live ring, then from there; and from the
/// files again if it takes so little that the ring moves on without it. Nothing is kept for it but what is queued to
/// its connection, and that is bounded.
struct Follower {
  /// What is to be done for it.
  enum Step: Equatable {
    /// Nothing, until more is durable or the reader thread is done with what it reads for the connection.
    case rest
    /// Nothing, until its connection has taken what is queued.
    case waitForRoom
    /// Send it what the live ring holds.
    case live
    /// Have the reader thread read a piece from `place`.
    case history(HistoryPlace)

    static func == (one: Step, other: Step) -> Bool {
      switch (one, other) {
      case (.rest, .rest), (.waitForRoom, .waitForRoom), (.live, .live): true
      case (.history(let place), .history(let otherPlace)): place.next == otherPlace.next
      case (.rest, _), (.waitForRoom, _), (.live, _), (.history, _): false
      }
    }
  }

  /// How much is in memory for one follower.
  struct Bounds {
    /// While this many bytes are queued to its connection, nothing is added.
    var queueBytes = 128 << 10
    /// About how much of the journal's files is read for it in one turn.
    var pieceBytes = 128 << 10

    /// As much as usual, and less where a connection may have no more than `limit` bytes queued.
    static func within(_ limit: Int) -> Bounds {
      let bytes = min(128 << 10, limit / 2)
      return Bounds(queueBytes: bytes, pieceBytes: bytes)
    }
  }

  let bounds: Bounds
  /// What its notifications are made with, and what of the journal it wants.
  let frame: RecordFrame
  /// The seq of the next record that it was not sent, wanted or not.
  private(set) var next: UInt64
  /// Where its history was left; nil once it was served from the ring.
  private var place: HistoryPlace?
  /// The reader thread is at a piece for it.
  private(set) var isBeingRead = false

  /// A follower that wants everything from `from` on.
  init(from: UInt64, frame: RecordFrame, bounds: Bounds = Bounds()) {
    next = max(1, from)
    self.frame = frame
    self.bounds = bounds
  }

  /// What is to be done, with `queued` bytes waiting for its connection, everything up to `durable` on disk, and these
  /// records in the ring. Where nothing `mayRead` for it, since that is done for another of its connection, it rests.
  mutating func step(queued: Int, durable: UInt64, ring: ClosedRange<UInt64>?, mayRead: Bool = true) -> Step {
    if isBeingRead || next > durable { return .rest }
    if queued >= bounds.queueBytes { return .waitForRoom }
    if let ring, ring.contains(next) {
      place = nil
      return .live
    }
    guard mayRead else { return .rest }
    isBeingRead = true
    return .history(place ?? HistoryPlace(from: next))
  }

  /// It was sent what the ring holds, up to before `next`.
  mutating func sentLive(before next: UInt64) { self.next = next }

  /// It was sent a piece that ends at `place`.
  mutating func sentHistory(to place: HistoryPlace) {
    precondition(isBeingRead && place.next >= next, "a piece that nobody asked for")
    isBeingRead = false
    self.place = place
    next = place.next
  }
}
