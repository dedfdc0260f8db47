import JournalStorage
import WireProtocol

/// Whether one more record may be admitted.
enum Room {
  case yes
  /// More would have to be reserved, and the writer is on the commit thread.
  case unknown
  case no(ReadOnlyReason)
}

extension Engine {
  /// Looks for room for one more record, and reserves more where that is possible and needed.
  func checkRoom() -> Room { room.hasRoom ? .yes : makeRoom() }

  /// Kept apart: the group in flight in it would cost every check the look-up of its type.
  @inline(never)
  private func makeRoom() -> Room {
    guard inFlight == nil else { return .unknown }
    if reserve() {
      becomeWritable()
      return .yes
    }
    return .no(becomeReadOnly())
  }

  /// Tries again for room where there was none; on the timer.
  func retryRoom() {
    guard let reason = readOnly, phase == .running, inFlight == nil,
      settings.clock.boottime() >= reason.retryAt
    else { return }
    // Claiming again makes records of its own, so it never happens within an admission.
    let isClaimed = committer.writer.status.isReadOnly ? reclaim() : true
    guard phase == .running else { return }
    if isClaimed, room.hasRoom || reserve() { becomeWritable() } else { becomeReadOnly() }
  }

  private func reserve() -> Bool {
    let writer = committer.writer
    let isReserved = writer.reserve(atLeast: room.wanted) || writer.reserve(atLeast: room.needed)
    room.update(room: writer.roomBytes)
    if let failure = writer.status.failure { journalFailed(failure) }
    return isReserved && room.hasRoom
  }

  private func becomeWritable() {
    guard readOnly != nil else { return }
    readOnly = nil
    log.notice("the journal can grow again")
    admitDeferredReports()
  }

  /// From now on actions are refused; the timer tries again.
  @discardableResult
  func becomeReadOnly() -> ReadOnlyReason {
    let why =
      committer.writer.status.isReadOnly
      ? "the journal's file system can only be read" : "no space on the journal's file system for another record"
    let reason = ReadOnlyReason(
      why: why, freeBytes: settings.freeBytes(),
      retryAt: settings.clock.boottime() + settings.roomRetryNanoseconds)
    if readOnly == nil { log.error("read-only: \(reason.why); actions are refused until there is room again") }
    readOnly = reason
    return reason
  }
}
