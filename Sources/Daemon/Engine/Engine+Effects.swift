import ActionLog
import RecordFormat

extension Engine {
  /// Takes in what a record changed in the outbox: timers at once, effects once the record is durable.
  func take(_ change: OutboxChange, at seq: UInt64) {
    if change.isEmpty { return }
    for id in change.settled {
      traces.removeValue(forKey: id)
      timers.cancel(id)
      parked.remove(id)
    }
    let boottime = settings.clock.boottime()
    for timer in change.timersSet { timers.set(timer, boottime: boottime) }
    guard !change.startable.isEmpty else { return }
    groups.wantSnapshot()
    waiting.append(.start(change.startable), until: seq)
  }

  /// Keeps the trace of a record for what it asked for: also for what waits in its lane.
  func keep(trace: String?, for effects: [JournaledEffect]) {
    guard let trace else { return }
    for effect in effects where effect.policy == .forget || reduction.outbox.isOutstanding(effect.id) {
      if effect.type != JournaledEffect.cancelType { traces[effect.id] = trace }
    }
  }

  /// Hands out effects whose record is durable, unless they were settled meanwhile.
  func start(_ effects: [JournaledEffect]) {
    guard phase == .running else { return }
    for effect in effects where effect.policy == .forget || reduction.outbox.isOutstanding(effect.id) {
      start(effect)
    }
  }

  private func start(_ effect: JournaledEffect) {
    let id = effect.id
    guard let index = middleware.firstIndex(where: { $0.performs(effectType: effect.type) }) else {
      return park(effect, "nothing in this process performs it")
    }
    let value: D.Effect
    do throws(ActionDecodeFailure) {
      value = try reduction.coding.decode(effect: effect.type, payload: effect.payload)
    } catch {
      return park(effect, "it does not decode: \(error)")
    }
    let trace = effect.policy == .forget ? traces.removeValue(forKey: id) : traces[id]
    held.start(id, HeldEffects.Hold(performer: .middleware(index), attempt: 1, trace: trace))
    let inbox = inbox
    let context = EffectContext<D>(
      id: id, attempt: 1, state: durableSnapshot ?? reduction.root.state,
      report: { inbox.post(.report(id, $0)) })
    let performing = middleware[index]
    performer.submit { performing.perform(value, context) }
  }

  private func park(_ effect: JournaledEffect, _ why: String) {
    let isForgotten = effect.policy == .forget
    if isForgotten { traces.removeValue(forKey: effect.id) } else { parked.insert(effect.id) }
    // Once per type: `status` counts the others.
    guard parkedTypes.insert(effect.type).inserted else { return }
    let fate =
      switch effect.policy {
      case .forget: "is not performed"
      case .latest: "stays outstanding until a newer one takes its place"
      case .dropNew: "stays outstanding, and later ones of its key are dropped"
      case .queue, .parallel: "stays outstanding, and later ones of its key may wait for it"
      }
    log.notice("effect \(effect.id) (\(effect.type)) \(fate): \(why); `status` shows what is parked")
  }

  /// Lets the middleware see an action that is final.
  func observe(_ action: ObservedAction<D>) {
    let middleware = middleware
    performer.submit {
      for each in middleware { each.observe(action) }
    }
  }

  /// Takes a performer's report: the one that it may give on an effect it holds.
  func receive(_ report: EffectReport<D.Action>, on id: EffectID) {
    guard phase == .running else { return }
    guard held.isHeld(id) else {
      log.warning("a second report on effect \(id) was refused")
      return
    }
    if deferredReports.isEmpty, admit(report, on: id) { return }
    deferredReports.append((id, report))
  }

  /// Takes up the reports that waited for room.
  func admitDeferredReports() {
    guard !deferredReports.isEmpty, phase == .running else { return }
    var reports = deferredReports[...]
    deferredReports = []
    while let (id, report) = reports.first, !held.isHeld(id) || admit(report, on: id) { reports.removeFirst() }
    deferredReports = Array(reports)
  }

  /// - Returns: false when there is no room for its record yet.
  private func admit(_ report: EffectReport<D.Action>, on id: EffectID) -> Bool {
    guard case .yes = checkRoom() else { return false }
    let trace = held.release(id)?.trace
    switch report {
    case .settled(let why):
      settle(id, why: why, trace: trace)
    case .action(let action):
      append(result: action, of: id, trace: trace)
    }
    return true
  }

  private func append(result action: D.Action, of id: EffectID, trace: String?) {
    let encoded: EncodedAction
    do throws(DomainFault.Kind) {
      encoded = try reduction.coding.encode(action)
    } catch {
      return parkUnwritten(id, DomainFault(error, seq: lastSeq + 1))
    }
    let limit = settings.limits[.lineBytes]
    guard encoded.payload.count <= limit else {
      let why = "its result \(encoded.type) has \(encoded.payload.count) bytes; at most \(limit) fit"
      log.error("effect \(id) is settled without its result: \(why)")
      return settle(id, why: why, trace: trace)
    }
    var entry = NewRecord(
      type: encoded.type, v: encoded.v, payload: encoded.payload, by: .effect(id.text, uid: nil))
    entry.effect = id
    entry.trace = trace
    _ = append(action, entry)
  }

  /// Keeps an effect whose result no record can hold: a mended domain performs it again. Settled it would be lost.
  private func parkUnwritten(_ id: EffectID, _ fault: DomainFault) {
    guard let effect = reduction.outbox.effect(id) else {
      return log.error("the result of effect \(id), which is awaited no more, is lost: \(fault)")
    }
    parked.insert(id)
    log.error(
      "the result of effect \(id) (\(effect.type)) cannot be written: \(fault); the effect stays outstanding and is "
        + "performed again by a daemon that is built with that and started")
  }

  private func settle(_ id: EffectID, why: String, trace: String?) {
    // One that was superseded or performed for nothing's sake has settled already.
    guard reduction.outbox.isOutstanding(id) else { return }
    appendOwn(.effectSettled(id, why: RecordWhy.cut(why, to: settings.limits[.whyBytes])), trace: trace)
  }
}
