import ActionLog
import CanonicalJSON
import Testing

@testable import FieldNotes

/// A state and the actions it went through, each with the seq it would have in a journal: for late and repeated reports
/// that no daemon would admit, and that a reducer withstands all the same.
struct Run {
  var state = FieldNotes.initialState
  private(set) var seq: UInt64 = 0

  typealias Outcome = ActionLog.Outcome<FieldNotes.Action, FieldNotes.Effect>

  @discardableResult
  mutating func dispatch(_ action: FeedAction, effect: EffectID? = nil) -> Outcome {
    dispatch(.feed(action), effect: effect)
  }

  /// The user comes to the feed, and the cache answers.
  @discardableResult
  mutating func appear(cached snapshot: FeedSnapshot) -> Outcome {
    dispatch(.feedScreenAppeared)
    return dispatch(.cachedFeedLoaded(snapshot: snapshot), effect: EffectID(seq: seq, index: 0))
  }

  @discardableResult
  mutating func dispatch(_ action: SyncAction) -> Outcome { dispatch(.sync(action)) }

  @discardableResult
  mutating func dispatch(_ action: FieldNotes.Action, effect: EffectID? = nil) -> Outcome {
    seq += 1
    let before = state
    let now = Moment(seq: seq, at: Timestamp(microseconds: Int64(seq) * 1_000_000), effect: effect)
    let outcome = FieldNotes.reduce(&state, action, now)
    if !outcome.isApplied {
      #expect(state == before, "\(action) was not applied, and yet the state differs")
    }
    #expect(FieldNotes.violations(in: state).isEmpty)
    return outcome
  }

  /// A feed that was loaded under request 1 with `documents`, and has more where `nextCursor` is given.
  static func loaded(_ documents: [Document], nextCursor: String? = nil) -> Run {
    var run = Run()
    run.dispatch(.feedRequested(requestID: "1", reason: .initial))
    run.dispatch(.remoteFeedLoaded(requestID: "1", page: FeedPage(nextCursor: nextCursor, documents: documents)))
    return run
  }

  var feed: FeedState { state.feed }

  func document(_ id: DocumentID) throws -> Document { try #require(state.feed.documentsByID[id]) }

  var titles: [String] { state.feed.viewState().documents.map(\.title) }
}

extension Outcome {
  var isApplied: Bool {
    if case .applied = self { return true }
    return false
  }

  var ignoredCode: String? {
    if case .ignored(let reason) = self { return reason.code }
    return nil
  }

  var illegalCode: String? {
    if case .illegal(let reason) = self { return reason.code }
    return nil
  }

  /// The effects asked for, in order, without keys and policies.
  var performed: [Effect] {
    guard case .applied(let commands) = self else { return [] }
    return commands.compactMap { command in
      if case .perform(let effect, _, _) = command { return effect }
      return nil
    }
  }

  var cancelledKeys: [String] {
    guard case .applied(let commands) = self else { return [] }
    return commands.compactMap { command in
      if case .cancel(let key) = command { return key }
      return nil
    }
  }
}

extension Document {
  /// A document named after its id.
  static func sample(
    _ id: DocumentID, title: String? = nil, rev: Int? = nil, canEdit: Bool = true, _ metadata: JSONObject = [:]
  ) -> Document {
    Document(
      id: id, title: title ?? "Title of \(id.text)", ownerID: "o-1", rev: rev,
      permissions: Permissions(canEdit: canEdit), metadata: Metadata(members: metadata))
  }
}
