import CanonicalJSON
import RecordFormat
import SystemCalls

extension WriterState {
  /// Makes sure of room for `bytes`; false, and nothing changed, where there is none.
  mutating func reserve(_ bytes: Int) -> Bool {
    guard failure == nil, !isReadOnly else { return false }
    do throws(JournalError) {
      if active == nil { try beginSegment(room: bytes, at: claim.clock()) }
      try reserveInActive(bytes)
      return true
    } catch {
      switch error.kind {
      case .noSpace:
        return false
      case .readOnlyFileSystem:
        isReadOnly = true
        return false
      case .damaged, .otherDomain, .newerFormat, .newerDomainVersion, .locked, .notFound, .lineTooLong, .foreignHands,
        .closed, .io:
        failure = error
        return false
      }
    }
  }

  private mutating func reserveInActive(_ bytes: Int) throws(JournalError) {
    do throws(SystemError) {
      let claim = claim
      try active?.reserve(bytes, claim.limits) { () throws(SystemError) in
        try claim.fileSystem.freeBytes(at: claim.directory)
      }
    } catch {
      throw self.error(error, bytes: bytes)
    }
  }

  /// Begins a new segment if one is due before `group`.
  ///
  /// Where the new one finds no room the group goes to the old one, which has been promised it, and the roll is tried
  /// again when the segment has grown by a sixteenth of its limit.
  mutating func rollIfDue(for group: CommitGroup) throws(JournalError) -> Bool {
    guard isRollDue(for: group) else { return false }
    let room = max(active?.room ?? 0, group.lineBytes)
    do throws(JournalError) {
      try beginSegment(room: room, at: group.firstAt ?? claim.clock())
      return true
    } catch {
      guard case .noSpace = error.kind, let active else { throw error }
      rollRetry = active.end + max(1, claim.limits.segmentBytes / 16)
      return false
    }
  }

  private func isRollDue(for group: CommitGroup) -> Bool {
    guard let active else { return true }
    guard active.end >= rollRetry else { return false }
    if mustRoll { return true }
    guard active.hasRecords else { return false }
    if active.end + group.lineBytes > claim.limits.segmentBytes { return true }
    guard let at = group.firstAt else { return false }
    return at.microseconds - active.header.at.microseconds >= claim.limits.segmentAgeMicroseconds
  }

  /// Seals the active segment and begins the next, with the room the old one had.
  ///
  /// - Throws: `noSpace` before anything was changed; anything else may leave the roll half done, which the next claim
  ///   finishes. Nothing may be written to the old segment after that.
  private mutating func beginSegment(room: Int, at: Timestamp) throws(JournalError) {
    let firstSeq = head.seq + 1
    // A segment that holds only a header is replaced, not followed: the next would have the same name.
    let replaces = header.firstSeq == firstSeq
    let next = SegmentHeader(
      journal: header.journal, segment: header.segment + (replaces ? 0 : 1), firstSeq: firstSeq,
      domain: claim.domain, domainVersion: claim.domainVersion, at: at, prev: replaces ? header.prev : head.hash)
    let maker: SegmentMaker
    do throws(SystemError) {
      maker = try SegmentMaker(
        firstSeq: firstSeq, room: room, directory: claim.directory, fileSystem: claim.fileSystem,
        limits: claim.limits)
    } catch {
      throw self.error(error, bytes: room)
    }
    do throws(SystemError) {
      if !replaces { try seal() }
      adopt(try maker.finish(next, syncing: claim.lock), replaces: replaces)
    } catch {
      // Also a lack of space: the old segment may be sealed by now, and the new one have its name.
      throw self.error(.io(error))
    }
  }

  private mutating func seal() throws(SystemError) {
    guard var old = active else { return }
    try old.cutSpace()
    // A segment that is read-only counts as synced: so it is synced first.
    try old.file.sync()
    try old.file.setPermissions(0o400)
    try old.file.sync()
    active = old
  }

  private mutating func adopt(_ begun: ActiveSegment, replaces: Bool) {
    if !replaces {
      sealedBytes += active?.end ?? 0
      segments += 1
    } else if active == nil {
      sealedBytes -= header.encodeLine().count
    }
    active = begun
    header = begun.header
    head.hash = begun.header.hash
    mustRoll = false
    rollRetry = 0
  }
}
