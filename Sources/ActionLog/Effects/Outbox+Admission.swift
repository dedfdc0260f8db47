extension Outbox {
  /// Judges what one action asks for before it is journaled: checks limits and policies, and marks as dropped
  /// what `dropNew` drops.
  ///
  /// `reports` is the effect that the action reports on; it counts as settled, and keys that the action cancels
  /// count as free, since that comes first in the record.
  /// - Complexity: O(1) in the number of outstanding effects, O(n²) in the at most 256 asked for.
  /// - Throws: ``DomainFault``; the outbox itself is not changed.
  public func admit(
    _ asked: [JournaledEffect], reports: EffectID?, seq: UInt64
  ) throws(DomainFault) -> [JournaledEffect] {
    guard !asked.isEmpty else { return asked }
    do {
      try Self.checkLimits(asked)
      return try markDropped(asked, reports: reports)
    } catch {
      throw DomainFault(error, seq: seq)
    }
  }

  private static func checkLimits(_ asked: [JournaledEffect]) throws(DomainFault.Kind) {
    guard asked.count <= EffectLimits.count else {
      throw .tooManyEffects(count: asked.count, limit: EffectLimits.count)
    }
    var total = 0
    for effect in asked {
      let keyLength = effect.key.utf8.count
      guard keyLength <= EffectLimits.keyBytes else {
        throw .keyTooLong(length: keyLength, limit: EffectLimits.keyBytes)
      }
      let length = effect.payload.count
      guard length <= EffectLimits.payloadBytes else {
        throw .payloadTooLong(type: effect.type, length: length, limit: EffectLimits.payloadBytes)
      }
      total += length
    }
    guard total <= EffectLimits.totalPayloadBytes else {
      throw .payloadsTooLong(length: total, limit: EffectLimits.totalPayloadBytes)
    }
  }

  /// How a key stands while an action's effects are judged one after another.
  private struct KeyUse {
    let key: EffectKey
    var policy: EffectPolicy?
    var outstanding: Int
  }

  private func markDropped(
    _ asked: [JournaledEffect], reports: EffectID?
  ) throws(DomainFault.Kind) -> [JournaledEffect] {
    var judged = asked
    var uses: [KeyUse] = []
    for (place, effect) in asked.enumerated() {
      guard effect.type != JournaledEffect.cancelType, effect.type != JournaledEffect.timerType else { continue }
      if case .parallel(let width) = effect.policy, width < 1 { throw .noWidth(key: effect.key, width: width) }
      let key = EffectKey(effect.key)
      let index = uses.firstIndex { $0.key == key } ?? uses.count
      if index == uses.count { uses.append(use(of: key, reports: reports, asked: asked)) }
      if let has = uses[index].policy, has != effect.policy {
        throw .secondPolicy(key: effect.key, has: has, asked: effect.policy)
      }
      uses[index].policy = effect.policy
      if effect.policy == .dropNew, uses[index].outstanding > 0 {
        judged[place] = effect.asDropped
      } else if effect.policy != .forget {
        uses[index].outstanding += 1
      }
    }
    return judged
  }

  private func use(of key: EffectKey, reports: EffectID?, asked: [JournaledEffect]) -> KeyUse {
    guard let lane = lanes[key] else { return KeyUse(key: key, policy: nil, outstanding: 0) }
    var outstanding = lane.count
    if let reports, let entry = entries[reports], EffectKey(entry.effect.key) == key { outstanding -= 1 }
    let isCancelled = asked.contains { $0.type == JournaledEffect.cancelType && EffectKey($0.key) == key }
    return KeyUse(key: key, policy: lane.policy, outstanding: isCancelled ? 0 : outstanding)
  }
}

extension JournaledEffect {
  fileprivate var asDropped: JournaledEffect {
    JournaledEffect(id: id, type: type, payload: payload, key: key, policy: policy, dropped: true)
  }
}

extension DomainFault.Kind: Error {}
