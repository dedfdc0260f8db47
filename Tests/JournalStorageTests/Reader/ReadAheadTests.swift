import JournalStorage
import Testing

@Suite("Reading ahead on another thread")
struct ReadAheadTests {
  let system = SimulatedFileSystem(seed: 6)

  private func reader() throws(JournalError) -> JournalReader {
    try JournalReader.open(directory: Fixture.directory, fileSystem: system)
  }

  /// What both kinds of reader tell of a line.
  private struct Seen: Equatable {
    let bytes: [UInt8]
    let seq: UInt64
    let type: String
    let place: String
    let isFirst: Bool

    init(_ line: JournalLine, _ file: String, _ header: String?) {
      bytes = Array(line.bytes)
      seq = line.record.seq
      type = line.record.type
      place = "\(file):\(line.line):\(line.offset) of \(header ?? "nothing")"
      isFirst = line.isFirstOfSegment
    }
  }

  @Test("hands out what the reader would: every line once, in order, over segments and batches, long lines whole")
  func sameLines() throws {
    var limits = JournalLimits()
    limits.segmentBytes = 300_000
    let paddings = (0..<40).map { group in (0..<20).map { $0 * group * 7 } }
    try Fixture.write(paddings + [[10, 1 << 20, 0], [0]], to: system, limits: limits)
    let plain = try reader()
    let ahead = ReadAhead(try reader())
    var files: Set<String> = []
    while let line = try plain.next() {
      let other = try #require(try ahead.next())
      #expect(Seen(other, ahead.file, ahead.header?.at.rfc3339) == Seen(line, plain.file, plain.header?.at.rfc3339))
      files.insert(ahead.file)
    }
    #expect(files.count > 3)
    #expect(try ahead.next() == nil)
    #expect(try ahead.next() == nil)
    #expect(ahead.bytesRead == plain.bytesRead)
  }

  @Test("damage is thrown at its place, and again when asked again; records before it were handed out")
  func damage() throws {
    try Fixture.write([[0], [0], [0]], to: system)
    let path = "\(Fixture.directory)/\(firstSegment)"
    var bytes = try #require(system.contents(of: path))
    bytes[bytes.indices.filter { bytes[$0] == 0x0A }[1] + 40] ^= 2
    system.put(bytes, at: path)
    let ahead = ReadAhead(try reader())
    #expect(try ahead.next()?.record.seq == 1)
    let error = #expect(throws: JournalError.self) { _ = try ahead.next() }
    #expect(error?.damage?.expectedSeq == 2 && error?.line == 3)
    let again = #expect(throws: JournalError.self) { _ = try ahead.next() }
    #expect(again == error)
  }

  @Test("one that is given up in the middle ends its thread")
  func givenUp() throws {
    try Fixture.write((0..<30).map { _ in (0..<20).map { _ in 3_000 } }, to: system)
    for taken in [0, 1, 90, 200] {
      let ahead = ReadAhead(try reader())
      for seq in 0..<taken { #expect(try ahead.next()?.record.seq == UInt64(seq + 1)) }
    }
  }
}
