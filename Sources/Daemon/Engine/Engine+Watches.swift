import ActionLog
import WireProtocol

extension Engine {
  /// Opens a subscription for a request, or refuses the request and gives nil.
  ///
  /// Without an `id` nobody would learn the number, and the reply of a batch may come long after what is watched has
  /// changed: so neither opens one.
  func openWatch(_ kind: Watches.Kind, slot: ReplySlot) -> UInt64? {
    guard phase == .running, loop.isOpen(slot.connection) else {
      refuse(slot, .stopping())
      return nil
    }
    guard slot.wantsReply, !slot.isInBatch else {
      refuse(
        slot, .invalidRequest("a subscription is asked for with an `id`, on a line of its own and not in a batch"))
      return nil
    }
    guard let number = watches.open(kind, on: slot.connection) else {
      refuse(slot, .busy(.subscriptions, value: watches.limit))
      return nil
    }
    return number
  }

  /// Ends a subscription; nothing of it comes after the answer.
  func unsubscribe(_ params: UnsubscribeParams, slot: ReplySlot) {
    guard let kind = watches.close(params.subscription, of: slot.connection) else {
      return refuse(slot, .notFound(subscription: params.subscription))
    }
    end(kind, params.subscription)
    loop.reply(slot, result: Array("true".utf8))
  }

  /// Notes whose queue did not move for too long, before its subscriptions are closed.
  func noteStalled(_ peer: Peer, waiting bytes: Int) {
    let count = watches.numbers(of: peer.connection).count
    let followers = watches.numbers(of: peer.connection, .follower).count
    var line = "a client (uid \(peer.credentials.uid), pid \(peer.credentials.pid)) took nothing for "
    line += "\(settings.limits[.queueStallSeconds]) s and is closed: \(bytes) bytes waited for it, "
    line += "subscriptions: \(count), followers among them: \(followers)"
    if followers > 0 { line += "; each resumes after the last whole record it read" }
    log.warning(line)
  }

  /// Ends the subscriptions of a connection that is gone.
  func closeWatches(of connection: ConnectionID) {
    for (number, kind) in watches.closeAll(of: connection) { end(kind, number) }
  }

  /// Ends a subscription that can go on no longer, of which the peer has been told or is gone.
  func closeWatch(_ number: UInt64, of connection: ConnectionID) {
    if let kind = watches.close(number, of: connection) { end(kind, number) }
  }

  private func end(_ kind: Watches.Kind, _ number: UInt64) {
    switch kind {
    case .value: endSubscription(number)
    case .follower: endFollower(number)
    }
  }

  func drained(_ connection: ConnectionID) {
    resumeSubscriptions(of: connection)
    // First, since a follower that is served here may leave no room to a value.
    serveSubscriptions()
    resumeFollowers(of: connection)
  }
}
