import ActionLog
import CanonicalJSON
import WireProtocol

extension Engine {
  /// Reads the state as of the last admitted record, and answers once that is durable.
  func get(_ params: GetParams, slot: ReplySlot) {
    guard phase == .running else { return refuse(slot, .stopping()) }
    // Nobody is left to read it; the slot is answered all the same.
    guard loop.isOpen(slot.connection) else { return refuse(slot, .stopping()) }
    // A single line is not taken then; the members of a batch come all at once.
    if loop.isFull(slot.connection) {
      return refuse(slot, .busy(.queuedBytes, value: settings.limits[.queuedBytes]))
    }
    if let minSeq = params.minSeq, minSeq > lastSeq {
      let slot = loop.setAside(params.target.byteCount, for: slot)
      let wait = Int64(settings.limits[.minSeqWaitSeconds]) * 1_000_000_000
      return seqWaiters.append(
        SeqWaiters.Waiter(
          seq: minSeq, deadline: settings.clock.boottime() + wait, slot: slot, target: params.target))
    }
    read(params.target, slot: slot)
  }

  private func read(_ target: ReadTarget, slot: ReplySlot) {
    switch query(target) {
    case .failure(let error): refuse(slot, error)
    case .success(let query):
      if isLong(query) { return readLong(query, slot: slot) }
      let result = query.result(on: reduction.root.state, at: lastSeq, suggests: true)
      let value = ReadValue(seq: lastSeq, digest: reduction.root.digest, result: result)
      reply(.value(loop.setAside(value.byteCount, for: slot), value), at: lastSeq)
    }
  }

  /// The query that a request names, or why there is none.
  func query(_ target: ReadTarget) -> Result<Query<D.State>, WireError> {
    switch target {
    case .pointer(let pointer): return .success(.pointer(pointer))
    case .selector(let name, let arguments):
      do throws(QueryFailure) {
        return .success(.selector(try .named(name, among: selectors), arguments: arguments ?? .null))
      } catch {
        return .failure(WireError(error))
      }
    }
  }

  /// Whether a read may encode more than one row or value, which the engine's thread never does.
  func isLong(_ query: Query<D.State>) -> Bool {
    switch query {
    case .pointer(let pointer): return parts.isLong(pointer)
    case .selector(let selector, let arguments):
      guard let reads = try? selector.reads(arguments) else { return false }
      return reads.contains { parts.isLong($0) }
    }
  }

  /// Has a long value computed on the reader thread, once the state as of now is durable.
  ///
  /// - Parameter subscription: the one whose first value it is, if it is one.
  func readLong(_ query: Query<D.State>, slot: ReplySlot, subscription: UInt64? = nil) {
    let read = LongRead<D>(
      seq: lastSeq, digest: reduction.root.digest, state: reduction.root.state, query: query,
      subscription: subscription)
    // How long it will be is not known: four of them fill a connection.
    reply(loop.setAside(settings.limits[.queuedBytes] / 4, for: slot), with: read)
  }

  /// Hands a long read to the reader thread; its seq is durable.
  func start(_ read: LongRead<D>, slot: ReplySlot) {
    let number = reads.open(slot, seq: read.seq, digest: read.digest, subscription: read.subscription)
    let inbox = inbox
    let suggests = read.subscription == nil
    reader.submit {
      inbox.post(.read(number, read.query.result(on: read.state, at: read.seq, suggests: suggests)))
    }
  }

  /// Forgets the reads of a connection that is gone, so that nothing is computed or kept for it.
  func dropReads(of connection: ConnectionID) { seqWaiters.remove(of: connection) }

  /// The reader thread has computed a value.
  func readFinished(_ number: UInt64, _ result: ReadResult) {
    guard let read = reads.close(number) else { return }
    if let subscription = read.subscription {
      answer(read.slot, FirstValue(subscription: subscription, seq: read.seq, value: watched(result)))
    } else {
      answer(read.slot, ReadValue(seq: read.seq, digest: read.digest, result: result))
    }
  }

  /// Answers a read whose seq is durable.
  func answer(_ slot: ReplySlot, _ value: ReadValue) {
    switch value.result {
    case .failure(let error): refuse(slot, error)
    case .success(let bytes):
      let limit = settings.limits[.replyBytes]
      guard bytes.count <= limit else { return refuse(slot, .tooLongReply(limit: limit, length: bytes.count)) }
      loop.reply(slot, result: GetResult(seq: value.seq, state: value.digest.hex16, value: bytes).json)
    }
  }

  // MARK: - Reads of a seq that is yet to come

  /// Reads for those whose seq has been admitted.
  func answerReachedWaiters() {
    guard phase == .running, seqWaiters.count > 0 else { return }
    for waiter in seqWaiters.reached(lastSeq) { read(waiter.target, slot: waiter.slot) }
  }

  /// Tells those who have waited long enough.
  func expireWaiters() {
    for waiter in seqWaiters.expired(boottime: settings.clock.boottime()) {
      refuse(waiter.slot, .timedOut(seq: durable.seq))
    }
  }
}
