import JournalStorage

/// A piece of history as the reader thread made it for one follower.
struct HistoryPiece: Sendable {
  /// The notifications, each with its line feed.
  var bytes: [UInt8] = []
  /// Where the next piece begins.
  var place: HistoryPlace
  /// Why there will be no next one: what was found instead of the record `place.next`.
  var failure: JournalError?

  /// Reads a piece of the journal from `place` on, up to `head`. On the reader thread.
  init(
    _ reader: HistoryReader, from place: HistoryPlace, through head: JournalStatus.Head, bytesMax: Int,
    frame: RecordFrame
  ) {
    self.place = place
    var made: [UInt8] = []
    made.reserveCapacity(bytesMax + bytesMax / 2)
    do throws(JournalError) {
      try reader.read(&self.place, through: head, bytes: bytesMax) { record in
        if frame.wants(record) { frame.append(record.bytes, to: &made) }
      }
    } catch {
      failure = error
    }
    bytes = made
  }
}
