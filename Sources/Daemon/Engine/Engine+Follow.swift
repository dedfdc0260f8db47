import ActionLog
import WireProtocol

extension Engine {
  /// Streams records to the connection that asks.
  func follow(_ params: FollowParams, slot: ReplySlot) {
    refuse(slot, .methodNotFound(Method.follow.rawValue, nearest: nil))
  }

  /// The follower is no longer wanted: its subscription is closed already.
  func endFollower(_ number: UInt64) {}

  /// The connection has room again.
  func resumeFollowers(of connection: ConnectionID) {}
}
