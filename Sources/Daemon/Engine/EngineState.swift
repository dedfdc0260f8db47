import ActionLog
import CanonicalJSON
import JournalStorage
import RecordFormat
import Replay
import SystemCalls
import WireProtocol

/// Up to where the journal is on disk.
struct DurablePoint {
  /// The last durable seq; 0 for an empty journal.
  var seq: UInt64
  /// The hash of that record.
  var hash: RecordHash
  /// The digest of the state after it.
  var digest: StateDigest
}

/// How far the engine is in its life.
enum EnginePhase: Equatable {
  /// Actions are admitted.
  case running
  /// A clean stop: nothing new is admitted; long reads have until this moment (`CLOCK_BOOTTIME`).
  case stopping(until: Int64)
  /// `log.closed` is on its way to the disk, and to followers; they have until this moment (`CLOCK_BOOTTIME`).
  case closing(until: Int64)
  /// The domain is broken: what was admitted before is committed, then the process ends.
  case faulted
  /// The journal failed, or everything is done; the loop is to end.
  case ended

  /// When reads that take too long, and followers that take too little, are given up; nil while there is no hurry.
  var readDeadline: Int64? {
    switch self {
    case .stopping(let until), .closing(let until): until
    case .running, .faulted, .ended: nil
    }
  }
}

/// Why the journal cannot grow at present.
struct ReadOnlyReason: Equatable {
  /// For people.
  var why: String
  /// Free bytes on the journal's file system, where known.
  var freeBytes: Int?
  /// When to try again, `CLOCK_BOOTTIME` in nanoseconds.
  var retryAt: Int64
}

/// What waits for a record to be durable.
///
/// What belongs to the domain is in closures: each dispatch passes here, and a type parameter would cost it dearly.
enum Waiting {
  /// The reply to a dispatch.
  case dispatched(ReplySlot, DispatchResult)
  /// The reply to a read that is computed already.
  case value(ReplySlot, ReadValue)
  /// The refusal of a request by what the state or the journal was then.
  case refused(ReplySlot, WireError)
  /// The reply to a `follow`, whose records come from then on.
  case follow(ReplySlot, FollowStart)
  /// A read to be handed to the reader thread.
  case longRead(ReplySlot, start: () -> Void)
  /// The reply to a `subscribe` whose value is computed already.
  case subscribed(ReplySlot, FirstValue)
  /// Queries that a group has touched, to be evaluated for those who watch them.
  case wake([QueryID])
  /// Effects to start.
  case start([JournaledEffect])
  /// An action to be shown to the middleware.
  case observe(() -> Void)
}

/// A dispatch that waits for the journal's writer to come back.
struct DeferredRequest {
  var request: ActionRequest
  var payload: [UInt8]
  var slot: ReplySlot
}

/// What a client asks to be dispatched; its payload goes beside it, since it is borrowed from the request line.
struct ActionRequest {
  var type: String
  /// The version of the payload; 1 where the client does not say it.
  var v: Int
  var saysVersion: Bool
  var id: String?
  var expectedSeq: UInt64?
  var effect: String?
  var trace: String?
  var label: String?
  var credentials: PeerCredentials
  var connection: ConnectionID

  init(_ params: DispatchParams, from peer: Peer) {
    type = params.type
    v = params.v ?? 1
    saysVersion = params.v != nil
    id = params.id
    expectedSeq = params.expectedSeq
    effect = params.effect
    trace = params.trace
    label = params.client
    credentials = peer.credentials
    connection = peer.connection
  }
}

/// The engine's helper threads.
struct EngineThreads {
  /// Computes long values.
  let reader: WorkThread
  /// Performs effects, one after another.
  let performer: WorkThread

  /// Starts them.
  init() throws(SystemError) {
    reader = try WorkThread(name: "reader")
    performer = try WorkThread(name: "middleware")
  }
}

/// What the engine is set to.
struct EngineSettings: Sendable {
  var limits = Limits()
  var clock = EngineClock.system
  /// Tells the service manager.
  var notifier = ServiceNotifier(notifySocket: nil)
  /// The version of the program, for `log.opened` and `status`.
  var version = "0"
  /// Free bytes on the journal's file system, where that can be told.
  var freeBytes: @Sendable () -> Int? = { nil }
  /// Where the journal is read from, should more of it come to light.
  var source: JournalSource
  /// Whether the engine thread may commit small groups itself.
  var commitsInline = true
  /// How often a journal without room is tried again, in nanoseconds.
  var roomRetryNanoseconds: Int64 = 1_000_000_000
  /// How long a clean stop waits for long reads, in nanoseconds.
  var stopReadNanoseconds: Int64 = 500_000_000
}

/// What start-up hands to the engine.
struct EngineStart<D: Domain> {
  var settings: EngineSettings
  var middleware: [any Middleware<D>]
  var log: DaemonLog
  var replay: JournalReplay<D>
  /// The hash of the last record.
  var hash: RecordHash
}
