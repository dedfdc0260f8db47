import WireProtocol

/// Where the answer to one request goes. Each slot that was handed out is answered exactly once.
struct ReplySlot: Sendable {
  let connection: ConnectionID
  let id: RequestID?
  /// The number of the batch on its connection; 0 outside one.
  let batch: UInt32
  /// The bytes that were set aside for its answer before that was queued.
  private(set) var owed = 0

  /// False for a notification: its answer is dropped, so what it says need not be made.
  var wantsReply: Bool { id != nil }

  /// Whether its answer waits for those of a whole batch.
  var isInBatch: Bool { batch != 0 }

  init(connection: ConnectionID, id: RequestID?, batch: UInt32) {
    self.connection = connection
    self.id = id
    self.batch = batch
  }

  mutating func owe(_ bytes: Int) { owed += bytes }
}
