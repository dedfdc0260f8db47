import RecordFormat
import SystemCalls

extension JournalClaim {
  /// Cuts a torn tail, writes the last group again in place, syncs, and tidies up.
  ///
  /// - Throws: `readOnlyFileSystem` before anything was changed, if the file system can only be read.
  func repair(
    _ found: FoundTail, _ listing: JournalListing, _ last: JournalListing.Segment, _ report: inout RecoveryReport
  ) throws(JournalError) -> WriterState {
    var active: ActiveSegment?
    if last.isSealed {
      try refuseReadOnlyFileSystem(last)
    } else {
      let file = try io(last.name) { () throws(SystemError) in
        try fileSystem.open(path(last.name), .readWrite)
      }
      if case .torn(let line, let offset, let length) = found.ending {
        let aside = try keepAside(file, last.name, offset..<offset + length)
        report.cut = RecoveryReport.Cut(
          segment: last.name, offset: offset, line: line, length: length, aside: aside)
      }
      active = try io(last.name) { () throws(SystemError) in try rewrite(file, found) }
      report.rewritten = found.group.map { $0.batch...$0.lastSeq }
    }
    report.removed = try removeLeftOvers(listing)
    report.resealed = try resealEarlier(listing)
    try io { () throws(SystemError) in try lock.sync() }
    let isOlder = found.header.domainVersion < domainVersion
    return WriterState(
      claim: self, header: found.header, active: active, mustRoll: last.isSealed || isOlder, head: found.head,
      segments: listing.segments.count, sealedBytes: found.earlierBytes + (last.isSealed ? last.size : 0))
  }

  /// Whether the file system can be written shows only when something is opened for writing; that the file itself may
  /// not be is how a sealed segment is, and comes second.
  private func refuseReadOnlyFileSystem(_ last: JournalListing.Segment) throws(JournalError) {
    do throws(SystemError) {
      _ = try fileSystem.open(path(last.name), .readWrite)
    } catch {
      guard error.errno == ErrorNumber.readOnlyFileSystem else { return }
      throw JournalError(.readOnlyFileSystem, directory: directory, file: last.name)
    }
  }

  /// Cuts behind the last line that stands, and writes the last group again in place: after a failed write-back its
  /// pages count as clean in the kernel, and no later sync would write them.
  private func rewrite(_ file: any JournalFile, _ found: FoundTail) throws(SystemError) -> ActiveSegment {
    if try file.status().size != found.end { try file.truncate(to: found.end) }
    let start = found.group?.offset ?? found.end
    let bytes = try file.bytes(in: start..<found.end)
    try file.write(bytes, at: start)
    try file.sync()
    return try ActiveSegment(
      file: file, header: found.header, headerBytes: found.headerBytes, end: found.end, room: 0)
  }

  /// Copies `range` of a segment to a file of its own under `aside`, durably; its path in the journal.
  private func keepAside(
    _ file: any JournalFile, _ segment: String, _ range: Range<Int>
  ) throws(JournalError) -> String {
    try io(segment, bytes: range.count) { () throws(SystemError) in
      let directory = path(JournalNames.aside)
      if try fileSystem.status(of: directory) == nil { try fileSystem.makeDirectory(directory) }
      let bytes = try file.bytes(in: range)
      var attempt = 0
      while true {
        let name = JournalNames.asideName(segment: segment, offset: range.lowerBound, attempt: attempt)
        let target = "\(directory)/\(name)"
        if try fileSystem.status(of: target) == nil {
          let copy = try fileSystem.open(target, .create(permissions: 0o600))
          try copy.write(bytes, at: 0)
          try copy.sync()
          try fileSystem.open(directory, .directory).sync()
          try lock.sync()
          return "\(JournalNames.aside)/\(name)"
        }
        attempt += 1
      }
    }
  }

  /// Makes earlier segments read-only whose permission bits a power cut took back.
  private func resealEarlier(_ listing: JournalListing) throws(JournalError) -> [String] {
    var resealed: [String] = []
    for segment in listing.segments.dropLast() where !segment.isSealed {
      try io(segment.name) { () throws(SystemError) in
        let file = try fileSystem.open(path(segment.name), .read)
        try file.setPermissions(0o400)
        try file.sync()
      }
      resealed.append(segment.name)
    }
    return resealed
  }
}
