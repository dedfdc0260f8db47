import ActionLog
import CanonicalJSON
import JournalStorage
import RecordFormat
import Replay
import SystemCalls
import WireProtocol

/// The daemon's heart: admits actions in one order, reduces them, has them committed, and shows what came of them
/// once they are durable.
///
/// Everything but the commit, long reads and performers happens on the thread of the event loop, which owns this
/// object; other threads reach it through the inbox. Decisions are made by the values it is put together from.
final class Engine<D: Domain>: LineService {
  let loop: EventLoop
  let inbox: Inbox<D.Action>
  let settings: EngineSettings
  let middleware: [any Middleware<D>]
  /// Whether there is any middleware; the list itself would cost each record the look-up of its type.
  let isObserved: Bool
  let log: DaemonLog
  let committer: Committer
  let reader: WorkThread
  let performer: WorkThread
  let selectors: [Selector<D.State>]
  let parts: StateParts
  /// `CLOCK_BOOTTIME` at the start, in nanoseconds.
  let startedAt: Int64
  /// What `describe` answers; it never changes.
  let description: [UInt8]

  /// The state, its digest and the outbox, as of the last admitted record.
  var reduction: Reduction<D>
  var window: IdempotencyWindow
  var clock: RecordClock
  var room: RoomLedger
  var groups: GroupBuilder<D.State>
  var choice: CommitChoice
  var timers = TimerQueue()
  var held = HeldEffects()
  /// Traces of the requests whose effects are outstanding.
  var traces: [EffectID: String]
  /// Effects that could start but that no performer of this process knows.
  var parked: Set<EffectID> = []
  /// The types of effects that were said not to be performed.
  var parkedTypes: Set<String> = []

  /// The seq of the last admitted record.
  var lastSeq: UInt64
  /// What is durable.
  var durable: DurablePoint
  /// What the group in flight will make durable.
  var inFlight: GroupBuilder<D.State>.Ready?
  /// The state after the group that became durable last, where something was to see it.
  var durableSnapshot: D.State?
  /// What waits for its seq to be durable.
  var waiting = DurableQueue<Waiting>()
  /// Dispatches that wait for the journal's writer to come back, so that room can be reserved.
  var deferred: [DeferredRequest] = []
  /// The bytes of their payloads.
  var deferredBytes = 0
  /// Reports that wait for room.
  var deferredReports: [(id: EffectID, report: EffectReport<D.Action>)] = []
  /// Reads that wait for a seq which is yet to come.
  var seqWaiters = SeqWaiters()
  /// Reads that the reader thread is at.
  var reads = OpenReads()
  /// Those who follow the journal, by their subscription.
  var followers: [UInt64: OpenFollower] = [:]
  /// Whether something may be sent to followers that was not.
  var areFollowersBehind = false
  /// The connections for which the reader thread reads history.
  var readsHistory: Set<ConnectionID> = []
  /// Which follower of a connection that has room again is served first.
  var followerTurn = 0
  /// Whose turn it is where values and followers share a connection.
  var turns = RoomTurns()
  /// What followers that keep up are served from.
  var ring: LiveRing
  /// What the others are served from.
  let history: HistoryReader
  /// Why history could not be served, the last time that this was logged.
  var historyFailure: JournalError?
  /// Who has which subscription.
  var watches: Watches
  /// The values that are watched.
  var subscriptions = Subscriptions<D.State>()
  /// What is watched will be looked at when what was admitted last is durable.
  var isStateAwaited = false

  var phase = EnginePhase.running
  /// What a newer version of the domain has to note about the history it reduced again.
  var domainChange: OwnRecord?
  /// Why nothing can be admitted at present; nil when it can.
  var readOnly: ReadOnlyReason?
  /// How many ignored or illegal actions changed the state all the same.
  var reducerFaults: Int
  /// Refused dispatches, by the name of the error.
  var refusals: [WireErrorName: Int] = [:]
  /// How the process is to exit once the loop has returned.
  var exit = DaemonExit.stopped
  /// What the domain did that ends the process.
  var fault: DomainFault?

  /// Takes over what start-up found. Nothing starts before `begin`.
  init(_ start: EngineStart<D>, loop: EventLoop, inbox: Inbox<D.Action>, committer: Committer, threads: EngineThreads) {
    self.loop = loop
    self.inbox = inbox
    self.committer = committer
    settings = start.settings
    middleware = start.middleware
    isObserved = !start.middleware.isEmpty
    log = start.log
    reader = threads.reader
    performer = threads.performer
    selectors = D.selectors
    parts = StateParts(of: D.initialState)
    description = Describe<D>.write()
    let fold = start.replay.fold
    reduction = fold.reduction
    window = fold.window
    traces = start.replay.traces
    domainChange = start.replay.domainChange
    reducerFaults = Int(fold.report.brokenPromises)
    lastSeq = fold.lastSeq
    durable = DurablePoint(seq: fold.lastSeq, hash: start.hash, digest: fold.reduction.root.digest)
    clock = RecordClock(last: fold.lastAt?.microseconds, boottime: start.settings.clock.boottime())
    startedAt = start.settings.clock.boottime()
    room = RoomLedger()
    room.update(room: committer.writer.roomBytes)
    groups = GroupBuilder(
      bytesMax: start.settings.limits[.groupBytes], recordsMax: start.settings.limits[.groupRecords])
    ring = LiveRing(bytesMax: start.settings.limits[.liveRingBytes])
    history = HistoryReader(
      directory: start.settings.source.directory, fileSystem: start.settings.source.fileSystem)
    watches = Watches(limit: start.settings.limits[.subscriptions])
    choice = CommitChoice(allowsInline: start.settings.commitsInline)
  }

  /// Answers a request with an error.
  func refuse(_ slot: ReplySlot, _ error: WireError) {
    refusals[error.name, default: 0] += 1
    loop.reply(slot, error: error)
  }
}

// MARK: - LineService

extension Engine {
  func receive(_ request: RPCRequest, from peer: Peer, slot: ReplySlot) {
    switch request.call {
    case .dispatch(let params): dispatch(params, from: peer, slot: slot)
    case .get(let params): get(params, slot: slot)
    case .subscribe(let params): subscribe(params, slot: slot)
    case .follow(let params): follow(params, from: peer, slot: slot)
    case .unsubscribe(let params): unsubscribe(params, slot: slot)
    case .status: loop.reply(slot, result: status())
    case .describe: loop.reply(slot, result: description)
    }
  }

  func connectionClosed(_ peer: Peer, _ reason: CloseReason) {
    let connection = peer.connection
    if case .stalled(let bytes) = reason { noteStalled(peer, waiting: bytes) }
    // Until performers connect there is nothing that a connection holds.
    _ = held.releaseAll(of: .connection(connection))
    dropReads(of: connection)
    closeWatches(of: connection)
  }

  func wake() {
    for message in inbox.take() {
      switch message {
      case .committed(let result): commitFinished(result)
      case .report(let id, let report): receive(report, on: id)
      case .read(let number, let result): readFinished(number, result)
      case .history(let number, let connection, let piece): historyRead(number, connection, piece)
      case .evaluated(let evaluation): evaluationFinished(evaluation)
      case .stop: stopRequested()
      }
    }
  }

  func deadlineReached() {
    retryRoom()
    fireTimers()
    expireWaiters()
    endLateReads()
  }

  func endOfTick() {
    answerReachedWaiters()
    serveSubscriptions()
    pump()
    serveFollowers()
    advanceStop()
    setDeadline()
  }

  /// Asks the loop for the next moment at which something is due.
  func setDeadline() {
    var next: Int64?
    func consider(_ moment: Int64?) {
      if let moment { next = min(next ?? moment, moment) }
    }
    if phase == .running {
      if let readOnly {
        consider(readOnly.retryAt)
      } else if inFlight == nil || room.hasRoom {
        // Otherwise timers wait for the commit to end, which wakes the loop by itself.
        consider(timers.deadline)
      }
    }
    consider(seqWaiters.deadline)
    consider(phase.readDeadline)
    do throws(SystemError) {
      try loop.setDeadline(boottimeNanoseconds: next.map { UInt64(max(1, $0)) })
    } catch {
      log.error("cannot set a timer: \(error); timers may be late")
    }
  }
}
