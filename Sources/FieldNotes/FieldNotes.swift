import ActionLog

/// The domain that ships: a document feed with optimistic edits, and a sync state machine.
///
/// It uses nothing that someone's own domain could not use.
public enum FieldNotes: Domain {
  /// The facts of both features.
  public struct State: StateTree {
    /// The document feed.
    public var feed = FeedState()

    /// The upload of pending edits.
    public var sync = SyncFacts()

    /// Nothing known yet.
    public init() {}

    /// Names the parts.
    public mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("feed", &feed)
      parts.visit("sync", &sync)
    }
  }

  /// What can happen.
  public enum Action: ActionGroup {
    /// To the document feed.
    case feed(FeedAction)
    /// To the upload of pending edits.
    case sync(SyncAction)
  }

  /// What is asked of the outside.
  public enum Effect: Codable, Hashable, Sendable {
    /// By the document feed.
    case feed(FeedEffect)
    /// By the upload of pending edits.
    case sync(SyncEffect)
  }

  /// The name that stands in a journal's headers.
  public static let name = "fieldnotes"

  /// Raised when a reducer's meaning changes.
  public static let version = 2

  /// Nothing known yet.
  public static let initialState = State()

  /// Each feature's reducer for its own part; neither sees the other's.
  public static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .feed(let action):
      return FeedReducer.reduce(&state.feed, action, now).map(action: Action.feed, effect: Effect.feed)
    case .sync(let action):
      return SyncReducer.reduce(&state.sync, action).map(action: Action.sync, effect: Effect.sync)
    }
  }
}
