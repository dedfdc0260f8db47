/// What the event loop counted since it began.
package struct SocketCounters: Sendable, Equatable {
  package var accepted = 0
  /// Connections that were told `busy` and closed.
  package var turnedAway = 0
  package var requests = 0
  /// Lines, and members of batches, that were refused before they reached the service.
  package var refused = 0
  package var receivedBytes = 0
  package var sentBytes = 0
  /// Connections closed because what was queued for them did not move.
  package var stalled = 0
  /// Times that no descriptor was left for a connection.
  package var outOfDescriptors = 0
}
