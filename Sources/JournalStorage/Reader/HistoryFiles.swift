import RecordFormat
import SystemCalls

/// The files that history is read from: the one that was read last stays open, its bytes pass through one buffer.
struct HistoryFiles: Sendable {
  let directory: String
  let fileSystem: any JournalFileSystem
  var buffer: [UInt8] = []
  private var opened: (name: String, file: any JournalFile)?

  /// A buffer that a long line made longer than this is given back.
  private static let keptBytes = 1 << 20
  /// The least that is read at once; where fewer are left of a piece, it ends.
  private static let leastBytes = 4 << 10

  init(directory: String, fileSystem: any JournalFileSystem) {
    self.directory = directory
    self.fileSystem = fileSystem
  }

  mutating func read(
    _ place: inout HistoryPlace, through head: JournalStatus.Head, bytes: Int, _ body: (RecordLine) -> Void
  ) throws(JournalError) {
    guard place.next <= head.seq else { return }
    defer { if buffer.count > Self.keptBytes { buffer = [] } }
    var spot: HistorySpot
    if let known = place.spot { spot = known } else { spot = try find(place.next) }
    var left = bytes
    repeat {
      let before = (spot.header.firstSeq, spot.offset)
      try readPiece(at: &spot, &place.next, through: head.seq, bytes: max(left, Self.leastBytes), body)
      left -= before.0 == spot.header.firstSeq ? spot.offset - before.1 : spot.offset
    } while left >= Self.leastBytes && spot.check.expectedSeq <= head.seq
    if spot.check.expectedSeq > head.seq { try judgeHead(head, at: spot) }
    place.spot = spot
  }

  /// Takes the whole lines of the next piece; where the segment ends, goes on to the next one instead.
  private mutating func readPiece(
    at spot: inout HistorySpot, _ next: inout UInt64, through last: UInt64, bytes: Int, _ body: (RecordLine) -> Void
  ) throws(JournalError) {
    let name = spot.file
    let opened = try io(name) { files throws(SystemError) in try files.file(name) }
    guard let file = opened else {
      spot = try begin(behind: name, after: spot)
      return
    }
    var wanted = bytes
    while true {
      let offset = spot.offset
      let count = try io(name) { files throws(SystemError) in try files.fill(from: file, at: offset, bytes: wanted) }
      let taken = buffer.withUnsafeBufferPointer {
        Self.take($0.slice(0..<count), at: &spot, &next, through: last, body)
      }
      if taken.isBroken { throw damage(at: spot, isSealed: try isSealed(file, name)) }
      if taken.any { return }
      if count < wanted {
        // The file ends here, where the last line does or within one.
        guard count == 0 else { throw damage(at: spot, isSealed: try isSealed(file, name)) }
        spot = try begin(SegmentHeader.fileName(firstSeq: spot.check.expectedSeq), after: spot)
        return
      }
      if wanted > RecordLine.longest { throw damage(at: spot, isSealed: try isSealed(file, name)) }
      wanted = min(wanted * 2, RecordLine.longest + 1)
    }
  }

  /// Hands out the lines that end in `bytes` and moves the place behind them.
  private static func take(
    _ bytes: UnsafeBufferPointer<UInt8>, at spot: inout HistorySpot, _ next: inout UInt64, through last: UInt64,
    _ body: (RecordLine) -> Void
  ) -> (any: Bool, isBroken: Bool) {
    var start = 0
    while spot.check.expectedSeq <= last, let end = ByteScan.first(ByteScan.lineFeed, in: bytes, from: start) {
      guard let record = spot.check.record(in: bytes.slice(start..<end)) else { return (start > 0, true) }
      spot.check = LineCheck(expectedSeq: record.seq + 1, previous: record.hash)
      spot.offset += end + 1 - start
      start = end + 1
      guard record.seq >= next else { continue }
      next = record.seq + 1
      body(record)
    }
    return (start > 0, false)
  }

  /// The segment called `name`, open; nil if there is none.
  mutating func file(_ name: String) throws(SystemError) -> (any JournalFile)? {
    if let opened, opened.name == name { return opened.file }
    let path = "\(directory)/\(name)"
    guard try fileSystem.status(of: path) != nil else { return nil }
    let file = try fileSystem.open(path, .read)
    opened = (name, file)
    return file
  }

  /// Fills the buffer with `bytes` bytes from `offset`, fewer where the file ends; how many.
  mutating func fill(from file: any JournalFile, at offset: Int, bytes: Int) throws(SystemError) -> Int {
    if buffer.count < bytes { buffer = [UInt8](repeating: 0, count: bytes) }
    return try buffer.withUnsafeMutableBufferPointer { all throws(SystemError) in
      try file.readAll(
        into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(all)[..<bytes]), at: offset)
    }
  }

  mutating func io<R>(
    _ name: String?, _ body: (inout HistoryFiles) throws(SystemError) -> R
  ) throws(JournalError) -> R {
    do throws(SystemError) {
      return try body(&self)
    } catch {
      throw JournalError.from(error, directory: directory, file: name)
    }
  }
}
