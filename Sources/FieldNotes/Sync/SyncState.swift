import ActionLog

/// Where the upload of pending edits stands. A count says how many edits await their upload.
public enum SyncState: Codable, Equatable, Sendable {
  /// Nothing is to be uploaded.
  case idle
  /// An upload is under way.
  case syncing(pending: UInt)
  /// The network is away; the upload goes on when it is back.
  case offline(pending: UInt)
  /// The last upload was not taken; another try is the user's to ask for.
  case failed(pending: UInt)
}

/// What can happen to the upload of pending edits. A negative count does not decode.
public enum SyncAction: ActionGroup {
  /// There are `pending` edits to upload.
  case requested(pending: UInt)

  /// The network went away.
  case networkUnavailable

  /// The network came back.
  case networkAvailable

  /// An upload was taken; `remaining` edits still wait.
  case uploadCompleted(remaining: UInt)

  /// An upload was not taken.
  case uploadFailed

  /// The user wants no upload any more.
  case cancelled

  /// The user wants another try after a failure.
  case retryRequested
}

/// What the sync asks of the outside.
public enum SyncEffect: Codable, Hashable, Sendable {
  /// Upload the oldest edit that waits.
  case uploadNext
}

/// The sync feature's part of the state.
public struct SyncFacts: StateTree {
  /// Where the upload stands.
  @Tracked public var status = SyncState.idle

  /// Nothing to upload.
  public init() {}

  /// Names the parts.
  public mutating func visit(_ parts: inout some PartVisitor) {
    parts.visit("status", &_status)
  }
}
