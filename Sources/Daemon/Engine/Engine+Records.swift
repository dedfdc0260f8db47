import ActionLog
import CanonicalJSON
import RecordFormat
import Replay
import SystemCalls

/// A record in the making: all that is known before it has a seq.
struct NewRecord {
  var type: String
  var v = 1
  /// The payload without white space between tokens.
  var payload: [UInt8]
  var by: RecordOrigin
  var id: String?
  /// Where the record is to be remembered under its `id`.
  var key: IdempotencyKey?
  var trace: String?
  /// The effect or timer that it reports on.
  var effect: EffectID?

  init(type: String, v: Int = 1, payload: [UInt8], by: RecordOrigin) {
    self.type = type
    self.v = v
    self.payload = payload
    self.by = by
  }
}

extension Engine {
  /// Makes an admitted action the next record: seq and time, reduction, line.
  ///
  /// - Returns: what is answered and remembered; nil when the domain broke on the action, of which nothing remains.
  func append(_ action: D.Action, _ entry: NewRecord) -> DispatchResult? {
    closeGroupIfFull()
    let (at, stepBack) = nextTime()
    let now = Moment(seq: lastSeq + 1, at: at, effect: entry.effect)
    let reduced: Reduced
    do throws(DomainFault) {
      TrapNote.begin(.reducing, entry.type, seq: now.seq)
      defer { TrapNote.end() }
      reduced = try D.reduce(action, now, in: &reduction)
    } catch {
      domainBroke(error, on: entry.type)
      return nil
    }
    if let fault = overLimit(reduced.effects) {
      domainBroke(DomainFault(fault, seq: now.seq), on: entry.type)
      return nil
    }
    let why = reduced.reason.map { Reason($0.code, RecordWhy.cut($0.text, to: settings.limits[.whyBytes])) }
    var draft = RecordDraft(entry, now, batch: groups.open.batch(for: now.seq), state: reduced.digest)
    draft.outcome = RecordOutcome(reduced.outcome)
    draft.why = why.map { ($0.code, $0.text) }
    draft.effects = reduced.effects.map(RecordEffect.init)
    write(draft)
    let result = DispatchResult(
      seq: now.seq, at: at, outcome: reduced.outcome, why: why, state: reduced.digest.value)
    if let key = entry.key { window.append(result.row(key)) }
    if reduced.brokePromise { brokePromise(entry.type, seq: now.seq) }
    touch(reduced.changes)
    take(reduced.outbox, at: now.seq)
    keep(trace: entry.trace, for: reduced.effects)
    if isObserved { show(action, reduced, now) }
    if let stepBack { appendOwn(.clockSteppedBack(stepBack)) }
    return result
  }

  /// Appends one of the daemon's own records, which pass the reducer by.
  func appendOwn(_ own: OwnRecord, trace: String? = nil) {
    closeGroupIfFull()
    let (at, stepBack) = nextTime()
    let now = Moment(seq: lastSeq + 1, at: at, effect: own.effect)
    var entry = NewRecord(type: own.type, payload: own.payload, by: .system("actionlogd"))
    entry.effect = own.effect
    entry.trace = trace
    write(RecordDraft(entry, now, batch: groups.open.batch(for: now.seq), state: reduction.root.digest))
    if own.effect != nil {
      do throws(OutboxFault) {
        take(try reduction.fold(now, effects: []), at: now.seq)
      } catch {
        preconditionFailure("a record that asks for nothing always fits: \(error)")
      }
    }
    if let stepBack { appendOwn(.clockSteppedBack(stepBack)) }
  }

  /// Lets the middleware see an action once it is durable.
  ///
  /// Kept apart: the observed action in it would cost every record the look-up of its type.
  @inline(never)
  private func show(_ action: D.Action, _ reduced: Reduced, _ now: Moment) {
    let seen = ObservedAction<D>(seq: now.seq, at: now.at, action: action, effect: now.effect, reduced: reduced)
    waiting.append(.observe { [unowned self] in observe(seen) }, until: now.seq)
  }

  /// Ends a group that has reached its limit, before anything of the next record happens to the state.
  private func closeGroupIfFull() {
    if groups.open.isFull { closeGroup() }
  }

  /// Ends the open group; what comes next goes into another.
  func closeGroup() {
    closeTouched()
    groups.close(digest: reduction.root.digest) { reduction.root.state }
  }

  private func nextTime() -> (at: Timestamp, stepBack: RecordClock.StepBack?) {
    let (at, stepBack) = clock.next(wall: settings.clock.wall(), boottime: settings.clock.boottime())
    if let stepBack {
      log.warning("the wall clock went back by \(stepBack.last - stepBack.wall) us; times go on from the last record")
    }
    return (Timestamp(microseconds: at), stepBack)
  }

  private func write(_ draft: RecordDraft) {
    room.admitted(bytes: groups.open.append(seq: draft.seq, at: draft.at) { draft.encodeBody(into: &$0) })
    lastSeq = draft.seq
  }

  /// What is over a limit that was set lower than the format's own.
  private func overLimit(_ effects: [JournaledEffect]) -> DomainFault.Kind? {
    guard !effects.isEmpty else { return nil }
    let limits = settings.limits
    if effects.count > limits[.effects] { return .tooManyEffects(count: effects.count, limit: limits[.effects]) }
    var total = 0
    for effect in effects {
      let (key, payload) = (effect.key.utf8.count, effect.payload.count)
      if key > limits[.effectKeyBytes] { return .keyTooLong(length: key, limit: limits[.effectKeyBytes]) }
      if payload > limits[.effectBytes] {
        return .payloadTooLong(type: effect.type, length: payload, limit: limits[.effectBytes])
      }
      total += payload
    }
    return total > limits[.effectsBytes] ? .payloadsTooLong(length: total, limit: limits[.effectsBytes]) : nil
  }

  private func brokePromise(_ type: String, seq: UInt64) {
    reducerFaults += 1
    log.warning("the reducer changed the state and said otherwise: \(type), seq \(seq); see reducerFaults in status")
  }
}

extension RecordDraft {
  /// The record that an action, or the daemon itself, is about to become.
  fileprivate init(_ entry: NewRecord, _ now: Moment, batch: UInt64, state: StateDigest) {
    self.init(
      seq: now.seq, batch: batch, at: now.at, type: entry.type, v: entry.v, action: entry.payload, by: entry.by,
      state: state.value)
    id = entry.id
    trace = entry.trace
    cause = entry.effect?.seq
    effect = entry.effect?.text
  }
}
