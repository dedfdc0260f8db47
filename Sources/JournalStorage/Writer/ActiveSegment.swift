import RecordFormat
import SystemCalls

/// The segment that is being written: its file, and what the writer left it with.
struct ActiveSegment: Sendable {
  let file: any JournalFile
  let header: SegmentHeader
  /// Bytes of the header's line.
  let headerBytes: Int
  /// Where the next line goes.
  var end: Int
  /// The size of the file: `end`, or more where it was filled ahead.
  var size: Int
  /// The end of the room reserved, at least `size`.
  var reservedEnd: Int
  private let inode: UInt64
  private let device: UInt64

  init(file: any JournalFile, header: SegmentHeader, headerBytes: Int, end: Int, room: Int) throws(SystemError) {
    let status = try file.status()
    self.file = file
    self.header = header
    self.headerBytes = headerBytes
    self.end = end
    size = status.size
    reservedEnd = max(status.size, end + room)
    inode = status.inode
    device = status.device
  }

  var name: String { SegmentHeader.fileName(firstSeq: header.firstSeq) }

  var hasRecords: Bool { end > headerBytes }

  var room: Int { reservedEnd - end }

  /// What somebody else did to the file since the writer left it, if anything.
  func foreignHands(_ found: JournalFileStatus?) -> JournalError.ForeignHands? {
    guard let found, found.inode == inode, found.device == device else { return .nameLost }
    if found.links != 1 { return .links(found.links) }
    if found.size != size { return .size(found: found.size, expected: size) }
    return nil
  }

  /// Reserves room for `bytes` behind the last line; more where there is plenty.
  ///
  /// - Throws: `ENOSPC` and the like (nothing changed).
  mutating func reserve(
    _ bytes: Int, _ limits: JournalLimits, freeBytes: () throws(SystemError) -> Int
  ) throws(SystemError) {
    if reservedEnd >= end + bytes { return }
    do throws(SystemError) {
      try reserveBlocks(max(bytes, limits.reserveStep))
    } catch {
      if error.isNoSpace, bytes < limits.reserveStep {
        try reserveBlocks(bytes)
      } else if error.errno == ErrorNumber.notSupported {
        guard try freeBytes() >= bytes + limits.freeFloor else {
          throw SystemError(call: "statvfs", errno: ErrorNumber.noSpace, path: name)
        }
        reservedEnd = end + bytes
      } else {
        throw error
      }
    }
  }

  private mutating func reserveBlocks(_ bytes: Int) throws(SystemError) {
    try file.reserve(end..<end + bytes)
    reservedEnd = end + bytes
  }

  /// Fills the file with 0x0A ahead of a group of `bytes`, synced, so that writing the group changes no size.
  mutating func prefill(for bytes: Int, ahead: Int) throws(SystemError) {
    guard ahead > 0, end + bytes > size else { return }
    let target = end + bytes + ahead
    let blank = [UInt8](repeating: ByteScan.lineFeed, count: target - size)
    try file.write(blank, at: size)
    try file.sync()
    size = target
    reservedEnd = max(reservedEnd, size)
  }

  /// Cuts what lies behind the last line: unwritten space and reserved room.
  mutating func cutSpace() throws(SystemError) {
    guard size > end || reservedEnd > end else { return }
    try file.truncate(to: end)
    size = end
    reservedEnd = end
  }
}

extension SystemError {
  /// Whether room is what was missing.
  var isNoSpace: Bool { errno == ErrorNumber.noSpace || errno == ErrorNumber.quotaExceeded }
}

extension JournalFile {
  /// Writes all of an array at `offset`.
  func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      try writeAll(UnsafeRawBufferPointer(buffer), at: offset)
    }
  }
}
