import CanonicalJSON

/// The one piece that the live engine, ``Store`` and replay share: a state with its digest, and the outbox.
///
/// Everything happens in place; a copy is an O(1) snapshot, after which the first change copies what it touches.
public struct Reduction<D: Domain>: Sendable {
  // What has one size for every domain comes first, so that generic code knows where it is.

  /// Names and payloads of the domain's actions and effects.
  public let coding: ActionCoding<D>
  /// The effects and timers that await a result.
  public var outbox: Outbox
  /// The state and its digest.
  public var root: StateRoot<D.State>

  /// Begins with a state and an outbox; those of an empty journal unless said.
  public init(
    state: D.State = D.initialState, outbox: Outbox = Outbox(), coding: ActionCoding<D> = ActionCoding()
  ) {
    root = StateRoot(state)
    self.outbox = outbox
    self.coding = coding
  }

  /// The same with a state whose parts someone else has judged, so that a fault of theirs does not stop the program.
  package init(uncheckedState state: D.State) {
    root = StateRoot(unchecked: state)
    outbox = Outbox()
    coding = ActionCoding()
  }

  /// Reduces one action, settles the digest, journals the effects that it asks for and folds them into the outbox.
  ///
  /// - Complexity: what the action changes; nothing is copied or encoded as a whole.
  /// - Throws: ``DomainFault``; the state may then be changed already, so the reduction must be given up.
  @inlinable
  public mutating func reduce(_ action: D.Action, _ now: Moment) throws(DomainFault) -> Reduced {
    let before = root.digest
    let outcome = D.reduce(&root.state, action, now)
    let changes = root.settle()
    if let missing = root.noJSON { throw DomainFault(.stateWithoutJSON(missing), seq: now.seq) }
    let effects = try journal(outcome.commands, now)
    let change: OutboxChange
    do {
      change = try fold(now, effects: effects)
    } catch {
      throw DomainFault(.notEncodable(what: error.description), seq: now.seq)
    }
    return Reduced(
      outcome: outcome.kind, reason: outcome.reason, effects: effects, digest: root.digest, changes: changes,
      outbox: change, brokePromise: Self.breaksPromise(outcome.kind, before, root.digest))
  }

  /// Reduces one action and settles the digest for replay: tells no changes and leaves the outbox alone.
  ///
  /// A state that has no JSON afterwards is told by `root.noJSON`.
  ///
  /// - Parameter journalsEffects: whether the effects are made up as the record holds them, to be compared.
  /// - Complexity: what the action changes.
  @inlinable
  public mutating func replay(_ action: D.Action, _ now: Moment, journalsEffects: Bool = false) -> Replayed {
    let before = root.digest
    let outcome = D.reduce(&root.state, action, now)
    let digest = root.settleDigest()
    return Replayed(
      outcome: outcome.kind, reason: outcome.reason,
      effects: journalsEffects ? journaled(outcome.commands, now) : .success([]), digest: digest,
      brokePromise: Self.breaksPromise(outcome.kind, before, digest))
  }

  @usableFromInline
  func journaled(
    _ commands: [EffectCommand<D.Action, D.Effect>], _ now: Moment
  ) -> Result<[JournaledEffect], DomainFault> {
    Result { () throws(DomainFault) in try journal(commands, now) }
  }

  @usableFromInline
  static func breaksPromise(_ outcome: OutcomeKind, _ before: StateDigest, _ after: StateDigest) -> Bool {
    switch outcome {
    case .applied: false
    case .ignored, .illegal: before != after
    }
  }

  /// The effects of an action as its record holds them, judged by the outbox as it is before that record.
  ///
  /// - Throws: ``DomainFault`` for what no domain may ask for; nothing is changed.
  @inlinable
  public func journal(
    _ commands: [EffectCommand<D.Action, D.Effect>], _ now: Moment
  ) throws(DomainFault) -> [JournaledEffect] {
    commands.isEmpty ? [] : try admit(commands, now)
  }

  @usableFromInline
  func admit(
    _ commands: [EffectCommand<D.Action, D.Effect>], _ now: Moment
  ) throws(DomainFault) -> [JournaledEffect] {
    guard commands.count <= EffectLimits.count else {
      throw DomainFault(.tooManyEffects(count: commands.count, limit: EffectLimits.count), seq: now.seq)
    }
    var asked: [JournaledEffect] = []
    asked.reserveCapacity(commands.count)
    for (index, command) in commands.enumerated() {
      do {
        asked.append(try encoded(command, id: EffectID(seq: now.seq, index: index)))
      } catch {
        throw DomainFault(error, seq: now.seq)
      }
    }
    return try outbox.admit(asked, reports: now.effect, seq: now.seq)
  }

  /// Folds one record into the outbox: what it reports on, and the effects that it holds.
  ///
  /// For records of the daemon itself, which pass the reducer by, and for replay.
  /// - Throws: ``OutboxFault``; the outbox must then be given up.
  @inlinable
  @discardableResult
  public mutating func fold(_ now: Moment, effects: [JournaledEffect]) throws(OutboxFault) -> OutboxChange {
    try outbox.fold(seq: now.seq, at: now.at, reports: now.effect, effects: effects)
  }

  private func encoded(
    _ command: EffectCommand<D.Action, D.Effect>, id: EffectID
  ) throws(DomainFault.Kind) -> JournaledEffect {
    switch command {
    case .perform(let effect, let key, let policy):
      let (type, payload) = try coding.encode(effect: effect)
      return JournaledEffect(id: id, type: type, payload: payload, key: key, policy: policy)
    case .cancel(let key):
      return JournaledEffect(
        id: id, type: JournaledEffect.cancelType, payload: CancelPayload.write(key: key), key: key, policy: .forget)
    case .after(let milliseconds, let key, let action):
      guard (0...EffectLimits.delayMillisecondsMax).contains(milliseconds) else {
        throw .delayOutOfRange(key: key, milliseconds: milliseconds, limit: EffectLimits.delayMillisecondsMax)
      }
      let payload = TimerPayload.write(milliseconds: milliseconds, action: try coding.encode(action))
      return JournaledEffect(
        id: id, type: JournaledEffect.timerType, payload: payload, key: key, policy: .latest)
    }
  }
}
