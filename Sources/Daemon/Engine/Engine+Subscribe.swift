import ActionLog
import CanonicalJSON
import WireProtocol

extension Engine {
  /// The longest pointer or arguments that are watched, in bytes: they are kept as long as the subscription is.
  private static var watchedTargetBytes: Int { 16 << 10 }

  /// Shows a value to the connection that asks, and from then on what becomes of it.
  ///
  /// A first value that cannot be shown (too long, without JSON) is refused, and nothing is subscribed. One that comes
  /// to be so later is told once, as `error` in place of `value`, and the subscription goes on.
  func subscribe(_ params: SubscribeParams, slot: ReplySlot) {
    let length = params.target.byteCount
    guard length <= Self.watchedTargetBytes else {
      return refuse(slot, .tooLong("What is watched", limit: Self.watchedTargetBytes, length: length))
    }
    switch query(params.target).flatMap({ query in reads(of: query).map { (query, $0) } }) {
    case .failure(let error): refuse(slot, error)
    case .success(let (query, reads)): subscribe(query, reads, slot: slot)
    }
  }

  private func subscribe(_ query: Query<D.State>, _ reads: [Read], slot: ReplySlot) {
    guard let number = openWatch(.value, slot: slot) else { return }
    let isLong = isLong(query)
    subscriptions.open(number, on: slot.connection, query, reads: reads, isLong: isLong, seq: lastSeq)
    if isLong { return readLong(query, slot: slot, subscription: number) }
    let value = watched(query.result(on: reduction.root.state, at: lastSeq))
    let slot = loop.setAside(value.byteCount, for: slot)
    reply(.subscribed(slot, FirstValue(subscription: number, seq: lastSeq, value: value)), at: lastSeq)
  }

  /// What a query reads, or why there is nothing to read.
  private func reads(of query: Query<D.State>) -> Result<[Read], WireError> {
    switch query {
    case .pointer(let pointer):
      guard let read = parts.read(by: pointer) else {
        let nearest = reduction.root.state.nearestPointer(to: pointer)
        return .failure(.notFound(pointer: pointer.text, nearest: nearest?.text))
      }
      return .success([read])
    case .selector(let selector, let arguments):
      do throws(SelectorFailure) {
        return .success(try selector.reads(arguments))
      } catch {
        return .failure(WireError(error))
      }
    }
  }

  /// What a query gave, as subscribers see it.
  func watched(_ result: ReadResult) -> WatchedValue { WatchedValue(result, limit: settings.limits[.replyBytes]) }

  /// Answers a `subscribe`, whose seq is durable; what becomes of the value comes after the answer.
  func answer(_ slot: ReplySlot, _ first: FirstValue) {
    switch first.value.content {
    case .error(let error):
      closeWatch(first.subscription, of: slot.connection)
      refuse(slot, error)
    case .value, .gone:
      loop.reply(slot, result: first.json)
      subscriptions.opened(first.subscription, first.value.digest)
    }
  }

  /// The subscription is no longer wanted: its number is closed already.
  func endSubscription(_ number: UInt64) { subscriptions.close(number) }

  /// The connection has room again.
  func resumeSubscriptions(of connection: ConnectionID) { subscriptions.hasRoom(connection) }
}
