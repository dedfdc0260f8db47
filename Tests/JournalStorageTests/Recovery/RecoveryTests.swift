import CanonicalJSON
import JournalStorage
import RecordFormat
import Testing

@Suite("Recovery: what a claim finds, does and leaves alone")
struct RecoveryTests {
  let system = SimulatedFileSystem(seed: 7)
  let first = "\(Fixture.directory)/\(firstSegment)"

  private func append(_ bytes: [UInt8], to path: String) throws {
    system.put(try #require(system.contents(of: path)) + bytes, at: path)
  }

  private func edit(_ path: String, _ change: (inout [UInt8]) -> Void) throws {
    var bytes = try #require(system.contents(of: path))
    change(&bytes)
    system.put(bytes, at: path)
  }

  @Test("an empty place becomes a journal: directory 0700, segment 0600, a header and nothing else")
  func new() throws {
    let (writer, report) = try Fixture.claim(system)
    #expect(report.isNew && report.wasClosed && report.headSeq == 0 && report.cut == nil)
    #expect(try system.status(of: Fixture.directory)?.permissions == 0o700)
    #expect(try system.status(of: first)?.permissions == 0o600)
    #expect(try system.names(in: Fixture.directory) == [firstSegment])
    #expect(
      writer.head.hash.hex == String(decoding: try #require(system.contents(of: first)), as: UTF8.self).hashOfLine)
  }

  @Test("a missing journal is not made unless asked for")
  func notCreated() throws {
    #expect(throws: JournalError(.notFound, directory: Fixture.directory)) {
      try Fixture.claim(system, create: false)
    }
    #expect(try system.status(of: Fixture.directory) == nil)
  }

  @Test("after a clean stop everything is there and said to be closed")
  func cleanStop() throws {
    let status = try Fixture.write([[0], [5, 5]], to: system, close: true)
    let (writer, report) = try Fixture.claim(system)
    #expect(report.wasClosed && report.headSeq == 4 && report.cut == nil)
    #expect(writer.head == status.head)
    #expect(writer.head.at == Fixture.at(4))
    #expect(writer.journalID == status.journalID)
  }

  @Test("a torn last line is cut and kept aside, earlier lines survive")
  func tornTail() throws {
    let status = try Fixture.write([[0], [5]], to: system)
    let torn = Fixture.body(seq: 3, batch: 3)
    try append(torn + [0, 0, 0], to: first)
    let (writer, report) = try Fixture.claim(system)
    #expect(writer.head == status.head)
    #expect(!report.wasClosed)
    let cut = try #require(report.cut)
    #expect(cut.offset == status.bytes && cut.length == torn.count && cut.line == 4)
    #expect(cut.aside == "aside/00000000000000000001.\(status.bytes)")
    #expect(system.contents(of: "\(Fixture.directory)/\(cut.aside)") == torn)
    #expect(try system.status(of: "\(Fixture.directory)/aside")?.permissions == 0o700)
    #expect(try system.status(of: first)?.size == status.bytes)
    try writer.commit(Fixture.group(from: 3, paddings: [1]))
    #expect(try Fixture.lines(system).count == 3)
  }

  @Test("whole lines of the group that follow a hole are cut with it")
  func holeInLastGroup() throws {
    try Fixture.write([[0], [600, 600, 0]], to: system)
    let bytes = try #require(system.contents(of: first))
    let hole = (bytes.count / 2) / 512 * 512
    try edit(first) { bytes in for index in hole..<hole + 512 { bytes[index] = 0 } }
    let (writer, report) = try Fixture.claim(system)
    #expect(report.cut != nil && (1...2).contains(writer.head.seq))
    #expect(report.rewritten?.upperBound == writer.head.seq)
  }

  @Test("bytes kept aside twice at one place get two files")
  func asideTwice() throws {
    try Fixture.write([[0]], to: system)
    for _ in 0..<2 {
      try append(Array("torn".utf8), to: first)
      _ = try Fixture.claim(system)
    }
    #expect(try system.names(in: "\(Fixture.directory)/aside").count == 2)
  }

  @Test("unwritten space is not a torn write, and goes")
  func unwritten() throws {
    let status = try Fixture.write([[0]], to: system)
    try append([0x0A, 0x0A, 0, 0, 0], to: first)
    let (_, report) = try Fixture.claim(system)
    #expect(report.unwritten == 5 && report.cut == nil)
    #expect(try system.status(of: first)?.size == status.bytes)
    #expect(try system.status(of: "\(Fixture.directory)/aside") == nil)
  }

  @Test("the last group is written again, so that what a failed sync forgot reaches the medium")
  func rewritesLastGroup() throws {
    let (writer, _) = try Fixture.claim(system)
    try writer.commit(Fixture.group(from: 1, paddings: [100]))
    system.arm([SimulatedFault(call: 1, .fail(5))])
    #expect(throws: JournalError.self) { try writer.commit(Fixture.group(from: 2, paddings: [700, 700, 700])) }
    system.kill()
    // The kernel still shows the group whole, as a clean page, though it never reached the medium.
    #expect(try Fixture.lines(system).count == 4)
    let (again, report) = try Fixture.claim(system)
    #expect(again.head.seq == 4 && report.rewritten == 2...4)
    try again.commit(Fixture.group(from: 5, paddings: [0]))
    system.restart()
    #expect(try Fixture.lines(system).count == 5)
  }

  @Test("damage is refused: no byte changes, and the error says what, where and what to do")
  func damage() throws {
    let status = try Fixture.write([[0], [0], [0]], to: system)
    try append(Array("torn".utf8), to: first)
    try edit(first) { bytes in bytes[bytes.indices.filter { bytes[$0] == 0x0A }[1] + 30] ^= 1 }
    let error = try Fixture.expectRefusal(system)
    let damage = try #require(error.damage)
    #expect(damage.kind == .syncedRecord && damage.expectedSeq == 2 && damage.wasAcknowledged && damage.line == 3)
    #expect(error.daemonExitCode == 4 && error.toolExitCode == 4)
    #expect(error.description.contains("\(first):3:\(damage.offset ?? -1): "))
    #expect(error.description.contains("actionlog verify \(Fixture.directory)"))
    #expect(error.description.contains("had been acknowledged"))
    #expect(status.head.seq == 3)
  }

  @Test("a torn tail is not cut while an earlier segment is damaged; the damage is what is named")
  func damageBeforeTornTail() throws {
    var limits = JournalLimits()
    limits.segmentBytes = 700
    try Fixture.write([[0], [0], [0], [0], [0]], to: system, limits: limits)
    let names = try system.names(in: Fixture.directory)
    #expect(names.count > 2)
    try append(Array("torn".utf8), to: "\(Fixture.directory)/\(names[names.count - 1])")
    try edit("\(Fixture.directory)/\(names[1])") { $0[$0.count - 100] ^= 4 }
    let error = try Fixture.expectRefusal(system)
    #expect(error.damage?.kind == .sealedSegment && error.file == names[1])
  }

  @Test("a left-over header in the making is removed and noted; foreign names stay and are noted")
  func leftOvers() throws {
    try Fixture.write([[0]], to: system)
    system.put([1, 2], at: "\(Fixture.directory)/00000000000000000002.jsonl.tmp")
    system.put([3], at: "\(Fixture.directory)/notes.txt")
    let (_, report) = try Fixture.claim(system)
    #expect(report.removed == ["00000000000000000002.jsonl.tmp"] && report.foreign == ["notes.txt"])
    #expect(try system.names(in: Fixture.directory) == [firstSegment, "notes.txt"])
  }

  @Test("something else than a file with the name of a segment is damage, wherever it stands; nothing is touched")
  func usurped() throws {
    try Fixture.write([[0]], to: system)
    let before = system.contents(of: first)
    for seq in [UInt64(0), 3, 99] {
      let name = SegmentHeader.fileName(firstSeq: seq)
      try system.makeDirectory("\(Fixture.directory)/\(name)")
      let error = try Fixture.expectRefusal(system)
      #expect(error.damage?.kind == .notAFile && error.file == name)
      let verdict = try JournalVerifier.verify(directory: Fixture.directory, fileSystem: system)
      #expect(verdict.problem?.damage?.kind == .notAFile)
      #expect(try system.names(in: Fixture.directory).sorted() == [firstSegment, name].sorted())
      #expect(system.contents(of: first) == before)
      try system.remove("\(Fixture.directory)/\(name)")
    }
    let (_, report) = try Fixture.claim(system)
    #expect(report.headSeq == 1)
  }

  @Test("a last segment that is sealed is not rewritten: the first act is the roll")
  func sealedLast() throws {
    let status = try Fixture.write([[0], [0]], to: system)
    try system.open(first, .readWrite).setPermissions(0o400)
    let before = system.contents(of: first)
    let (writer, report) = try Fixture.claim(system)
    #expect(report.rewritten == nil && writer.segments == 1 && writer.bytes == status.bytes)
    let committed = try writer.commit(Fixture.group(from: 3, paddings: [0]))
    #expect(committed.rolled && committed.file == "00000000000000000003.jsonl" && writer.segments == 2)
    #expect(system.contents(of: first) == before)
    #expect(try Fixture.lines(system).count == 3)
  }

  @Test("a sealed segment may not be torn, nor hold unwritten space", arguments: [[0x0A], Array("torn".utf8)])
  func sealedMustStand(tail: [UInt8]) throws {
    try Fixture.write([[0]], to: system)
    try append(tail, to: first)
    try system.open(first, .readWrite).setPermissions(0o400)
    #expect(try Fixture.expectRefusal(system).damage?.kind == .sealedSegment)
  }

  @Test("a last segment that holds only a header is normal")
  func headerOnly() throws {
    var limits = JournalLimits()
    limits.segmentBytes = 1
    try Fixture.write([[0], [0]], to: system, limits: limits, close: true)
    system.put([], at: "\(Fixture.directory)/x")
    // The segment of the last record loses it: what is left is a header, as after a crash right behind the roll.
    let last = "\(Fixture.directory)/00000000000000000003.jsonl"
    try edit(last) { bytes in bytes.removeLast(bytes.count - 1 - (bytes.firstIndex(of: 0x0A) ?? 0)) }
    let (writer, report) = try Fixture.claim(system)
    #expect(writer.head.seq == 2 && writer.head.at == Fixture.at(2) && report.rewritten == nil && !report.wasClosed)
    try writer.commit(Fixture.group(from: 3, paddings: [0]))
    #expect(try Fixture.lines(system).count == 3)
  }

  @Test("snapshots or kept bytes without any segment are damage")
  func remainsWithoutSegments() throws {
    try system.makeDirectory(Fixture.directory)
    try system.makeDirectory("\(Fixture.directory)/snapshots")
    #expect(try JournalListing.list(Fixture.directory, system)?.holdsRemains == false)
    system.put([1], at: "\(Fixture.directory)/snapshots/00000000000000000007.jsonl")
    #expect(try Fixture.expectRefusal(system).damage?.kind == .noSegments)
    let verdict = try JournalVerifier.verify(directory: Fixture.directory, fileSystem: system)
    #expect(verdict.problem?.damage?.kind == .noSegments && !verdict.isFine)
  }

  @Test("on a read-only file system nothing changes, the group in doubt is not served, and writing begins when it can")
  func readOnly() throws {
    try Fixture.write([[0], [0, 0]], to: system)
    try append(Array("torn".utf8), to: first)
    let before = try Fixture.files(system)
    system.setReadOnly(true)
    let (writer, report) = try Fixture.claim(system)
    #expect(report.isReadOnly && report.headSeq == 3 && report.servesThrough == 1 && report.cut == nil)
    #expect(!writer.reserve(atLeast: 10) && writer.status.isReadOnly)
    #expect(try writer.claimAgain() == nil)
    #expect(try Fixture.files(system) == before)
    system.setReadOnly(false)
    let recovered = try #require(try writer.claimAgain())
    #expect(recovered.cut != nil && recovered.servesThrough == 3 && !writer.status.isReadOnly)
    try writer.commit(Fixture.group(from: 4, paddings: [0]))
    #expect(try Fixture.lines(system).count == 4)
  }

  @Test("on a read-only file system a cleanly stopped journal is served whole")
  func readOnlyAfterCleanStop() throws {
    try Fixture.write([[0], [0, 0]], to: system, close: true)
    system.setReadOnly(true)
    let (_, report) = try Fixture.claim(system)
    #expect(report.isReadOnly && report.wasClosed && report.servesThrough == 4)
  }

  @Test("a start without any room writes the last group again all the same")
  func noRoom() throws {
    try Fixture.write([[0], [50]], to: system)
    system.setCapacity(0)
    let (writer, report) = try Fixture.claim(system)
    #expect(report.rewritten == 2...2)
    #expect(!writer.reserve(atLeast: 1000))
    system.setCapacity(1 << 30)
    #expect(writer.reserve(atLeast: 1000) && writer.roomBytes >= 1000)
  }

  @Test("earlier segments whose permission bits a power cut took back are sealed again")
  func reseals() throws {
    var limits = JournalLimits()
    limits.segmentBytes = 1
    try Fixture.write([[0], [0]], to: system, limits: limits)
    try system.open(first, .readWrite).setPermissions(0o600)
    let (_, report) = try Fixture.claim(system)
    #expect(report.resealed == [firstSegment])
    #expect(try system.status(of: first)?.permissions == 0o400)
  }
}

extension String {
  /// The 64 digits at the end of a line.
  fileprivate var hashOfLine: String { String(dropLast(3).suffix(64)) }
}
