/// Whether there is room on disk for one more record, kept while the journal's writer may be on another thread.
///
/// Before an action is admitted there must be room for the bytes already admitted, the longest possible record line,
/// and a little for the daemon's own records. A pure value.
struct RoomLedger: Equatable {
  /// The longest record line with its end, in bytes.
  var longestLine = 9 << 20
  /// Kept for the daemon's own records.
  var ownRecords = 64 << 10
  /// Reserved beyond what is needed, so that room is not asked for again with every group.
  var ahead = 16 << 20

  /// What the writer had reserved when it was last in hand.
  private(set) var room = 0
  /// Bytes admitted since and not yet committed, in-flight ones included.
  private(set) var pending = 0

  /// What has to be reserved for one more record to be admitted.
  var needed: Int { pending + longestLine + ownRecords }

  /// What to ask the writer for when more is to be reserved.
  var wanted: Int { needed + ahead }

  /// Whether one more record may be admitted.
  var hasRoom: Bool { room >= needed }

  /// A record line of this many bytes was admitted.
  mutating func admitted(bytes: Int) { pending += bytes }

  /// The writer was in hand: `committed` bytes are durable, and this much is reserved beyond them.
  mutating func update(room: Int, committed: Int = 0) {
    precondition(committed <= pending, "more bytes were committed than admitted")
    pending -= committed
    self.room = room
  }
}
