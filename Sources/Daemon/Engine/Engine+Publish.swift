import ActionLog
import WireProtocol

extension Engine {
  /// A subscriber is sent values while fewer bytes than this wait for its connection.
  ///
  /// Small beside the limit, so that answers have their place in the queue and what is sent is fresh.
  var roomBytes: Int { min(256 << 10, settings.limits[.queuedBytes] / 4) }

  /// How many long queries the reader thread is given at a time.
  private static var evaluationsMax: Int { 256 }
  /// After so many bytes of values it hands over what it has.
  private static var evaluationBytes: Int { 1 << 20 }

  /// Whether values may be shown: nothing that a broken action left in the state is.
  private var publishes: Bool {
    switch phase {
    case .running, .stopping, .closing: true
    case .faulted, .ended: false
    }
  }

  /// Takes note of what an action changed, for those who watch it.
  func touch(_ changes: ChangeSet) {
    if !subscriptions.index.isEmpty { subscriptions.touch(changes) }
  }

  /// The open group ends: what it touched is looked at once it is durable, on the state as it is now.
  func closeTouched() {
    guard !groups.open.isEmpty else { return }
    let touched = subscriptions.takeTouched()
    guard !touched.isEmpty || isStateAwaited else { return }
    groups.wantSnapshot()
    waiting.append(.wake(touched), until: lastSeq)
  }

  /// The state came from elsewhere: everything is looked at.
  func wakeAll() {
    if !subscriptions.isEmpty { reply(.wake(subscriptions.all), at: durable.seq) }
  }

  /// Shows what a durable group has touched to those who watch it.
  func wake(_ touched: [QueryID]) {
    isStateAwaited = false
    guard publishes else { return }
    let state = durableSnapshot ?? reduction.root.state
    for id in subscriptions.wake(touched, seq: durable.seq) {
      guard let query = subscriptions.queries[id]?.query else { continue }
      publish(id, watched(query.result(on: state, at: durable.seq)), seq: durable.seq)
    }
    serve(state)
  }

  /// Goes on with what waits for room or for the reader thread, on the last durable state: now if nothing came after
  /// it, otherwise when what came is durable.
  func serveSubscriptions() {
    guard subscriptions.wantsState, publishes, !isStateAwaited else { return }
    if lastSeq == durable.seq { return serve(reduction.root.state) }
    isStateAwaited = true
    // The open group takes it along when it ends.
    if !groups.open.isEmpty { return }
    if !groups.give(reduction.root.state) { inFlight?.snapshot = reduction.root.state }
    waiting.append(.wake([]), until: lastSeq)
  }

  /// Brings up those who fell behind and have room, and starts the evaluation of long queries; `state` is that of the
  /// last durable seq.
  private func serve(_ state: D.State) {
    var values: [QueryID: WatchedValue] = [:]
    for connection in subscriptions.takeRoomy() {
      while hasRoom(connection), let next = subscriptions.catchUp(on: connection) {
        guard let id = next.query, let query = subscriptions.queries[id] else { continue }
        let value = values[id] ?? watched(query.query.result(on: state, at: durable.seq))
        values[id] = value
        if subscriptions.subscribers[next.number]?.sent != value.digest {
          tell(next.number, value, seq: durable.seq)
        }
      }
    }
    startEvaluation(state)
  }

  private func startEvaluation(_ state: D.State) {
    let batch = subscriptions.beginEvaluation(most: Self.evaluationsMax) { hasRoom($0) }
    guard !batch.isEmpty else { return }
    let (seq, limit, inbox) = (durable.seq, settings.limits[.replyBytes], inbox)
    reader.submit {
      var evaluation = Evaluation(seq: seq)
      var bytes = 0
      for (id, query) in batch where bytes < Self.evaluationBytes {
        let value = WatchedValue(query.result(on: state, at: seq), limit: limit)
        bytes += value.byteCount
        evaluation.values.append((id, value))
      }
      inbox.post(.evaluated(evaluation))
    }
  }

  /// The reader thread has evaluated long queries.
  func evaluationFinished(_ evaluation: Evaluation) {
    subscriptions.endEvaluation(of: evaluation.values.map(\.id))
    guard publishes else { return }
    for (id, value) in evaluation.values { publish(id, value, seq: evaluation.seq) }
  }

  private func publish(_ id: QueryID, _ value: WatchedValue, seq: UInt64) {
    for number in subscriptions.evaluated(id, value.digest, seq: seq) { tell(number, value, seq: seq) }
  }

  private func tell(_ number: UInt64, _ value: WatchedValue, seq: UInt64) {
    guard let connection = subscriptions.subscribers[number]?.connection else { return }
    guard hasRoom(connection) else { return subscriptions.fallBehind(number) }
    let skipped = subscriptions.send(number, value.digest, seq: seq)
    let isTaken = loop.push(to: connection) { value.append(changed: number, seq: seq, skipped: skipped, to: &$0) }
    turns.tookValue(of: value.byteCount + WatchedValue.frameBytes, connection)
    // Nobody is left to take it.
    if !isTaken { closeWatch(number, of: connection) }
  }

  /// Whether a value may be sent to the connection; if not, `drained` comes when it may.
  private func hasRoom(_ connection: ConnectionID) -> Bool {
    // When the follower was served, room is asked for.
    guard turns.mayTakeValue(connection) else { return false }
    if loop.queuedBytes(connection) < roomBytes { return true }
    loop.notifyWhenBelow(roomBytes, connection)
    return false
  }
}

extension Engine {
  /// A follower of the connection was served or is gone: it is the turn of the values that waited for that.
  func followerServed(on connection: ConnectionID) {
    if turns.followerServed(connection) { loop.notifyWhenBelow(roomBytes, connection) }
  }
}

/// What a subscriber is answered.
struct FirstValue {
  var subscription: UInt64
  /// What the value is true at.
  var seq: UInt64
  var value: WatchedValue

  var json: [UInt8] { value.first(subscription: subscription, seq: seq) }
}

/// What the reader thread made of long queries.
struct Evaluation: Sendable {
  /// What the values are true at.
  var seq: UInt64
  var values: [(id: QueryID, value: WatchedValue)] = []

  init(seq: UInt64) { self.seq = seq }
}
