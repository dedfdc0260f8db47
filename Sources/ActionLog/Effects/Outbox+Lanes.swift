extension Outbox {
  /// Puts an effect at the end of its lane; it waits there until ``startWaiting(_:_:)``.
  mutating func append(_ effect: JournaledEffect, to key: EffectKey) {
    let id = effect.id
    var entry = Entry(effect: effect)
    if var lane = lanes[key] {
      entry.previous = lane.last
      entries[lane.last]?.next = id
      lane.last = id
      if lane.firstWaiting == nil { lane.firstWaiting = id }
      lane.policy = effect.policy
      lane.count += 1
      lanes[key] = lane
    } else {
      lanes[key] = Lane(policy: effect.policy, first: id, last: id, firstWaiting: id, count: 1)
    }
    entries[id] = entry
  }

  /// Takes an outstanding effect out of its lane, and the lane away when nothing is left in it.
  mutating func remove(_ entry: Entry) {
    let id = entry.effect.id
    let key = EffectKey(entry.effect.key)
    entries[id] = nil
    guard var lane = lanes[key] else { return }
    lane.count -= 1
    guard lane.count > 0 else {
      lanes[key] = nil
      return
    }
    if entry.isStarted { lane.startedCount -= 1 }
    if lane.firstWaiting == id { lane.firstWaiting = entry.next }
    if let previous = entry.previous { entries[previous]?.next = entry.next }
    if let next = entry.next { entries[next]?.previous = entry.previous }
    if lane.first == id, let next = entry.next { lane.first = next }
    if lane.last == id, let previous = entry.previous { lane.last = previous }
    lanes[key] = lane
  }

  /// Starts as many of a lane's waiting effects as its policy lets.
  mutating func startWaiting(_ key: EffectKey, _ change: inout OutboxChange) {
    guard var lane = lanes[key] else { return }
    while lane.startedCount < lane.policy.width, let id = lane.firstWaiting, var entry = entries[id] {
      entry.isStarted = true
      entries[id] = entry
      lane.startedCount += 1
      lane.firstWaiting = entry.next
      change.startable.append(entry.effect)
    }
    lanes[key] = lane
  }

  /// Sets a timer, in its place among the others.
  mutating func insert(_ timer: OutboxTimer) {
    timersByID[timer.id] = timer
    timerOfKey[EffectKey(timer.key)] = timer.id
    let due = DueTimer(due: timer.due, id: timer.id)
    dueOrder.insert(due, at: placeInDueOrder(of: due))
  }

  /// Takes a timer away.
  mutating func remove(_ timer: OutboxTimer) {
    timersByID[timer.id] = nil
    timerOfKey[EffectKey(timer.key)] = nil
    let due = DueTimer(due: timer.due, id: timer.id)
    let place = placeInDueOrder(of: due)
    if place < dueOrder.count, dueOrder[place] == due { dueOrder.remove(at: place) }
  }

  private func placeInDueOrder(of timer: DueTimer) -> Int {
    var low = 0
    var high = dueOrder.count
    while low < high {
      let middle = (low + high) / 2
      if dueOrder[middle] < timer { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
