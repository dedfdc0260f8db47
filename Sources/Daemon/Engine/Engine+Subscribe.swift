import ActionLog
import WireProtocol

extension Engine {
  /// Shows a value to the connection that asks, and from then on what becomes of it.
  func subscribe(_ params: SubscribeParams, slot: ReplySlot) {
    refuse(slot, .methodNotFound(Method.subscribe.rawValue, nearest: nil))
  }

  /// The subscription is no longer wanted: its number is closed already.
  func endSubscription(_ number: UInt64) {}

  /// The connection has room again.
  func resumeSubscriptions(of connection: ConnectionID) {}
}
