import ActionLog

/// Which performer holds which effect: from its start until it reported once, or the performer went away.
///
/// An effect that was superseded or cancelled meanwhile stays held, so that its late report is admitted and the fact
/// gets into the journal. A pure value.
struct HeldEffects {
  /// Who performs an effect.
  enum Performer: Hashable {
    /// The middleware at this index.
    case middleware(Int)
    /// The connection it was leased to.
    case connection(ConnectionID)
  }

  /// One effect in the hands of its performer.
  struct Hold: Equatable {
    var performer: Performer
    /// The first start of the effect is attempt 1.
    var attempt: Int
    /// The trace of the request that led to the effect, to be carried on to its result.
    var trace: String?
  }

  private var holds: [EffectID: Hold] = [:]

  /// How many effects are held.
  var count: Int { holds.count }

  /// Notes that `performer` has been handed the effect.
  mutating func start(_ id: EffectID, _ hold: Hold) {
    holds[id] = hold
  }

  /// Whether anyone holds the effect.
  func isHeld(_ id: EffectID) -> Bool { holds[id] != nil }

  /// The hold of `performer` on the effect; nil if it was never started, already reported on, or is held by another.
  func hold(_ id: EffectID, by performer: Performer) -> Hold? {
    guard let hold = holds[id], hold.performer == performer else { return nil }
    return hold
  }

  /// Ends the hold: the performer has reported. A second report finds nothing.
  @discardableResult
  mutating func release(_ id: EffectID) -> Hold? { holds.removeValue(forKey: id) }

  /// Ends every hold of a performer that went away, and returns the effects, in order, to be handed out again.
  mutating func releaseAll(of performer: Performer) -> [EffectID] {
    let lost = holds.filter { $0.value.performer == performer }.map(\.key).sorted()
    for id in lost { holds.removeValue(forKey: id) }
    return lost
  }
}
