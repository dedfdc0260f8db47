import ActionLog
import CanonicalJSON
import RecordFormat

/// The fold of a journal: state, outbox and idempotency window from its records, and nothing else.
///
/// It has no effect channel: what a record asked for is taken from the record into the outbox, so that what is
/// handed out after a restart is exactly what was journaled. Whether lines stand (chain, seq of the segment) is the
/// journal's reader's business; seq and time are watched here once more.
///
/// After a throw the fold is half changed and must be given up.
package struct JournalFold<D: Domain> {
  /// State and outbox after the last record.
  package var reduction: Reduction<D>
  /// The results of the last records that carry an `id`.
  package var window: IdempotencyWindow
  /// The last record's seq; 0 before the first.
  package private(set) var lastSeq: UInt64
  /// The last record's time.
  package private(set) var lastAt: Timestamp?
  /// What was seen so far.
  package private(set) var report = ReplayReport()
  /// Whether digests and outcomes bind: the segment was written under this version of the domain.
  private var binds = true

  /// Begins before the first record, or after `lastSeq` with what a snapshot held.
  package init(
    reduction: Reduction<D> = Reduction(), window: IdempotencyWindow = IdempotencyWindow(), lastSeq: UInt64 = 0,
    lastAt: Timestamp? = nil
  ) {
    self.reduction = reduction
    self.window = window
    self.lastSeq = lastSeq
    self.lastAt = lastAt
  }

  /// Begins a segment: its records were written under this version of the domain.
  package mutating func begin(domainVersion: Int) {
    report.journalVersion = domainVersion
    binds = domainVersion == D.version
  }

  /// Folds one record.
  ///
  /// - Complexity: what the action changes, and the length of the line.
  /// - Throws: `ReplayFailure` at the first thing that differs or is not read.
  package mutating func fold(_ line: RecordLine, check: ReplayCheck) throws(ReplayFailure) {
    try follow(line)
    let effect = try reportedEffect(line)
    let moment = Moment(seq: line.seq, at: line.at, effect: effect)
    if line.isDaemons {
      try compareDigest(line, reduction.root.digest)
      try foldOutbox(moment, [], line)
    } else {
      try foldAction(line, moment, check)
    }
    lastSeq = line.seq
    lastAt = line.at
    report.records += 1
  }

  private func follow(_ line: RecordLine) throws(ReplayFailure) {
    guard line.seq == lastSeq + 1 else { throw failure(.wrongSeq(expected: lastSeq + 1), line) }
    if let lastAt, line.at <= lastAt { throw failure(.timeNotRising(last: lastAt, found: line.at), line) }
  }

  private func reportedEffect(_ line: RecordLine) throws(ReplayFailure) -> EffectID? {
    guard let text = line.effect else { return nil }
    guard let id = EffectID(text) else { throw failure(.malformed("\(text) is not the id of an effect"), line) }
    return id
  }

  private mutating func foldAction(
    _ line: RecordLine, _ moment: Moment, _ check: ReplayCheck
  ) throws(ReplayFailure) {
    guard let outcome = line.outcome.map(OutcomeKind.init) else { throw failure(.noOutcome, line) }
    let replayed = try replay(line, moment, journalsEffects: binds && check != .trust)
    if let missing = reduction.root.noJSON {
      throw failure(.fault(DomainFault(.stateWithoutJSON(missing), seq: line.seq)), line)
    }
    let recorded = line.hasEffects ? try recordedEffects(line) : []
    if binds {
      try compareOutcome(line, outcome, replayed.outcome)
      try compareDigest(line, replayed.digest)
      if case .full(let invariants) = check {
        try compareWhole(line, replayed, recorded)
        if invariants, let first = D.violations(in: reduction.root.state).first {
          throw failure(.violation(first), line)
        }
      }
    } else {
      countOlder(line, outcome, replayed.outcome)
    }
    if replayed.brokePromise { countBrokenPromise(line) }
    try foldOutbox(moment, recorded, line)
    if window.capacity > 0, line.idText != nil { try remember(line, outcome) }
    report.count(outcome)
  }

  private mutating func replay(
    _ line: RecordLine, _ moment: Moment, journalsEffects: Bool
  ) throws(ReplayFailure) -> Replayed {
    do {
      return try line.typeText.withBytes { (type) throws(ActionDecodeFailure) in
        let action = JournaledAction(type: type, v: line.v, payload: line.actionBytes)
        return try D.replay(action, moment, journalsEffects: journalsEffects, in: &reduction)
      }
    } catch {
      throw failure(.undecodable(error), line)
    }
  }

  private mutating func foldOutbox(
    _ moment: Moment, _ effects: [JournaledEffect], _ line: RecordLine
  ) throws(ReplayFailure) {
    // Most records neither report nor ask.
    guard moment.effect != nil || !effects.isEmpty else { return }
    do {
      try reduction.fold(moment, effects: effects)
    } catch {
      throw failure(.effects(error), line)
    }
  }

  private mutating func countOlder(_ line: RecordLine, _ recorded: OutcomeKind, _ replayed: OutcomeKind) {
    report.older += 1
    guard recorded != replayed else { return }
    report.differingOutcomes += 1
    if report.firstDifferingOutcome == nil { report.firstDifferingOutcome = line.seq }
  }

  private mutating func countBrokenPromise(_ line: RecordLine) {
    report.brokenPromises += 1
    if report.firstBrokenPromise == nil { report.firstBrokenPromise = line.seq }
  }
}

extension JournalFold {
  private func compareDigest(_ line: RecordLine, _ digest: StateDigest) throws(ReplayFailure) {
    guard binds, line.state != digest.value else { return }
    throw failure(.stateDiffers(recorded: line.state, replayed: digest.value), line)
  }

  private func compareOutcome(
    _ line: RecordLine, _ recorded: OutcomeKind, _ replayed: OutcomeKind
  ) throws(ReplayFailure) {
    guard recorded != replayed else { return }
    throw failure(.outcomeDiffers(recorded: recorded, replayed: replayed), line)
  }

  private func compareWhole(
    _ line: RecordLine, _ replayed: Replayed, _ recorded: [JournaledEffect]
  ) throws(ReplayFailure) {
    // The record's text is cut where it is long, so the replayed one is cut alike.
    let why = replayed.reason.map { RecordWhy(code: $0.code, text: $0.text) }
    let recordedWhy = try recordedWhy(line)
    if Reason(recordedWhy) != Reason(why) {
      throw failure(.whyDiffers(recorded: Reason(recordedWhy), replayed: Reason(why)), line)
    }
    let effects: [JournaledEffect]
    do {
      effects = try replayed.effects.get()
    } catch {
      throw failure(.fault(error), line)
    }
    if effects != recorded { throw failure(.effectsDiffer(recorded: recorded, replayed: effects), line) }
    if replayed.brokePromise { throw failure(.promiseBroken(replayed.outcome), line) }
  }

  private func recordedWhy(_ line: RecordLine) throws(ReplayFailure) -> RecordWhy? {
    do {
      return try line.why
    } catch {
      throw failure(.malformed(error.summary), line)
    }
  }

  private func recordedEffects(_ line: RecordLine) throws(ReplayFailure) -> [JournaledEffect] {
    do {
      return try line.effects.map { effect throws(RecordFormatError) in
        guard let id = EffectID(effect.id) else {
          throw .wrong("effects", expected: "ids such as 41.0", offset: line.effectsRange?.lowerBound ?? 0)
        }
        guard let policy = EffectPolicy(journalText: effect.policy) else {
          throw .wrong("effects", expected: "known policies", offset: line.effectsRange?.lowerBound ?? 0)
        }
        return JournaledEffect(
          id: id, type: effect.type, payload: effect.payload, key: effect.key ?? "", policy: policy,
          dropped: effect.dropped)
      }
    } catch {
      throw failure(.malformed(error.summary), line)
    }
  }

  private mutating func remember(_ line: RecordLine, _ outcome: OutcomeKind) throws(ReplayFailure) {
    guard let id = line.id else { return }
    let why = Reason(try recordedWhy(line))
    let uid: UInt32?
    let content: WindowDigest
    do {
      uid = try line.by.uid
    } catch {
      throw failure(.malformed(error.summary), line)
    }
    do {
      content = try WindowDigest(type: line.type, v: line.v, action: line.actionBytes)
    } catch {
      throw failure(.malformed(error.summary), line)
    }
    window.append(
      IdempotencyWindow.Row(
        key: WindowDigest(uid: uid, id: id), content: content, seq: line.seq, at: line.at, outcome: outcome,
        state: line.state, why: why))
  }

  private func failure(_ kind: ReplayFailure.Kind, _ line: RecordLine) -> ReplayFailure {
    ReplayFailure(kind, seq: line.seq, type: line.type, v: line.v)
  }
}

extension OutcomeKind {
  /// The record's outcome in the domain's terms.
  package init(_ recorded: RecordOutcome) {
    switch recorded {
    case .applied: self = .applied
    case .ignored: self = .ignored
    case .illegal: self = .illegal
    }
  }
}

extension Reason {
  /// The record's reason in the domain's terms.
  package init?(_ recorded: RecordWhy?) {
    guard let recorded else { return nil }
    self.init(recorded.code, recorded.text)
  }
}

extension RecordOrigin {
  /// The user that an idempotency key belongs to.
  package var uid: UInt32? {
    switch self {
    case .client(let uid, _, _, _): uid
    case .effect(_, let uid): uid
    case .timer, .system: nil
    }
  }
}
