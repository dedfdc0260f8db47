/// What the event loop counted since it began.
struct SocketCounters: Sendable, Equatable {
  var accepted = 0
  /// Connections that were told `busy` and closed.
  var turnedAway = 0
  var requests = 0
  /// Lines, and members of batches, that were refused before they reached the service.
  var refused = 0
  var sentBytes = 0
  /// Connections closed because what was queued for them did not move.
  var stalled = 0
  /// Times that no descriptor was left for a connection.
  var outOfDescriptors = 0
}
