import ActionLog
import CanonicalJSON
import JournalStorage
import WireProtocol

extension Engine {
  /// Whether lines are to be kept as they are committed: only while somebody follows.
  var keepsLines: Bool { !followers.isEmpty }

  /// Streams records to the connection that asks: those that are durable by then as well as those to come.
  ///
  /// The default is what comes after the last admitted record, so a dispatch before it on the same connection is not
  /// among them and one behind it is.
  func follow(_ params: FollowParams, from peer: Peer, slot: ReplySlot) {
    guard let number = openWatch(.follower, slot: slot) else { return }
    let from = params.from.map { max(1, $0) } ?? lastSeq + 1
    guard from <= lastSeq + 1 else {
      closeWatch(number, of: slot.connection)
      return reply(.refused(slot, .notFound(first: 1, last: lastSeq)), at: lastSeq)
    }
    let frame = RecordFrame(subscription: number, types: params.types)
    let start = FollowStart(
      number: number, seq: lastSeq,
      follower: OpenFollower(
        peer: peer, follower: Follower(from: from, frame: frame, bounds: .within(settings.limits[.queuedBytes]))))
    reply(.follow(slot, start), at: lastSeq)
  }

  /// Answers a `follow` whose seq is durable; from then on its records come.
  func begin(_ start: FollowStart, slot: ReplySlot) {
    loop.reply(slot, result: start.json)
    // It, or its connection, may have ended while its seq was not durable.
    guard watches.isOpen(start.number) else { return }
    followers[start.number] = start.follower
    areFollowersBehind = true
  }

  /// The follower is no longer wanted: its subscription is closed already.
  func endFollower(_ number: UInt64) {
    if let open = followers.removeValue(forKey: number) { followerServed(on: open.peer.connection) }
    if followers.isEmpty { ring.clear() }
  }

  /// Keeps what became durable for those who follow.
  func keepLive(_ group: CommitGroup, _ lines: [UInt8]?) {
    areFollowersBehind = !followers.isEmpty
    if keepsLines, let lines {
      ring.append(LiveGroup(firstSeq: group.firstSeq, lines: lines, bodyEnds: group.ends))
    } else if ring.seqs != nil {
      ring.clear()
    }
  }

  /// The connection has room again.
  func resumeFollowers(of connection: ConnectionID) {
    let numbers = watches.numbers(of: connection).filter { followers[$0] != nil }
    guard !numbers.isEmpty else { return }
    // What room there is goes to another first each time.
    followerTurn = (followerTurn + 1) % numbers.count
    for number in numbers[followerTurn...] + numbers[..<followerTurn] { serve(number) }
  }

  /// Sends each follower what it can take of what became durable since the last time.
  func serveFollowers() {
    guard areFollowersBehind else { return }
    areFollowersBehind = false
    for number in Array(followers.keys) { serve(number) }
  }

  /// Whether some follower has yet to be sent something that is durable.
  var hasFollowersBehind: Bool { followers.values.contains { $0.follower.next <= durable.seq } }

  private func serve(_ number: UInt64) {
    guard var open = followers[number] else { return }
    let connection = open.peer.connection
    let bounds = open.follower.bounds
    while true {
      let queued = loop.queuedBytes(connection)
      let mayRead = !readsHistory.contains(connection)
      switch open.follower.step(queued: queued, durable: durable.seq, ring: ring.seqs, mayRead: mayRead) {
      case .rest:
        followers[number] = open
        return
      case .waitForRoom:
        turns.followerWaits(connection)
        loop.notifyWhenBelow(bounds.queueBytes, connection)
        followers[number] = open
        return
      case .live:
        var next = open.follower.next
        let isTaken = loop.pushLines(to: connection) { bytes in
          next = open.follower.frame.append(from: ring, next: next, room: bounds.queueBytes - queued, to: &bytes)
        }
        guard isTaken else { return closeWatch(number, of: connection) }
        open.follower.sentLive(before: next)
        followerServed(on: connection)
      case .history(let place):
        read(place, for: open, number)
        followers[number] = open
        followerServed(on: connection)
        return
      }
    }
  }

  /// Has a piece of history read: one at a time for a connection, or many followers of it would fill the memory.
  private func read(_ place: HistoryPlace, for open: OpenFollower, _ number: UInt64) {
    let connection = open.peer.connection
    readsHistory.insert(connection)
    let head = JournalStatus.Head(seq: durable.seq, hash: durable.hash)
    let (inbox, history) = (inbox, history)
    let (frame, bytesMax) = (open.follower.frame, open.follower.bounds.pieceBytes)
    reader.submitPatient {
      let piece = HistoryPiece(history, from: place, through: head, bytesMax: bytesMax, frame: frame)
      inbox.post(.history(number, connection, piece))
    }
  }

  /// The reader thread has read a piece for a follower.
  func historyRead(_ number: UInt64, _ connection: ConnectionID, _ piece: HistoryPiece) {
    readsHistory.remove(connection)
    defer { resumeFollowers(of: connection) }
    guard var open = followers[number] else { return }
    guard loop.pushLines(to: connection, { $0.append(contentsOf: piece.bytes) }) else {
      return closeWatch(number, of: connection)
    }
    open.follower.sentHistory(to: piece.place)
    followers[number] = open
    if let failure = piece.failure { endHistory(number, open, failure) }
  }

  /// A follower's history cannot be read any further: it is told so, and the daemon goes on.
  private func endHistory(_ number: UInt64, _ open: OpenFollower, _ failure: JournalError) {
    if failure != historyFailure {
      // Once: each follower that comes by the place finds the same.
      historyFailure = failure
      log.error("\(open.name(number)) cannot be served beyond seq \(open.follower.next - 1): \(failure)")
    }
    let (seq, next) = (durable.seq, open.follower.next)
    loop.push(to: open.peer.connection) { bytes in
      Response.append(notification: "ended", subscription: number, to: &bytes) {
        $0.append(contentsOf: #","seq":\#(seq),"next":\#(next),"error":"#.utf8)
        var json = JSONWriter()
        WireError(failure, seq: next).write(to: &json)
        $0.append(contentsOf: json.bytes)
      }
    }
    closeWatch(number, of: open.peer.connection)
  }
}
