import RecordFormat
import SystemCalls

extension HistoryFiles {
  /// Begins the segment called `name`: its header must stand, and continue the one before where that was read.
  mutating func begin(_ name: String, after spot: HistorySpot?) throws(JournalError) -> HistorySpot {
    let opened = try io(name) { files throws(SystemError) in try files.file(name) }
    guard let file = opened else { return try begin(behind: name, after: spot) }
    let count = try io(name) { files throws(SystemError) in
      try files.fill(from: file, at: 0, bytes: Self.headerBytes)
    }
    let judged = buffer.withUnsafeBufferPointer { bytes in
      let end = ByteScan.first(ByteScan.lineFeed, in: bytes.slice(0..<count), from: 0)
      let text = end.map { bytes.slice(0..<$0) }
      return HeaderCheck().judge(text, name: name, before: spot?.header, cursor: spot?.check)
        .map { HistorySpot(header: $0, offset: (end ?? 0) + 1, check: LineCheck(following: $0)) }
    }
    switch judged {
    case .success(let begun): return begun
    case .failure(let problem):
      let seq = spot?.check.expectedSeq ?? SegmentHeader.firstSeq(fileName: name) ?? 1
      throw wrongHeader(problem, of: name, seq: seq, journal: spot?.header.journal)
    }
  }

  /// Begins the segment that stands next where the one called `name` is missing.
  ///
  /// Unless what is missing was read to its end, that one does not continue the journal, which is what a verification
  /// says, at the same place.
  mutating func begin(behind name: String, after spot: HistorySpot?) throws(JournalError) -> HistorySpot {
    let missing = SegmentHeader.firstSeq(fileName: name) ?? 1
    let firsts = try firstSeqs()
    guard !firsts.isEmpty else { throw JournalError(.damaged(.noSegments), directory: directory) }
    guard let next = firsts.filter({ $0 > missing }).min() else {
      // Nothing is behind it: its own header is what is not there.
      throw wrongHeader(.damage(.header), of: name, seq: missing, journal: spot?.header.journal)
    }
    let behind = SegmentHeader.fileName(firstSeq: next)
    guard let spot else { throw wrongHeader(.damage(.headerDoesNotFit), of: behind, seq: missing) }
    return try begin(behind, after: spot)
  }

  /// The seqs that the segments which are there begin with, in no order.
  mutating func firstSeqs() throws(JournalError) -> [UInt64] {
    try io(nil) { files throws(SystemError) in
      try files.fileSystem.names(in: files.directory).compactMap { SegmentHeader.firstSeq(fileName: $0) }
    }
  }

  func wrongHeader(
    _ problem: HeaderCheck.Problem, of name: String, seq: UInt64, journal: String? = nil
  ) -> JournalError {
    JournalError(.damaged(.header(problem, of: name, seq: seq, journal: journal)), directory: directory)
  }

  /// More than any header has.
  private static var headerBytes: Int { 64 << 10 }

  /// The chain that was read must end in the hash that the head is known by.
  mutating func judgeHead(_ head: JournalStatus.Head, at spot: HistorySpot) throws(JournalError) {
    if spot.check.previous == head.hash { return }
    // A head that was taken over from a segment without records is known by that segment's header.
    let next = SegmentHeader.fileName(firstSeq: spot.check.expectedSeq)
    if try io(next, { files throws(SystemError) in try files.file(next) }) != nil,
      try begin(next, after: spot).header.hash == head.hash
    {
      return
    }
    var damage = damage(of: spot, .changedBytes)
    damage.expected = "a chain that has led to \(head.hash.hex) here"
    throw JournalError(.damaged(damage), directory: directory)
  }

  /// What it means that no line stands at a place where one that is durable must.
  func damage(at spot: HistorySpot, isSealed: Bool) -> JournalError {
    JournalError(.damaged(damage(of: spot, isSealed ? .sealedSegment : .changedBytes)), directory: directory)
  }

  private func damage(of spot: HistorySpot, _ kind: Damage.Kind) -> Damage {
    Damage(
      kind: kind, file: spot.file, line: spot.line, offset: spot.offset, expectedSeq: spot.check.expectedSeq,
      expected: spot.check.expectation, wasAcknowledged: true)
  }

  mutating func isSealed(_ file: any JournalFile, _ name: String) throws(JournalError) -> Bool {
    try io(name) { _ throws(SystemError) in try file.status().isSealed }
  }
}

extension Damage {
  /// A header that is not the one that continues the journal.
  fileprivate static func header(
    _ problem: HeaderCheck.Problem, of name: String, seq: UInt64, journal: String?
  ) -> Damage {
    let kind: Kind =
      switch problem {
      case .damage(let kind): kind
      // Nothing of the kind was there when the journal was claimed.
      case .newerFormat, .otherDomain, .newerDomainVersion: .headerDoesNotFit
      }
    return Damage(
      kind: kind, file: name, line: 1, offset: 0, expectedSeq: seq,
      expected: "a header with firstSeq \(seq)\(journal.map { " of journal \($0)" } ?? "")", wasAcknowledged: true)
  }
}
