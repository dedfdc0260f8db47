import ActionLog
import CanonicalJSON
import TestSupport
import Testing

@testable import FieldNotes

/// One random interleaving: the reducer with the daemon's own outbox, the service, and the model beside them.
struct ModelRun {
  /// An effect that a performer holds, and what it will report once that is settled.
  struct Flight {
    let id: EffectID
    let effect: FeedEffect
    var answer: FeedAction?
  }

  private static let coding = ActionCoding<FieldNotes>()

  let seed: UInt64
  var random: SplitMix64
  var reduction = Reduction<FieldNotes>(coding: Self.coding)
  var service: ModelService
  var model = FeedModel()
  var flights: [Flight] = []
  /// Answers that were given, which may come again.
  var given: [(id: EffectID, answer: FeedAction)] = []
  var seq: UInt64 = 0
  var now = Timestamp(microseconds: 0)
  var requests = 0
  /// From the end on all goes well: nothing fails, nothing is told in parts.
  var isCalm = false
  var checksViews = false
  /// What went wrong first; the run is over then.
  var problem: String?
  var history: [(action: FeedAction, moment: Moment)] = []

  init(seed: UInt64) {
    self.seed = seed
    random = SplitMix64(seed: seed)
    service = ModelService(count: Int.random(in: 5...9, using: &random))
  }

  mutating func chance(_ part: Int, of whole: Int) -> Bool { Int.random(in: 0..<whole, using: &random) < part }

  mutating func dispatch(_ action: FeedAction, effect: EffectID? = nil) {
    guard problem == nil else { return }
    seq += 1
    now.microseconds += 1
    let moment = Moment(seq: seq, at: now, effect: effect)
    history.append((action, moment))
    // Held only where it is compared: a snapshot makes the reducer copy what it changes.
    let before = checksViews ? reduction.root.state : nil
    let expected = model.apply(action, moment)
    let reduced: Reduced
    do {
      reduced = try reduction.reduce(.feed(action), moment)
    } catch {
      problem = "a fault of the domain: \(error)"
      return
    }
    let outcome = reduced.reason?.code ?? "applied"
    if !expected.contains(outcome) { problem = "is \(outcome), not \(expected)" }
    if reduced.brokePromise { problem = "was not applied, and yet changed the state" }
    // What was not applied left the digest equal, and so the state.
    if reduced.outcome == .applied, problem == nil {
      problem =
        FieldNotes.violations(in: reduction.root.state).first
        ?? model.differences(from: reduction.root.state.feed).first ?? laneProblem
      if let before { problem = problem ?? viewProblem(before, reduced.changes) }
    }
    start(reduced.outbox.startable)
  }

  private mutating func start(_ effects: [JournaledEffect]) {
    for effect in effects where effect.policy != .forget {
      guard case .feed(let value)? = try? reduction.coding.decode(effect: effect.type, payload: effect.payload) else {
        problem = "effect \(effect.type) does not decode"
        continue
      }
      flights.append(Flight(id: effect.id, effect: value))
      // Half of the answers are made right away and can be old when they arrive.
      if chance(1, of: 2) { settle(flights.count - 1) }
    }
  }

  /// The last actions, for people.
  var lastActions: String {
    history.suffix(12).map { "\($1.seq) \($0) \($1.effect.map { "reports on \($0)" } ?? "")" }.joined(separator: "\n")
  }

  /// At most one request of a lane is on its way.
  private var laneProblem: String? {
    let keys = reduction.outbox.outstanding.map(\.key)
    for key in ["feed.refresh", "feed.append", "feed.folder"] where keys.filter({ $0 == key }).count > 1 {
      return "two requests are on their way for \(key)"
    }
    return nil
  }

  /// A view changes only with what it says it reads, and a visible list with no metadata.
  private func viewProblem(_ before: FieldNotes.State, _ changes: ChangeSet) -> String? {
    let questions: [(String, JSONValue)] = [
      ("feed.view", [:]), ("feed.visibleIDs", [:]), ("feed.document", ["id": "d2"]), ("feed.folder", ["id": "f"]),
    ]
    for (name, arguments) in questions {
      guard let selector = FieldNotes.selectors.first(where: { $0.name == name }),
        let reads = try? selector.reads(arguments), !changes.affects(anyOf: reads)
      else { continue }
      if (try? selector.evaluate(before, arguments)) != (try? selector.evaluate(reduction.root.state, arguments)) {
        return "\(name) changed, and nothing that it reads"
      }
    }
    return nil
  }
}

extension ModelRun {
  /// Makes the answer to a flight, as the service would now.
  mutating func settle(_ index: Int) {
    guard flights[index].answer == nil else { return }
    flights[index].answer = answer(to: flights[index].effect)
  }

  private mutating func answer(to effect: FeedEffect) -> FeedAction? {
    let goesWrong = !isCalm && chance(1, of: 6)
    let unreachable = FeedError(.unreachable, "away")
    switch effect {
    case .readCache: return isCalm || chance(1, of: 2) ? nil : .cachedFeedLoaded(snapshot: oldSnapshot)
    case .requestFeed(let reason): return .feedRequested(requestID: nextRequest(), reason: reason)
    case .requestFolder(let id): return .folderRequested(requestID: nextRequest(), folderID: id)
    case .fetchPage(let id, let cursor):
      if goesWrong { return .feedRequestFailed(requestID: id, error: unreachable) }
      switch service.page(cursor, isCalm ? nil : random.next()) {
      case .success(let page): return .remoteFeedLoaded(requestID: id, page: page)
      case .failure(let error): return .feedRequestFailed(requestID: id, error: error)
      }
    case .fetchFolder(let id, let folderID):
      if goesWrong { return .feedRequestFailed(requestID: id, error: unreachable) }
      return .remoteFolderLoaded(requestID: id, page: service.folder(folderID))
    case .writeCache: return nil
    case .saveMetadata(let id, let mutationID, let patch): return save(id, mutationID, patch)
    }
  }

  private mutating func nextRequest() -> RequestID {
    requests += 1
    return RequestID("r\(requests)")
  }

  /// A cache from the beginning of time.
  private var oldSnapshot: FeedSnapshot {
    let first = ModelService(count: 5)
    return FeedSnapshot(
      revision: 1, documents: first.order.compactMap { Document(first.payload($0, isPartial: false)) },
      endCursor: "0.3")
  }

  /// An edit is taken, refused, or its answer does not come in time, whether it was taken or not.
  private mutating func save(_ id: DocumentID, _ mutationID: MutationID, _ patch: MetadataPatch) -> FeedAction {
    func failed(_ code: FeedError.Code) -> FeedAction {
      .metadataUpdateFailed(
        documentID: id, mutationID: mutationID, error: FeedError(code, "so"),
        previousMetadata: Metadata(members: ["a": -1]))
    }
    let fate = isCalm ? 9 : Int.random(in: 0..<10, using: &random)
    if fate == 0 { return failed(.timedOut) }
    let isRefused = fate == 1 && !service.edits[id, default: []].contains(mutationID)
    if !service.save(id, mutationID, flat(patch.json), refuse: isRefused) {
      problem = "edit \(mutationID) of \(id) came after a newer one: \(service.edits[id] ?? [])"
    }
    if fate == 2 { return failed(.timedOut) }
    if isRefused { return failed(.refused) }
    guard case .value(let metadata) = service.payload(id, isPartial: false).metadata else { return failed(.notFound) }
    return .metadataUpdateSucceeded(
      documentID: id, mutationID: mutationID, metadata: metadata, rev: service.rev(id))
  }

  /// Lets the report on a flight arrive.
  mutating func land(_ index: Int) {
    settle(index)
    let flight = flights.remove(at: index)
    guard let answer = flight.answer else {
      seq += 1
      now.microseconds += 1
      let moment = Moment(seq: seq, at: now, effect: flight.id)
      if let change = try? reduction.fold(moment, effects: []) { return start(change.startable) }
      problem = "what settles \(flight.id) does not fold"
      return
    }
    given.append((flight.id, answer))
    dispatch(answer, effect: flight.id)
  }

  /// Lets the timer fire that is due next.
  mutating func fire() {
    guard let timer = reduction.outbox.nextTimer else { return }
    now = max(now, timer.due)
    let action = try? reduction.coding.decode(type: timer.type, v: timer.v, payload: timer.action, strict: false)
    if case .feed(let action)? = action { return dispatch(action, effect: timer.id) }
    problem = "a timer does not decode"
  }
}
