import JournalStorage
import RecordFormat
import TestSupport
import Testing

@Suite("History is served in pieces, checked, beside a live writer")
struct HistoryReaderTests {
  let system = SimulatedFileSystem(seed: 11)
  let first = "\(Fixture.directory)/\(firstSegment)"
  let small = {
    var limits = JournalLimits()
    limits.segmentBytes = 1
    return limits
  }()

  private var reader: HistoryReader { HistoryReader(directory: Fixture.directory, fileSystem: system) }

  /// Reads to the head in pieces of `bytes`; the lines.
  private func lines(
    from seq: UInt64, through head: JournalStatus.Head, bytes: Int = 1 << 20
  ) throws(JournalError) -> [String] {
    let reader = reader
    var place = HistoryPlace(from: seq)
    var lines: [String] = []
    while place.next <= head.seq {
      try reader.read(&place, through: head, bytes: bytes) { lines.append(String(decoding: $0.bytes, as: UTF8.self)) }
    }
    return lines
  }

  /// A journal of `count` records of random lengths in groups of random sizes.
  private func write(_ count: Int, _ random: inout SplitMix64, limits: JournalLimits = JournalLimits()) throws
    -> JournalStatus.Head
  {
    var groups: [[Int]] = []
    var left = count
    while left > 0 {
      let size = min(left, Int.random(in: 1...40, using: &random))
      groups.append((0..<size).map { _ in Int.random(in: 0...600, using: &random) })
      left -= size
    }
    return try Fixture.write(groups, to: system, limits: limits).head
  }

  @Test("from anywhere, in pieces of any size, each record comes once, in order, as it is stored")
  func anywhere() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    var limits = JournalLimits()
    limits.segmentBytes = 300_000
    let head = try write(3_000, &random, limits: limits)
    let all = try Fixture.lines(system)
    #expect(all.count == 3_000)
    for _ in 0..<60 {
      let from = UInt64.random(in: 1...3_000, using: &random)
      let piece = [1, 500, 5_000, 70_000, 1 << 20].randomElement(using: &random) ?? 1
      let found = try lines(from: from, through: head, bytes: piece)
      #expect(found == Array(all[Int(from - 1)...]), "seed \(seed), from \(from), piece \(piece)")
    }
    #expect(try lines(from: 0, through: head) == all)
  }

  @Test("nothing behind the durable head is handed out, though it is in the file")
  func head() throws {
    let (writer, _) = try Fixture.claim(system)
    try writer.commit(Fixture.group(from: 1, paddings: [0, 0]))
    let head = writer.head
    try writer.commit(Fixture.group(from: 3, paddings: [0]))
    #expect(try lines(from: 1, through: head).count == 2)
    #expect(try lines(from: 3, through: head).isEmpty)
    #expect(try lines(from: 3, through: writer.head).count == 1)
  }

  @Test("one place goes on as the journal grows and rolls")
  func grows() throws {
    let (writer, _) = try Fixture.claim(system, limits: small)
    let reader = reader
    var place = HistoryPlace(from: 1)
    var seqs: [UInt64] = []
    for round in 0..<20 {
      try writer.commit(Fixture.group(from: writer.head.seq + 1, paddings: Array(repeating: 5, count: round % 3 + 1)))
      while place.next <= writer.head.seq {
        try reader.read(&place, through: writer.head, bytes: 100) { seqs.append($0.seq) }
      }
    }
    #expect(writer.segments == 20)
    #expect(seqs == Array(1...writer.head.seq))
  }

  @Test("filled space behind the records is nothing, and a place in the middle is found beside it")
  func prefilled() throws {
    var limits = JournalLimits()
    limits.prefill = 4 << 20
    let (writer, _) = try Fixture.claim(system, limits: limits)
    for _ in 0..<50 { try writer.commit(Fixture.group(from: writer.head.seq + 1, paddings: [900, 10, 3_000])) }
    for from in [1, 2, 75, 149, 150] as [UInt64] {
      #expect(try lines(from: from, through: writer.head).count == 151 - Int(from))
    }
  }

  @Test("lines longer than a piece come whole")
  func longLines() throws {
    let head = try Fixture.write([[10, 3 << 20, 5], [1 << 20, 0], [0]], to: system).head
    for from in 1...6 as ClosedRange<UInt64> {
      #expect(try lines(from: from, through: head, bytes: 1_000).count == 7 - Int(from))
    }
  }

  @Test("a place in the middle of a segment is found without reading what lies before it")
  func seeksWithoutScanning() throws {
    var random = SplitMix64(seed: 1)
    let head = try write(3_000, &random)
    try flip(line: 10, in: first)
    #expect(try lines(from: 2_900, through: head).count == 101)
    let error = #expect(throws: JournalError.self) { _ = try lines(from: 9, through: head) }
    #expect(error?.line == 10 && error?.damage?.expectedSeq == 9)
  }

  @Test("a changed byte is found where it is, and what stands before it was handed out", arguments: [2, 3, 7, 11])
  func damage(line: Int) throws {
    let head = try Fixture.write([[0, 0, 0], [0, 0, 0], [0, 0, 0, 0]], to: system, limits: small).head
    let segment = line <= 4 ? 1 : line <= 7 ? 4 : 7
    let path = "\(Fixture.directory)/\(SegmentHeader.fileName(firstSeq: UInt64(segment)))"
    let inSegment = line - segment + 1
    try flip(line: inSegment, in: path)
    let reader = reader
    var place = HistoryPlace(from: 1)
    var seqs: [UInt64] = []
    var found: JournalError?
    while place.next <= head.seq, found == nil {
      do throws(JournalError) {
        try reader.read(&place, through: head, bytes: 1) { seqs.append($0.seq) }
      } catch {
        found = error
      }
    }
    let error = try #require(found)
    let bad = UInt64(line - 1)
    #expect(seqs == Array(1..<bad) && place.next == bad)
    #expect(error.damage?.expectedSeq == bad && error.line == inSegment)
    #expect(error.damage?.kind == (segment == 7 ? .changedBytes : .sealedSegment))
    let bytes = try #require(system.contents(of: path))
    #expect(bytes[..<(error.offset ?? 0)].count { $0 == 0x0A } == inSegment - 1)
  }

  @Test("a broken line where a place is looked for does not hide it: the segment is read from its start")
  func damageWhileSeeking() throws {
    var random = SplitMix64(seed: 2)
    let head = try write(2_000, &random)
    var bytes = try #require(system.contents(of: first))
    let starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    bytes.replaceSubrange(starts[500]..<starts[1_900], with: repeatElement(0x78, count: starts[1_900] - starts[500]))
    system.put(bytes, at: first)
    let error = #expect(throws: JournalError.self) { _ = try lines(from: 1_500, through: head) }
    #expect(error?.line == 501 && error?.offset == starts[500])
  }

  @Test("a file that was cut, a segment that is gone, and a directory without any are damage")
  func cutAndGone() throws {
    let head = try Fixture.write([[0, 0], [0, 0], [0]], to: system, limits: small).head
    let second = "\(Fixture.directory)/\(SegmentHeader.fileName(firstSeq: 3))"
    let bytes = try #require(system.contents(of: second))
    for length in [bytes.count - 1, bytes.count / 2, 5, 0] {
      system.put(Array(bytes[..<length]), at: second)
      let error = #expect(throws: JournalError.self) { _ = try lines(from: 1, through: head) }
      #expect(error?.damage?.file == SegmentHeader.fileName(firstSeq: 3), "cut to \(length)")
    }
    try system.remove(second)
    let gone = #expect(throws: JournalError.self) { _ = try lines(from: 1, through: head) }
    #expect(gone?.damage?.expectedSeq == 3 && gone?.file == SegmentHeader.fileName(firstSeq: 5))
    for name in try system.names(in: Fixture.directory) { try system.remove("\(Fixture.directory)/\(name)") }
    #expect(throws: JournalError.self) { _ = try lines(from: 1, through: head) }
  }

  @Test(
    "a missing segment is told as a verification tells it: the header behind it continues nothing",
    arguments: [1, 3, 5] as [UInt64], [1, 2, 3, 4, 6] as [UInt64])
  func missing(first: UInt64, from: UInt64) throws {
    let head = try Fixture.write([[0, 0], [0, 0], [0, 0], [0]], to: system, limits: small).head
    try system.remove("\(Fixture.directory)/\(SegmentHeader.fileName(firstSeq: first))")
    // Who begins in the segment behind it has nothing to do with it.
    if from >= first + 2 {
      #expect(try lines(from: from, through: head).count == 8 - Int(from))
      return
    }
    let reader = reader
    var place = HistoryPlace(from: from)
    var seqs: [UInt64] = []
    let error = #expect(throws: JournalError.self) {
      while place.next <= head.seq { try reader.read(&place, through: head, bytes: 100) { seqs.append($0.seq) } }
    }
    #expect(seqs == Array(from..<max(from, first)))
    let verdict = try JournalVerifier.verify(directory: Fixture.directory, fileSystem: system)
    let damage = try #require(error?.damage)
    #expect(damage.kind == .headerDoesNotFit && damage.place == "\(SegmentHeader.fileName(firstSeq: first + 2)):1:0")
    #expect(damage == verdict.problem?.damage)
  }

  @Test("without the last segment it is that one which is asked for")
  func missingLast() throws {
    let head = try Fixture.write([[0, 0], [0]], to: system, limits: small).head
    let last = SegmentHeader.fileName(firstSeq: 3)
    try system.remove("\(Fixture.directory)/\(last)")
    let error = #expect(throws: JournalError.self) { _ = try lines(from: 1, through: head) }
    #expect(error?.damage?.kind == .header && error?.damage?.place == "\(last):1:0")
  }

  @Test("a segment that goes while it is read is missed at the header behind it, one that was read to its end is not")
  func missingMeanwhile() throws {
    let head = try Fixture.write([[3_000, 3_000], [0, 0], [0]], to: system, limits: small).head
    let whole = try #require(system.contents(of: first))
    for read in 1...2 {
      var place = HistoryPlace(from: 1)
      while place.next <= read { try reader.read(&place, through: head, bytes: 1) { _ in } }
      try system.remove(first)
      if read == 2 {
        try reader.read(&place, through: head, bytes: 1 << 20) { _ in }
        #expect(place.next == 6)
      } else {
        let error = #expect(throws: JournalError.self) {
          try reader.read(&place, through: head, bytes: 1) { _ in }
        }
        #expect(error?.damage?.kind == .headerDoesNotFit && place.next == 2)
        #expect(error?.damage?.place == "\(SegmentHeader.fileName(firstSeq: 3)):1:0")
      }
      system.put(whole, at: first)
    }
  }

  @Test("a segment that was written anew, with a chain of its own, does not lead to the head")
  func rewritten() throws {
    let head = try Fixture.write([[0, 0, 0]], to: system).head
    let other = SimulatedFileSystem(seed: 11)
    try Fixture.write([[0, 1, 0]], to: other)
    system.put(try #require(other.contents(of: first)), at: first)
    let error = #expect(throws: JournalError.self) { _ = try lines(from: 2, through: head) }
    #expect(error?.damage?.expectedSeq == 4 && error?.damage?.expected.contains(head.hash.hex) == true)
  }

  @Test("a head taken over from a segment without records is known by that segment's header")
  func headerIsHead() throws {
    try Fixture.write([[0, 0], [0]], to: system, limits: small)
    let second = "\(Fixture.directory)/\(SegmentHeader.fileName(firstSeq: 3))"
    let bytes = try #require(system.contents(of: second))
    system.put(Array(bytes[...(bytes.firstIndex(of: 0x0A) ?? 0)]), at: second)
    let (writer, _) = try Fixture.claim(system)
    let header = try JournalReader.open(directory: Fixture.directory, fileSystem: system, from: 3)
    #expect(try header.next() == nil)
    #expect(writer.head.seq == 2 && writer.head.hash == header.header?.hash)
    #expect(try lines(from: 1, through: writer.head).count == 2)
  }

  /// Changes a byte in a line's middle; lines are counted from 1.
  private func flip(line: Int, in path: String) throws {
    var bytes = try #require(system.contents(of: path))
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    bytes[(ends[line - 2] + ends[line - 1]) / 2] ^= 1
    system.put(bytes, at: path)
  }
}
