import ActionLog

/// The feed's lanes beside that of refreshes, whose request is `feed.request` and `feed.activeRequestID`.
///
/// Each has its own request and status, so that none makes another's stale. Edits have a lane for each document, in the
/// document.
public struct FeedLanes: StateTree {
  /// Reading the cache; its request is the effect that asks for it.
  @Tracked public var hydrate = Lane()

  /// Loading more.
  @Tracked public var append = Lane()

  /// Opening a folder.
  @Tracked public var folder = Lane()

  /// The folder that was opened last.
  @Tracked public var openFolderID: FolderID?

  /// Requests that were answered lately, in any lane.
  @Tracked public var answered = RecentAnswers()

  /// Nothing asked for.
  public init() {}

  /// Names the parts.
  public mutating func visit(_ parts: inout some PartVisitor) {
    parts.visit("hydrate", &_hydrate)
    parts.visit("append", &_append)
    parts.visit("folder", &_folder)
    parts.visit("openFolderID", &_openFolderID)
    parts.visit("answered", &_answered)
  }
}

/// What was answered lately, so that another answer to it is told from one that nobody ever awaited.
public struct RecentAnswers: Codable, Equatable, Sendable {
  /// How many are remembered of each kind.
  static let countMax = 8

  /// The requests answered last, oldest first.
  public private(set) var requests: [RequestID] = []

  /// The edits answered last, oldest first.
  public private(set) var edits: [MutationID] = []

  /// Nothing answered yet.
  public init() {}

  mutating func note(_ request: RequestID) {
    requests.append(request)
    requests.removeFirst(max(0, requests.count - Self.countMax))
  }

  mutating func note(_ edit: MutationID) {
    edits.append(edit)
    edits.removeFirst(max(0, edits.count - Self.countMax))
  }
}
