import RecordFormat
import SystemCalls

extension JournalReader {
  /// Opens the segment that is next and takes its header.
  func beginSegment() throws(JournalError) {
    let found = listing.segments[segment]
    let window = try io { () throws(SystemError) in
      let file = try fileSystem.open("\(directory)/\(found.name)", .read)
      return try SegmentWindow(file, mapsSize: found.isSealed ? found.size : nil)
    }
    line = 1
    offset = 0
    let text = try currentLine(in: window)
    switch headerCheck.judge(text, name: found.name, before: header, cursor: cursor) {
    case .success(let taken):
      header = taken
      cursor = LineCheck(following: taken)
      advance(past: text)
      isFirstOfSegment = true
      self.window = window
    case .failure(let problem):
      throw JournalError(kind(of: problem), directory: directory, file: found.name)
    }
  }

  private func kind(of problem: HeaderCheck.Problem) -> JournalError.Kind {
    switch problem {
    case .damage(let kind): .damaged(damage(kind))
    case .newerFormat(let found): .newerFormat(found: found, known: SegmentHeader.currentFormat)
    case .otherDomain(let found): .otherDomain(found: found, expected: headerCheck.domain ?? "")
    case .newerDomainVersion(let found):
      .newerDomainVersion(found: found, known: headerCheck.domainVersion ?? 0)
    }
  }

  /// The damage at the place where reading stands.
  private func damage(_ kind: Damage.Kind) -> Damage {
    let seq = cursor?.expectedSeq ?? 1
    let expected: String
    let wasAcknowledged: Bool
    switch kind {
    case .header, .headerDoesNotFit:
      expected = "a header with firstSeq \(seq)\(header.map { " of journal \($0.journal)" } ?? "")"
      wasAcknowledged = true
    case .sealedSegment, .syncedRecord, .noSegments, .notAFile:
      expected = cursor?.expectation ?? "a record"
      wasAcknowledged = true
    case .terminator, .changedBytes:
      expected = cursor?.expectation ?? "a record"
      wasAcknowledged = false
    }
    return Damage(
      kind: kind, file: file, line: line, offset: offset, expectedSeq: seq, expected: expected,
      wasAcknowledged: wasAcknowledged)
  }

  /// The line at the present place without its 0x0A; nil if none ends there, or only one longer than any record.
  func currentLine(in window: SegmentWindow) throws(JournalError) -> UnsafeBufferPointer<UInt8>? {
    var searched = 0
    while true {
      let view = window.bytes
      let start = offset - window.start
      if let end = ByteScan.first(ByteScan.lineFeed, in: view, from: start + searched) {
        return view.slice(start..<end)
      }
      searched = max(0, view.count - start)
      if searched > RecordLine.longest { return nil }
      let hasMore = try io { () throws(SystemError) in try window.advance(to: offset) }
      if !hasMore { return nil }
    }
  }

  private func advance(past text: UnsafeBufferPointer<UInt8>?) {
    let length = (text?.count ?? 0) + 1
    line += 1
    offset += length
    bytesRead += length
  }

  /// The next line if it stands; nil if none does.
  func nextInSegment() throws(JournalError) -> JournalLine? {
    guard let window, let cursor, let text = try currentLine(in: window), let record = cursor.record(in: text) else {
      return nil
    }
    note(record)
    self.cursor = LineCheck(expectedSeq: cursor.expectedSeq + 1, previous: record.hash)
    let found = JournalLine(
      bytes: text, record: record, line: line, offset: offset, isFirstOfSegment: isFirstOfSegment)
    isFirstOfSegment = false
    advance(past: text)
    return found
  }

  private func note(_ record: RecordLine) {
    lastAt = record.at
    if group?.batch == record.batch {
      group?.lastSeq = record.seq
      group?.isLoneClose = false
    } else {
      group = GroupSpan(
        file: file, batch: record.batch, offset: offset, lastSeq: record.seq, isLoneClose: record.isLogClosed)
    }
  }

  /// Decides what it means that no line stands at the present place.
  func endSegment() throws(JournalError) {
    guard let window else { return }
    let found = listing.segments[segment]
    let isLast = segment == listing.segments.count - 1
    let size = try io { () throws(SystemError) in found.isSealed ? found.size : try window.file.status().size }
    if offset == size {
      if isLast {
        isInProgress = try isHeld()
        ending = .whole(unwritten: 0)
      } else {
        segment += 1
        self.window = nil
      }
    } else if !isLast || found.isSealed {
      throw JournalError(.damaged(damage(.sealedSegment)), directory: directory)
    } else {
      try judgeTail(window)
    }
  }

  /// Judges what lies behind the last line that stands, read anew: a live writer may have gone on meanwhile.
  private func judgeTail(_ window: SegmentWindow) throws(JournalError) {
    guard let cursor else { return }
    isInProgress = try isHeld()
    let tail = try io { () throws(SystemError) in
      try window.file.bytes(in: offset..<max(offset, window.file.status().size))
    }
    let verdict = tail.withUnsafeBufferPointer { bytes -> TailVerdict? in
      let end = ByteScan.first(ByteScan.lineFeed, in: bytes, from: 0)
      if let end, cursor.record(in: bytes.slice(0..<end)) != nil { return nil }
      return TailVerdict.judge(bytes, at: offset, cursor: cursor)
    }
    switch verdict {
    case nil:
      window.reread(from: offset)
    case .clean(let unwritten):
      ending = .whole(unwritten: unwritten)
    case .torn(let length):
      ending = .torn(line: line, offset: offset, length: length)
    case .damaged(let kind):
      guard isInProgress, rereads < 5 else {
        throw JournalError(.damaged(damage(kind)), directory: directory)
      }
      // What looks broken may be a group that the writer was in the middle of when the bytes were read.
      rereads += 1
      fileSystem.pause(milliseconds: 20)
      window.reread(from: offset)
    }
  }

  private func isHeld() throws(JournalError) -> Bool {
    if isWriter { return false }
    return try io { () throws(SystemError) in try JournalLock.isHeld(directory, fileSystem) }
  }

  func io<R>(_ body: () throws(SystemError) -> R) throws(JournalError) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw JournalError.from(error, directory: directory, file: file)
    }
  }
}

extension RecordLine {
  /// Whether it is the daemon's own `log.closed`.
  var isLogClosed: Bool { typeText == "log.closed" }
}
