import ActionLog
import RecordFormat

extension Engine {
  /// Dispatches the actions of the timers that are due, in the order of due time, then id.
  func fireTimers() {
    guard phase == .running else { return }
    let boottime = settings.clock.boottime()
    while phase == .running, let id = timers.due(boottime: boottime) {
      guard let timer = reduction.outbox.timer(id) else {
        timers.cancel(id)
        continue
      }
      // Without room the timer stays due; it is looked at again when there is.
      guard case .yes = checkRoom() else { return }
      timers.cancel(id)
      fire(timer)
    }
  }

  private func fire(_ timer: OutboxTimer) {
    let action: D.Action
    do throws(ActionDecodeFailure) {
      action = try reduction.coding.decode(type: timer.type, v: timer.v, payload: timer.action, strict: false)
    } catch {
      parked.insert(timer.id)
      log.warning("timer \(timer.id) stays outstanding: \(error)")
      return
    }
    var entry = NewRecord(type: timer.type, v: timer.v, payload: timer.action, by: .timer(timer.id.text))
    entry.effect = timer.id
    entry.trace = traces[timer.id]
    _ = append(action, entry)
  }
}
