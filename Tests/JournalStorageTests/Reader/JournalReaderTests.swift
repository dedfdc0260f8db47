import JournalStorage
import RecordFormat
import Testing

@Suite("Reading a journal in order")
struct JournalReaderTests {
  let system = SimulatedFileSystem(seed: 5)
  let first = "\(Fixture.directory)/\(firstSegment)"
  let small = {
    var limits = JournalLimits()
    limits.segmentBytes = 1
    return limits
  }()

  private func open(from: UInt64 = 1) throws(JournalError) -> JournalReader {
    try JournalReader.open(directory: Fixture.directory, fileSystem: system, from: from)
  }

  @Test("every record comes once, in order, with its segment, line number and offset")
  func places() throws {
    try Fixture.write([[0, 10], [20], [30, 0]], to: system, limits: small)
    let reader = try open()
    var seqs: [UInt64] = []
    var firsts: [UInt64] = []
    while let line = try reader.next() {
      seqs.append(line.record.seq)
      if line.isFirstOfSegment { firsts.append(line.record.seq) }
      let file = try #require(system.contents(of: "\(Fixture.directory)/\(reader.file)"))
      #expect(Array(file[line.offset..<line.offset + line.bytes.count]) == Array(line.bytes))
      #expect(file[line.offset + line.bytes.count] == 0x0A)
      #expect(file[..<line.offset].count { $0 == 0x0A } == line.line - 1)
    }
    #expect(seqs == [1, 2, 3, 4, 5] && firsts == [1, 3, 4])
    #expect(reader.ending == .whole(unwritten: 0) && reader.headSeq == 5 && reader.lastAt == Fixture.at(5))
    #expect(try reader.next() == nil)
  }

  @Test("reading may begin at any seq, and one behind the head reads nothing", arguments: 1...7)
  func from(seq: UInt64) throws {
    try Fixture.write([[0, 10], [20], [30, 0]], to: system, limits: small)
    #expect(try Fixture.lines(system, from: seq).count == max(0, 6 - Int(seq)))
  }

  @Test("the header in force says which version of the domain wrote a record")
  func headerChanges() throws {
    try Fixture.write([[0]], to: system)
    let (writer, _) = try Fixture.claim(system, version: 3)
    try writer.commit(Fixture.group(from: 2, paddings: [0]))
    let reader = try open()
    var versions: [Int] = []
    while try reader.next() != nil { versions.append(reader.header?.domainVersion ?? 0) }
    #expect(versions == [1, 3])
  }

  @Test("lines longer than what is read at once come whole")
  func longLines() throws {
    try Fixture.write([[10, 3 << 20, 5], [1 << 20, (1 << 20) + 1], [0]], to: system)
    let lengths = try Fixture.lines(system).map(\.utf8.count)
    #expect(lengths.count == 6 && lengths[1] > 3 << 20)
  }

  @Test("beside a live writer a torn end is work in progress; without one it is torn")
  func inProgress() throws {
    let (writer, _) = try Fixture.claim(system)
    try writer.commit(Fixture.group(from: 1, paddings: [0]))
    system.put((system.contents(of: first) ?? []) + Array(#"{"seq":2,"#.utf8), at: first)
    for isLive in [true, false] {
      let verdict = try JournalVerifier.verify(directory: Fixture.directory, fileSystem: system)
      #expect(verdict.isInProgress == isLive && verdict.isFine == isLive && verdict.headSeq == 1)
      #expect(verdict.ending == .torn(line: 3, offset: writer.bytes, length: 9))
      if isLive { system.kill() }
    }
  }

  @Test("what a writer adds while it is read is read too, as far as it stands")
  func followsGrowth() throws {
    let (writer, _) = try Fixture.claim(system)
    try writer.commit(Fixture.group(from: 1, paddings: [0]))
    let reader = try open()
    #expect(try reader.next()?.record.seq == 1)
    try writer.commit(Fixture.group(from: 2, paddings: [0, 0]))
    #expect(try reader.next()?.record.seq == 2)
    #expect(try reader.next()?.record.seq == 3)
    #expect(try reader.next() == nil)
  }

  @Test("damage is thrown at its place, and again when asked again; records before it were handed out")
  func damage() throws {
    try Fixture.write([[0], [0], [0]], to: system)
    var bytes = try #require(system.contents(of: first))
    bytes[bytes.indices.filter { bytes[$0] == 0x0A }[1] + 40] ^= 2
    system.put(bytes, at: first)
    let reader = try open()
    #expect(try reader.next()?.record.seq == 1)
    let error = #expect(throws: JournalError.self) { _ = try reader.next() }
    #expect(error?.damage?.expectedSeq == 2 && error?.line == 3)
    let again = #expect(throws: JournalError.self) { _ = try reader.next() }
    #expect(again == error)
  }

  @Test("no directory, an empty one, a file: there is no journal")
  func notFound() throws {
    #expect(throws: JournalError(.notFound, directory: Fixture.directory)) { _ = try open() }
    try system.makeDirectory(Fixture.directory)
    #expect(throws: JournalError(.notFound, directory: Fixture.directory)) { _ = try open() }
    system.put([1], at: "/file")
    #expect(throws: JournalError(.notFound, directory: "/file")) {
      _ = try JournalReader.open(directory: "/file", fileSystem: system)
    }
  }

  @Test("anchors hold, differ, or lie beyond the head")
  func anchors() throws {
    let status = try Fixture.write([[0], [0]], to: system)
    let verdict = try JournalVerifier.verify(
      directory: Fixture.directory, fileSystem: system,
      anchors: [
        .init(seq: 2, hash: status.head.hash), .init(seq: 1, hash: status.head.hash),
        .init(seq: 9, hash: status.head.hash),
      ])
    let found = try #require(try open().next()).record.hash
    #expect(verdict.anchors == [.holds, .differs(found: found), .beyondHead] && !verdict.isFine)
  }
}
