/// An optimistic edit of one document's metadata that awaits its answer.
public struct PendingEdit: Codable, Equatable, Sendable {
  /// Which edit this is.
  public let mutationID: MutationID

  /// What it changes.
  public let patch: MetadataPatch

  /// The edit `mutationID` that lays `patch` over the metadata.
  public init(mutationID: MutationID, patch: MetadataPatch) {
    self.mutationID = mutationID
    self.patch = patch
  }
}

/// What is known of an oldest edit whose answer did not come in time: it may have been taken or not.
public struct EditRetry: Codable, Equatable, Sendable {
  /// How often in a row no answer came in time.
  public var timeouts: Int

  /// Whether a timer is awaited that hands the edits over again; until then none of the document is on its way.
  public var isWaiting: Bool

  /// The longest pause before an edit is handed over again, in milliseconds.
  static let pauseMillisecondsMax: Int64 = 60_000

  /// The pause before the next try, in milliseconds: a second, doubled with each timeout, a minute at most.
  var pauseMilliseconds: Int64 {
    min(1000 << Int64(min(max(timeouts - 1, 0), 16)), Self.pauseMillisecondsMax)
  }
}
