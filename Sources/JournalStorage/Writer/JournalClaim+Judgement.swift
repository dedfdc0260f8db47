import CanonicalJSON
import RecordFormat
import SystemCalls

/// How the last segment ends.
struct FoundTail {
  var header: SegmentHeader
  /// Bytes of the header's line.
  var headerBytes: Int
  var head: JournalStatus.Head
  /// Where the first line that does not stand would begin.
  var end: Int
  var ending: JournalEnding
  /// The last group in the last segment, if that holds a record.
  var group: GroupSpan?
  /// Whether the last record is a lone `log.closed`, or there is none.
  var wasClosed: Bool
  /// Bytes of the segments before.
  var earlierBytes: Int
}

extension JournalClaim {
  /// Judges the tail, and as much of what is before it as tells whether the segments belong together.
  ///
  /// Where anything is wrong, or the tail is to be cut, everything is verified first: no byte is changed in a journal
  /// that is damaged anywhere, and the place named is the one that every tool names.
  func judge(_ listing: JournalListing) throws(JournalError) -> FoundTail {
    do throws(JournalError) {
      let found = try readTail(listing)
      let needsAll = if case .torn = found.ending { true } else { try !belongTogether(listing) }
      if needsAll { try verifyAll() }
      return found
    } catch {
      if case .io = error.kind { throw error }
      try verifyAll()
      throw error
    }
  }

  private func verifyAll() throws(JournalError) {
    let verdict = try JournalVerifier.verify(
      directory: directory, fileSystem: fileSystem, domain: domain, domainVersion: domainVersion, isWriter: true)
    if let problem = verdict.problem { throw problem }
  }

  private func readTail(_ listing: JournalListing) throws(JournalError) -> FoundTail {
    let lastSeq = listing.segments.last.flatMap { SegmentHeader.firstSeq(fileName: $0.name) } ?? 1
    let reader = try openReader(from: lastSeq)
    while try reader.next() != nil {}
    guard let header = reader.header, let cursor = reader.cursor, let ending = reader.ending else {
      throw JournalError(.notFound, directory: directory)
    }
    var at = reader.lastAt
    var wasClosed = reader.group?.isLoneClose ?? true
    if reader.group == nil, header.firstSeq > 1 {
      // The last segment holds only a header: the last record ends the one before it.
      let before = try openReader(from: header.firstSeq - 1)
      while try before.next() != nil {}
      at = before.lastAt
      wasClosed = before.group?.isLoneClose ?? true
    }
    return FoundTail(
      header: header, headerBytes: header.encodeLine().count,
      head: JournalStatus.Head(seq: cursor.expectedSeq - 1, hash: cursor.previous, at: at), end: reader.offset,
      ending: ending, group: reader.group, wasClosed: wasClosed,
      earlierBytes: listing.segments.dropLast().reduce(0) { $0 + $1.size })
  }

  private func openReader(from seq: UInt64) throws(JournalError) -> JournalReader {
    try JournalReader.open(
      directory: directory, fileSystem: fileSystem, from: seq, domain: domain, domainVersion: domainVersion,
      isWriter: true)
  }

  /// Whether each segment's header repeats the hash that the one before it ends with.
  private func belongTogether(_ listing: JournalListing) throws(JournalError) -> Bool {
    var before: SegmentHeader?
    var lastHash: RecordHash?
    for found in listing.segments {
      let file = try io(found.name) { () throws(SystemError) in try fileSystem.open(path(found.name), .read) }
      guard let header = try header(of: file, found), header.segment == (before?.segment ?? 0) + 1,
        header.journal == (before?.journal ?? header.journal),
        header.prev == lastHash ?? HashChain.firstPrevious(journal: header.journal)
      else { return false }
      before = header
      lastHash = try self.lastHash(of: file, found)
    }
    return true
  }

  private func header(of file: any JournalFile, _ found: JournalListing.Segment) throws(JournalError) -> SegmentHeader?
  {
    let head = try io(found.name) { () throws(SystemError) in
      try file.bytes(in: 0..<min(found.size, SegmentMaker.longestHeader))
    }
    return head.withUnsafeBufferPointer { bytes in
      ByteScan.first(ByteScan.lineFeed, in: bytes, from: 0).flatMap { HeaderCheck.standing(bytes.slice(0..<$0)) }
    }
  }

  private func lastHash(of file: any JournalFile, _ found: JournalListing.Segment) throws(JournalError) -> RecordHash? {
    let length = HashChain.suffixLength + 1
    guard found.size >= length else { return nil }
    let tail = try io(found.name) { () throws(SystemError) in try file.bytes(in: found.size - length..<found.size) }
    guard tail.count == length, tail.last == ByteScan.lineFeed else { return nil }
    return tail.withUnsafeBufferPointer { LineSuffix.hash(of: $0.slice(0..<$0.count - 1)) }
  }
}
