import ActionLog
import Testing

extension TestStore {
  /// Hands effects to the test, which is their performer.
  func hold(_ startable: [JournaledEffect], at location: SourceLocation) {
    held += startable
    for effect in startable {
      do {
        _ = try reduction.coding.decode(effect: effect.type, payload: effect.payload)
      } catch {
        let name = ShownEffect.whole(effect)
        reporter.report("effect \(name) does not come back from its record: \(error)", at: location)
      }
    }
  }

  /// Takes an effect from its performer, which is about to give the one report on it; nil after a failure.
  func release(_ effect: D.Effect, late: Bool, at location: SourceLocation) -> EffectID? {
    guard canGoOn(at: location) else { return nil }
    let wanted: (type: String, payload: [UInt8])
    do {
      wanted = try reduction.coding.encode(effect: effect)
    } catch {
      reporter.report("effect \(effect): \(DomainFault(error, seq: seq + 1))", at: location)
      return nil
    }
    let equal = held.filter { $0.type == wanted.type && $0.payload == wanted.payload }
    if let found = equal.first(where: { isLate($0) == late }) {
      held.removeAll { $0.id == found.id }
      return found.id
    }
    let name = "\(wanted.type) \(ShownValue.text(wanted.payload))"
    let waits = outbox.outstanding.contains { $0.type == wanted.type && $0.payload == wanted.payload }
    let why =
      if !equal.isEmpty {
        late
          ? "is still awaited; use answer"
          : "was superseded or cancelled meanwhile; use answerLate for what its performer says"
      } else if waits {
        "waits in its lane: it has not been started, so nobody can answer it"
      } else {
        "is held by no performer: it was not asked for, or has been answered"
      }
    reporter.report("effect \(name) \(why)\n" + heldText, at: location)
    return nil
  }

  /// Whether a report on a held effect would settle nothing any more.
  private func isLate(_ effect: JournaledEffect) -> Bool {
    effect.policy != .forget && !outbox.isOutstanding(effect.id)
  }

  private var heldText: String {
    let waiting = outbox.outstanding.filter { !outbox.isStarted($0.id) }
    let parts = [
      ShownEffect.list("held    ", held.filter { !isLate($0) }), ShownEffect.list("too late", held.filter(isLate)),
      ShownEffect.list("waiting ", waiting),
    ]
    return parts.joined(separator: "\n")
  }

  /// The timer that fires next, if it dispatches `action`; nil after a failure.
  func timer(for action: D.Action, after milliseconds: Int64?, at location: SourceLocation) -> OutboxTimer? {
    guard canGoOn(at: location) else { return nil }
    guard let timer = outbox.nextTimer else {
      reporter.report("no timer is outstanding that could dispatch \(shown(action))", at: location)
      return nil
    }
    guard let encoded = try? reduction.coding.encode(action), encoded.type == timer.type, encoded.v == timer.v,
      encoded.payload == timer.action
    else {
      reporter.report("the timer that fires next does not dispatch \(shown(action)):\n  \(shown(timer))", at: location)
      return nil
    }
    if let milliseconds, millisecondsLeft(timer) != milliseconds {
      reporter.report("the timer was expected after \(milliseconds) ms:\n  \(shown(timer))", at: location)
    }
    return timer
  }

  /// The catalogue's entry of an action.
  func entry(for action: D.Action) -> ActionCatalogue<D.Action>.Entry? {
    (try? reduction.coding.encode(action)).flatMap { reduction.coding.entry(for: $0.type) }
  }

  /// An action by name and payload.
  func shown(_ action: D.Action) -> String {
    guard let encoded = try? reduction.coding.encode(action) else { return "\(action)" }
    return "\(encoded.type) \(ShownValue.text(encoded.payload))"
  }
}
