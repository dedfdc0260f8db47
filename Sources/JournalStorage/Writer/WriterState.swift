import CanonicalJSON
import RecordFormat
import SystemCalls

/// What a writer knows. Only its owner touches it.
struct WriterState: Sendable {
  let claim: JournalClaim
  /// The header of the last segment.
  var header: SegmentHeader
  /// The last segment, if it can be written.
  var active: ActiveSegment?
  /// Whether the next group begins a new segment whatever its size.
  var mustRoll: Bool
  /// After a roll that found no room: the size of the active segment from which the next one is tried.
  var rollRetry = 0
  var head: JournalStatus.Head
  var segments: Int
  /// Bytes of lines in all segments but the active one.
  var sealedBytes: Int
  var isReadOnly = false
  var failure: JournalError?
  private var lines: [UInt8] = []

  init(
    claim: JournalClaim, header: SegmentHeader, active: ActiveSegment?, mustRoll: Bool, head: JournalStatus.Head,
    segments: Int, sealedBytes: Int
  ) {
    self.claim = claim
    self.header = header
    self.active = active
    self.mustRoll = mustRoll
    self.head = head
    self.segments = segments
    self.sealedBytes = sealedBytes
  }

  var status: JournalStatus {
    JournalStatus(
      journalID: header.journal, directory: claim.directory, head: head, segments: segments,
      bytes: sealedBytes + (active?.end ?? 0), roomBytes: active?.room ?? 0,
      file: SegmentHeader.fileName(firstSeq: header.firstSeq), isReadOnly: isReadOnly, failure: failure)
  }

  mutating func commit(_ group: CommitGroup, keepsLines: Bool) throws(JournalError) -> Committed {
    if let failure { throw failure }
    precondition(!group.isEmpty && group.firstSeq == head.seq + 1, "a group must continue the head")
    do throws(JournalError) {
      if isReadOnly { throw error(.readOnlyFileSystem) }
      let rolled = try rollIfDue(for: group)
      return try write(group, rolled: rolled, keepsLines: keepsLines)
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func write(
    _ group: CommitGroup, rolled: Bool, keepsLines: Bool
  ) throws(JournalError) -> Committed {
    guard var segment = active else { throw error(.readOnlyFileSystem) }
    let hash = try seal(group)
    try refuseForeignHands(on: segment)
    do throws(SystemError) {
      try segment.prefill(for: lines.count, ahead: claim.limits.prefill)
      try segment.file.write(lines, at: segment.end)
      try segment.file.syncData()
    } catch {
      throw self.error(error, bytes: lines.count)
    }
    let range = segment.end..<segment.end + lines.count
    segment.end = range.upperBound
    segment.size = max(segment.size, segment.end)
    segment.reservedEnd = max(segment.reservedEnd, segment.size)
    active = segment
    head = JournalStatus.Head(seq: group.lastSeq, hash: hash, at: group.lastAt)
    var committed = Committed(head: head, file: segment.name, range: range, rolled: rolled)
    if keepsLines {
      // Handed over rather than copied; the next group gets memory of its own.
      committed.lines = lines
      lines = []
    }
    return committed
  }

  private func refuseForeignHands(on segment: ActiveSegment) throws(JournalError) {
    let found: JournalFileStatus?
    do throws(SystemError) {
      found = try claim.fileSystem.status(of: claim.path(segment.name))
    } catch {
      throw self.error(error)
    }
    if let hands = segment.foreignHands(found) { throw error(.foreignHands(hands)) }
  }

  /// Fills `lines` with the group's sealed lines; the hash of the last one.
  private mutating func seal(_ group: CommitGroup) throws(JournalError) -> RecordHash {
    lines.removeAll(keepingCapacity: true)
    lines.reserveCapacity(group.lineBytes)
    var previous = head.hash
    var bodyStart = 0
    for bodyEnd in group.ends {
      let lineStart = lines.count
      lines.append(contentsOf: group.bytes[bodyStart..<bodyEnd])
      previous = HashChain.seal(into: &lines, bodyStart: lineStart, previous: previous)
      let length = lines.count - lineStart - 1
      if length > claim.limits.longestLine {
        throw error(.lineTooLong(length: length, limit: claim.limits.longestLine))
      }
      bodyStart = bodyEnd
    }
    return previous
  }

  mutating func close() {
    guard failure == nil else { return }
    do throws(SystemError) {
      if !isReadOnly { try active?.cutSpace() }
    } catch {
      // It leaves unwritten space, which every reader understands; the records are durable already.
    }
    active = nil
    failure = error(.closed)
    claim.release()
  }

  func error(_ kind: JournalError.Kind) -> JournalError {
    JournalError(kind, directory: claim.directory, file: active?.name)
  }

  func error(_ error: SystemError, bytes: Int = 0) -> JournalError {
    JournalError.from(error, directory: claim.directory, file: active?.name, bytes: bytes)
  }
}
