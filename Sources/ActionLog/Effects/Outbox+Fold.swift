import CanonicalJSON

extension Outbox {
  /// Takes in one record: settles what it reports on, then what it cancels, then adds what it asks for, in order.
  ///
  /// `reports` is the record's `effect`; one that is not outstanding any more settles nothing. The record's own
  /// `effects` are taken as they stand, `dropped` included.
  /// - Complexity: O(1) per effect asked for or settled; a timer costs a search among the timers.
  /// - Throws: ``OutboxFault`` for effects that cannot stand in this record; the outbox is then half changed and
  ///   must be given up.
  public mutating func fold(
    seq: UInt64, at: Timestamp, reports: EffectID?, effects: [JournaledEffect]
  ) throws(OutboxFault) -> OutboxChange {
    var change = OutboxChange()
    guard reports != nil || !effects.isEmpty else { return change }
    var touched: [EffectKey] = []
    if let reports { settleReported(reports, &touched, &change) }
    if !effects.isEmpty {
      try Self.checkIDs(of: effects, seq: seq)
      for effect in effects where effect.type == JournaledEffect.cancelType {
        settleAll(of: EffectKey(try Self.cancelledKey(effect)), &touched, &change)
      }
      for effect in effects where effect.type != JournaledEffect.cancelType && !effect.dropped {
        try add(effect, at: at, &touched, &change)
      }
    }
    for key in touched { startWaiting(key, &change) }
    if change.startable.count > 1 { change.startable.sort { $0.id < $1.id } }
    if change.timersSet.count > 1 { change.timersSet.removeAll { timersByID[$0.id] == nil } }
    return change
  }

  private static func checkIDs(of effects: [JournaledEffect], seq: UInt64) throws(OutboxFault) {
    var last = -1
    for effect in effects {
      guard effect.id.seq == seq, effect.id.index > last else { throw .strangeID(effect.id, seq: seq) }
      last = effect.id.index
    }
  }

  private static func cancelledKey(_ effect: JournaledEffect) throws(OutboxFault) -> String {
    guard let key = CancelPayload.key(in: effect.payload) else { throw .malformed(effect.id, type: effect.type) }
    return key
  }

  private mutating func settleReported(
    _ id: EffectID, _ touched: inout [EffectKey], _ change: inout OutboxChange
  ) {
    if let entry = entries[id] {
      remove(entry)
      touched.append(EffectKey(entry.effect.key))
      change.settled.append(id)
    } else if let timer = timersByID[id] {
      remove(timer)
      change.settled.append(id)
    }
  }

  private mutating func settleAll(
    of key: EffectKey, _ touched: inout [EffectKey], _ change: inout OutboxChange
  ) {
    settleLane(key, &change)
    settleTimer(of: key, &change)
    touched.append(key)
  }

  private mutating func settleLane(_ key: EffectKey, _ change: inout OutboxChange) {
    guard let lane = lanes.removeValue(forKey: key) else { return }
    var next: EffectID? = lane.first
    while let id = next, let entry = entries.removeValue(forKey: id) {
      change.settled.append(id)
      next = entry.next
    }
  }

  private mutating func settleTimer(of key: EffectKey, _ change: inout OutboxChange) {
    guard let id = timerOfKey[key], let timer = timersByID[id] else { return }
    remove(timer)
    change.settled.append(id)
    change.timersCancelled.append(id)
  }

  private mutating func add(
    _ effect: JournaledEffect, at: Timestamp, _ touched: inout [EffectKey], _ change: inout OutboxChange
  ) throws(OutboxFault) {
    let key = EffectKey(effect.key)
    if effect.type == JournaledEffect.timerType {
      guard let timer = OutboxTimer(effect, at: at) else { throw .malformed(effect.id, type: effect.type) }
      settleTimer(of: key, &change)
      insert(timer)
      change.timersSet.append(timer)
      return
    }
    switch effect.policy {
    case .forget:
      change.startable.append(effect)
      return
    case .latest:
      settleLane(key, &change)
    case .queue, .dropNew, .parallel:
      break
    }
    append(effect, to: key)
    touched.append(key)
  }
}

/// The payload of `log.cancel`.
enum CancelPayload {
  static func write(key: String) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: key.utf8.count + 12)
    writer.beginObject()
    writer.key("key")
    writer.string(key)
    writer.endObject()
    return writer.bytes
  }

  /// The cancelled key; nil when the payload does not have the form of a cancel's.
  static func key(in payload: [UInt8]) -> String? {
    payload.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes, limits: .unlimited)
      return try? read(from: &reader)
    }
  }

  private static func read(from reader: inout JSONReader) throws(JSONError) -> String? {
    var found: String?
    try reader.beginObject()
    while let name = try reader.nextKey() {
      if name == "key" {
        found = try reader.readString()
      } else {
        _ = try reader.skipValue()
      }
    }
    try reader.end()
    return found
  }
}
