import CanonicalJSON
import RecordFormat
import SystemCalls

extension JournalClaim {
  /// Judges the journal and makes it ready to be written.
  ///
  /// - Throws: `damaged` and the like before any byte was changed.
  func recover() throws(JournalError) -> (WriterState, RecoveryReport) {
    guard let listing = try JournalListing.judged(directory, fileSystem) else {
      throw JournalError(.notFound, directory: directory)
    }
    guard let last = listing.segments.last else { return try begin(listing) }
    let found = try judge(listing)
    var report = RecoveryReport()
    report.foreign = listing.foreign
    report.wasClosed = found.wasClosed
    report.lastDomainVersion = found.header.domainVersion
    report.segments = listing.segments.count
    report.headSeq = found.head.seq
    report.servesThrough = found.head.seq
    if case .whole(let unwritten) = found.ending { report.unwritten = unwritten }
    do throws(JournalError) {
      return (try repair(found, listing, last, &report), report)
    } catch {
      guard case .readOnlyFileSystem = error.kind else { throw error }
    }
    return (readOnly(found, listing, last, &report), report)
  }

  /// Makes the first segment of a journal that has none.
  private func begin(_ listing: JournalListing) throws(JournalError) -> (WriterState, RecoveryReport) {
    if listing.holdsRemains { throw JournalError(.damaged(.noSegments), directory: directory) }
    var report = RecoveryReport()
    report.isNew = true
    report.foreign = listing.foreign
    report.segments = 1
    report.lastDomainVersion = domainVersion
    report.removed = try removeLeftOvers(listing)
    let active = try io(bytes: SegmentMaker.longestHeader) { () throws(SystemError) in
      let uuid = try fileSystem.makeUUID()
      let header = SegmentHeader(
        journal: uuid, segment: 1, firstSeq: 1, domain: domain, domainVersion: domainVersion, at: clock(),
        prev: HashChain.firstPrevious(journal: uuid))
      let maker = try SegmentMaker(
        firstSeq: 1, room: 0, directory: directory, fileSystem: fileSystem, limits: limits)
      return try maker.finish(header, syncing: lock)
    }
    let state = WriterState(
      claim: self, header: active.header, active: active, mustRoll: false,
      head: JournalStatus.Head(seq: 0, hash: active.header.hash, at: nil), segments: 1, sealedBytes: 0)
    return (state, report)
  }

  func removeLeftOvers(_ listing: JournalListing) throws(JournalError) -> [String] {
    for name in listing.leftOvers {
      try io(name) { () throws(SystemError) in try fileSystem.remove(path(name)) }
    }
    return listing.leftOvers
  }

  /// What is left to do where nothing can be written: serve what is certain.
  private func readOnly(
    _ found: FoundTail, _ listing: JournalListing, _ last: JournalListing.Segment, _ report: inout RecoveryReport
  ) -> WriterState {
    report.isReadOnly = true
    report.removed = []
    report.resealed = []
    if !last.isSealed, !found.wasClosed, let group = found.group { report.servesThrough = group.batch - 1 }
    var state = WriterState(
      claim: self, header: found.header, active: nil, mustRoll: true, head: found.head,
      segments: listing.segments.count, sealedBytes: found.earlierBytes + found.end)
    state.isReadOnly = true
    return state
  }
}
