import RecordFormat
import SystemCalls

extension HistoryFiles {
  /// The place of record `seq`, or one before it in the same segment.
  ///
  /// Within a segment it is looked for by halving, and the chain taken up from the hash that the line before it tells.
  /// Where that leads nowhere the segment is read from its start, which finds what is wrong at its place.
  mutating func find(_ seq: UInt64) throws(JournalError) -> HistorySpot {
    // Where none begins so early the first is missing.
    guard let first = try firstSeqs().filter({ $0 <= seq }).max() else {
      return try begin(behind: SegmentHeader.fileName(firstSeq: 1), after: nil)
    }
    let start = try begin(SegmentHeader.fileName(firstSeq: first), after: nil)
    guard seq > first else { return start }
    return try io(start.file) { files throws(SystemError) in try files.spot(of: seq, after: start) } ?? start
  }

  /// A stretch this short is read line by line.
  private static var stretchBytes: Int { 64 << 10 }

  private mutating func spot(of seq: UInt64, after start: HistorySpot) throws(SystemError) -> HistorySpot? {
    guard let file = try file(start.file) else { return nil }
    let wanted = seq - 1
    // At `low` begins a line whose seq is not beyond the wanted one; no such line is known to begin behind `high`.
    var low = start.offset
    var high = try file.status().size
    while high - low > Self.stretchBytes {
      let middle = low + (high - low) / 2
      if let line = try firstLine(in: file, behind: middle, before: high), line.seq <= wanted {
        low = line.offset
      } else {
        high = middle
      }
    }
    return try lineEnd(of: wanted, in: file, from: low).map { end in
      HistorySpot(
        header: start.header, offset: end.offset, check: LineCheck(expectedSeq: seq, previous: end.hash))
    }
  }

  /// The first line that begins behind `offset` and before `limit`, as far as it tells its seq.
  private mutating func firstLine(
    in file: any JournalFile, behind offset: Int, before limit: Int
  ) throws(SystemError) -> (offset: Int, seq: UInt64)? {
    var wanted = 4 << 10
    while true {
      let count = try fill(from: file, at: offset, bytes: wanted)
      let found = buffer.withUnsafeBufferPointer { bytes -> (start: Int, seq: UInt64?)? in
        let view = bytes.slice(0..<count)
        guard let end = ByteScan.first(ByteScan.lineFeed, in: view, from: 0) else { return nil }
        return (end + 1, view.slice(end + 1..<count).leadingSeq)
      }
      if let found, found.start + offset >= limit { return nil }
      if let found, let seq = found.seq { return (offset + found.start, seq) }
      // What could not be read may go on behind what was read.
      let isCut = found.map { count - $0.start < UnsafeBufferPointer<UInt8>.leadingSeqBytes } ?? true
      guard isCut, count == wanted, wanted <= RecordLine.longest else { return nil }
      wanted = min(wanted * 4, RecordLine.longest + 4_096)
    }
  }

  /// Where the line of record `seq` ends, and the hash that it tells; lines from `start` on are looked at.
  private mutating func lineEnd(
    of seq: UInt64, in file: any JournalFile, from start: Int
  ) throws(SystemError) -> (offset: Int, hash: RecordHash)? {
    var offset = start
    var wanted = 2 * Self.stretchBytes
    while true {
      let count = try fill(from: file, at: offset, bytes: wanted)
      var used = 0
      let hash = buffer.withUnsafeBufferPointer { Self.pass(seq, in: $0.slice(0..<count), &used) }
      if let hash { return hash.map { (offset + used, $0) } }
      if used == 0 {
        guard count == wanted, wanted <= RecordLine.longest else { return nil }
        wanted = min(wanted * 2, RecordLine.longest + 1)
      }
      offset += used
    }
  }

  /// Passes lines up to that of record `seq`; an inner nil means that it is not there, an outer one that it is not
  /// among these bytes.
  private static func pass(_ seq: UInt64, in bytes: UnsafeBufferPointer<UInt8>, _ used: inout Int) -> RecordHash?? {
    while let end = ByteScan.first(ByteScan.lineFeed, in: bytes, from: used) {
      let line = bytes.slice(used..<end)
      guard let found = line.leadingSeq, found <= seq else { return .some(nil) }
      used = end + 1
      if found == seq { return .some(LineSuffix.hash(of: line)) }
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The most bytes that tell a record's seq.
  fileprivate static var leadingSeqBytes: Int { 28 }

  /// The seq that a record's line begins with; nil where it does not, or not all of it is there.
  fileprivate var leadingSeq: UInt64? {
    let key: StaticString = #"{"seq":"#
    let length = key.utf8CodeUnitCount
    guard count > length, (0..<length).allSatisfy({ self[$0] == key.utf8Start[$0] }) else { return nil }
    var value: UInt64 = 0
    for byte in self[length...].prefix(Self.leadingSeqBytes - length) {
      if byte == UInt8(ascii: ",") { return value > 0 ? value : nil }
      guard (0x30...0x39).contains(byte), value < UInt64.max / 10 else { return nil }
      value = value * 10 + UInt64(byte - 0x30)
    }
    return nil
  }
}
