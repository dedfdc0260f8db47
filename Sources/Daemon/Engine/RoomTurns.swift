/// Whose turn it is where values and followers share the room of one connection.
///
/// Values may be sent while more bytes are queued than followers add to, so heavy ones that keep coming would keep a
/// follower waiting for ever. While one waits, values take so many bytes and no more until it was served. A pure value.
struct RoomTurns {
  /// What values take while a follower waits, in bytes; the last value may go beyond it.
  let shareBytes: Int

  /// Bytes of values since a follower of the connection began to wait.
  private var taken: [ConnectionID: Int] = [:]

  init(shareBytes: Int = 128 << 10) { self.shareBytes = shareBytes }

  /// Whether a value may be sent, as far as followers are concerned.
  func mayTakeValue(_ connection: ConnectionID) -> Bool { taken[connection].map { $0 < shareBytes } ?? true }

  /// A value was sent.
  mutating func tookValue(of bytes: Int, _ connection: ConnectionID) {
    if let before = taken[connection] { taken[connection] = before + bytes }
  }

  /// A follower of the connection waits for room.
  mutating func followerWaits(_ connection: ConnectionID) {
    if taken[connection] == nil { taken[connection] = 0 }
  }

  /// A follower of the connection was served, or is gone.
  ///
  /// - Returns: whether values have waited for that.
  mutating func followerServed(_ connection: ConnectionID) -> Bool {
    taken.removeValue(forKey: connection).map { $0 >= shareBytes } ?? false
  }
}
