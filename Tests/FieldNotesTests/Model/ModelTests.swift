import ActionLog
import CanonicalJSON
import TestSupport
import Testing

@testable import FieldNotes

@Suite("Random interleavings against a model of obviously right lines")
struct ModelTests {
  private static let runsPerBatch = 250

  @Test(
    "edits, confirmations, failures, timeouts, duplicates, pages, refreshes, resyncs and folders in any order",
    arguments: 0..<8)
  func interleavings(batch: Int) {
    for number in 0..<Self.runsPerBatch {
      var run = ModelRun(seed: UInt64(batch * Self.runsPerBatch + number))
      run.checksViews = number % 20 == 0
      for _ in 0..<Int.random(in: 8...28, using: &run.random) where run.problem == nil { run.step() }
      run.finish()
      guard run.problem == nil else {
        Issue.record("seed \(run.seed): \(run.problem ?? "")\n\(run.lastActions)")
        return
      }
    }
  }
}

extension ModelRun {
  /// Something happens: to the user, to the service, or on the way between.
  mutating func step() {
    let id = DocumentID("d\(Int.random(in: 0...service.history.count, using: &random))")
    switch Int.random(in: 0..<20, using: &random) {
    case 0: dispatch(.feedScreenAppeared)
    case 1: dispatch(chance(1, of: 2) ? .feedRefreshRequested : .feedResyncRequested)
    case 2: dispatch(.loadMoreRequested)
    case 3: dispatch(.folderOpened(folderID: chance(1, of: 2) ? "f" : "g"))
    case 4: dispatch(.queryChanged(query: FeedQuery(text: chance(1, of: 2) ? "1" : "", sort: .title)))
    case 5, 6, 7: dispatch(.metadataUpdateRequested(documentID: id, patch: randomPatch()))
    case 8: service.change(&random)
    case 9: tellOfOutside(id)
    case 10: if chance(1, of: 4) { service.epoch += 1 } else { service.unlist(&random) }
    case 11: fire()
    case 12:
      guard let (id, answer) = given.randomElement(using: &random), answer.isTerminal else { return }
      dispatch(answer, effect: id)
    default: if !flights.isEmpty { land(Int.random(in: 0..<flights.count, using: &random)) }
    }
  }

  private mutating func randomPatch() -> MetadataPatch {
    let key = chance(1, of: 2) ? "a" : "b"
    return MetadataPatch(members: [key: chance(1, of: 4) ? .null : .number(JSONNumber(Int64(100 + seq)))])
  }

  private mutating func tellOfOutside(_ id: DocumentID) {
    guard service.history[id] != nil, case .value(let metadata) = service.payload(id, isPartial: false).metadata else {
      return dispatch(.documentMetadataChanged(documentID: id, metadata: .empty))
    }
    dispatch(.documentMetadataChanged(documentID: id, metadata: metadata))
  }

  /// Lets all calm down, asks for everything once more, and compares with the service.
  mutating func finish() {
    isCalm = true
    settleAll()
    dispatch(.feedResyncRequested)
    settleAll()
    guard problem == nil else { return }
    let feed = reduction.root.state.feed
    if Array(feed.orderedIDs) != service.order { problem = "lists \(Array(feed.orderedIDs)), not \(service.order)" }
    if Set(feed.documentsByID.keys) != Set(service.order) { problem = "knows \(Array(feed.documentsByID.keys))" }
    for (id, document) in feed.documentsByID where document.title != service.head(id).title {
      problem = "\(id) is titled \(document.title)"
    }
    for (id, document) in feed.documentsByID
    where flat(document.metadata.json) != service.head(id).metadata.mapValues({ $0 }) {
      problem = "\(id) has \(document.metadata), not \(service.head(id).metadata)"
    }
    if reduction.root.digest != reduction.root.state.recomputedDigest() { problem = "the digest is not the state's" }
    if !reduction.outbox.isEmpty { problem = "something is still awaited" }
  }

  private mutating func settleAll() {
    while problem == nil, !(flights.isEmpty && reduction.outbox.nextTimer == nil) {
      if flights.isEmpty { fire() } else { land(0) }
    }
  }
}

extension FeedAction {
  /// Whether it closes a request or an edit.
  fileprivate var isTerminal: Bool {
    switch self {
    case .cachedFeedLoaded, .remoteFeedLoaded, .remoteFolderLoaded, .feedRequestFailed, .metadataUpdateSucceeded,
      .metadataUpdateFailed:
      true
    case .feedScreenAppeared, .feedRefreshRequested, .feedResyncRequested, .loadMoreRequested, .folderOpened,
      .feedRequested, .folderRequested, .queryChanged, .documentMetadataChanged, .metadataUpdateRequested,
      .metadataUpdateRetryDue:
      false
    }
  }
}
