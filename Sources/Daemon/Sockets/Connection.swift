import SystemCalls
import WireProtocol

/// One connection; owned by the thread that runs the event loop.
final class Connection {
  let id: ConnectionID
  let peer: Peer
  let descriptor: FileDescriptor
  var framer: LineFramer
  var flow: ConnectionFlow
  var out = OutQueue()
  private var batches: [UInt32: BatchCollector] = [:]
  private var lastBatch: UInt32 = 0

  /// What the kernel watches it for; nil while it does not.
  var watched: EpollEvents?
  /// Whole lines may be buffered that could not be taken.
  var hasLinesHeld = false
  /// The service is told when fewer bytes than this are queued; nil while it does not ask.
  var drainMark: Int?
  /// It is on the loop's list of connections to look after at the end of the round.
  var isDirty = false
  /// It is on the loop's list of connections to read in the next round without being asked.
  var isResumed = false

  init(id: ConnectionID, descriptor: consuming FileDescriptor, credentials: PeerCredentials, limits: Limits) {
    self.id = id
    self.descriptor = descriptor
    peer = Peer(connection: id, credentials: credentials)
    framer = LineFramer(limit: limits[.lineBytes])
    flow = ConnectionFlow(limits: limits)
  }

  /// Begins a batch and gives its number.
  func open(_ batch: BatchCollector) -> UInt32 {
    repeat { lastBatch = lastBatch &+ 1 } while lastBatch == 0 || batches[lastBatch] != nil
    batches[lastBatch] = batch
    return lastBatch
  }

  /// Queues the answer to `slot`; `replyLimit` in bytes.
  func queue(result: UnsafeBufferPointer<UInt8>, for slot: ReplySlot, replyLimit: Int) {
    if slot.batch != 0 {
      return collect(slot.batch) { $0.add(result: result, id: slot.id) }
    }
    guard let id = slot.id, !flow.outputLost else { return }
    if result.count > replyLimit {
      Response.append(error: .tooLongReply(limit: replyLimit, length: result.count), id: id, to: &out.bytes)
    } else {
      Response.append(result: result, id: id, to: &out.bytes)
    }
    endLine()
  }

  /// Queues the refusal of `slot`.
  func queue(error: WireError, for slot: ReplySlot) {
    if slot.batch != 0 {
      return collect(slot.batch) { $0.add(error: error, id: slot.id) }
    }
    if let id = slot.id { queue(error: error, id: id) }
  }

  /// Queues an error that answers no request of a batch.
  func queue(error: WireError, id: RequestID) {
    guard !flow.outputLost else { return }
    Response.append(error: error, id: id, to: &out.bytes)
    endLine()
  }

  /// Queues a line that answers nothing.
  func push(_ write: (inout [UInt8]) -> Void) {
    write(&out.bytes)
    endLine()
  }

  /// Queues whole lines that answer nothing, each with its line feed.
  func pushLines(_ write: (inout [UInt8]) -> Void) {
    write(&out.bytes)
    flow.queueHolds(out.count)
  }

  /// Adds to a batch, and queues its replies when they are all there.
  private func collect(_ number: UInt32, _ add: (inout BatchCollector) -> Void) {
    // Taken out while it grows: what stays in the dictionary would be copied.
    guard var batch = batches.removeValue(forKey: number) else { return }
    let before = batch.count
    add(&batch)
    guard batch.isComplete else {
      flow.collects(batch.count - before)
      batches[number] = batch
      return
    }
    flow.collects(-before)
    if !flow.outputLost, batch.finish(into: &out.bytes) { endLine() }
  }

  private func endLine() {
    out.bytes.append(0x0A)
    flow.queueHolds(out.count)
  }
}
