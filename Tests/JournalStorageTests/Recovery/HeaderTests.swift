import JournalStorage
import RecordFormat
import Testing

@Suite("Headers: another domain, a newer format or version, segments that do not belong together")
struct HeaderTests {
  let system = SimulatedFileSystem(seed: 3)
  let first = "\(Fixture.directory)/\(firstSegment)"
  let small = {
    var limits = JournalLimits()
    limits.segmentBytes = 1
    return limits
  }()

  /// Puts another text into the first header, sealed anew, or with the old hash.
  private func changeHeader(_ old: String, to new: String, sealed: Bool) throws {
    let bytes = try #require(system.contents(of: first))
    let end = try #require(bytes.firstIndex(of: 0x0A))
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    #expect(text.contains(old))
    var line = Array(text.replacing(old, with: new).utf8)
    if sealed {
      line.removeLast(HashChain.suffixLength)
      let journal = text.split(separator: "\"")[3]
      _ = HashChain.seal(into: &line, bodyStart: 0, previous: HashChain.firstPrevious(journal: String(journal)))
    } else {
      line.append(0x0A)
    }
    system.put(line, at: first)
  }

  @Test("a journal of another domain is refused with both names")
  func otherDomain() throws {
    try Fixture.write([[0]], to: system)
    let error = try Fixture.expectRefusal(system, domain: "feed")
    #expect(error.kind == .otherDomain(found: "notes", expected: "feed") && error.daemonExitCode == 2)
  }

  @Test("a journal of a newer format or a newer version of the domain is refused with both numbers")
  func newer() throws {
    try Fixture.write([], to: system)
    try changeHeader(#""domainVersion":1"#, to: #""domainVersion":9"#, sealed: true)
    let version = try Fixture.expectRefusal(system, version: 8)
    #expect(version.kind == .newerDomainVersion(found: 9, known: 8) && version.daemonExitCode == 2)
    try changeHeader(#""format":1"#, to: #""format":2"#, sealed: true)
    let format = try Fixture.expectRefusal(system)
    #expect(format.kind == .newerFormat(found: 2, known: 1) && format.daemonExitCode == 2)
    #expect(try JournalVerifier.verify(directory: Fixture.directory, fileSystem: system).problem == format)
  }

  @Test(
    "a header whose hash does not stand is damage, whatever it says",
    arguments: [(#""format":1"#, #""format":2"#), (#""domain":"notes""#, #""domain":"other""#)])
  func brokenHeader(old: String, new: String) throws {
    try Fixture.write([], to: system)
    try changeHeader(old, to: new, sealed: false)
    let error = try Fixture.expectRefusal(system)
    #expect(error.damage?.kind == .header && error.daemonExitCode == 4)
  }

  @Test("a newer version of the domain begins a new segment, also over one that holds only a header")
  func rollsForNewVersion() throws {
    try Fixture.write([[0]], to: system)
    let (writer, report) = try Fixture.claim(system, version: 2)
    #expect(report.lastDomainVersion == 1)
    #expect(try writer.commit(Fixture.group(from: 2, paddings: [0])).file == "00000000000000000002.jsonl")
    writer.close()
    let (again, second) = try Fixture.claim(system, version: 2)
    #expect(second.lastDomainVersion == 2 && again.segments == 2)
    #expect(try !again.commit(Fixture.group(from: 3, paddings: [0])).rolled)
  }

  @Test("over a segment that holds only a header, a newer version replaces the header")
  func replacesLoneHeader() throws {
    try Fixture.write([], to: system)
    let (writer, _) = try Fixture.claim(system, version: 2)
    try writer.commit(Fixture.group(from: 1, paddings: [0]))
    #expect(writer.segments == 1)
    #expect(try system.names(in: Fixture.directory) == [firstSegment])
    let verdict = try JournalVerifier.verify(directory: Fixture.directory, fileSystem: system)
    #expect(verdict.isFine && verdict.headSeq == 1 && verdict.bytes == writer.bytes)
  }

  @Test("a missing segment is damage at the header behind the gap", arguments: [0, 1])
  func missing(index: Int) throws {
    try Fixture.write([[0], [0], [0]], to: system, limits: small)
    let names = try system.names(in: Fixture.directory)
    #expect(names.count == 3)
    try system.remove("\(Fixture.directory)/\(names[index])")
    let error = try Fixture.expectRefusal(system)
    #expect(error.damage?.kind == .headerDoesNotFit && error.file == names[index + 1] && error.offset == 0)
  }

  @Test("an extra segment is damage")
  func extra() throws {
    try Fixture.write([[0], [0], [0]], to: system, limits: small)
    let copy = try #require(system.contents(of: "\(Fixture.directory)/00000000000000000002.jsonl"))
    system.put(copy, at: "\(Fixture.directory)/00000000000000000009.jsonl", permissions: 0o400)
    let error = try Fixture.expectRefusal(system)
    #expect(error.damage?.kind == .headerDoesNotFit && error.file == "00000000000000000009.jsonl")
  }

  @Test("a segment of another journal is damage")
  func foreignSegment() throws {
    try Fixture.write([[0], [0]], to: system, limits: small)
    let other = SimulatedFileSystem(seed: 4)
    try Fixture.write([[0], [0]], to: other, limits: small)
    let name = "\(Fixture.directory)/00000000000000000002.jsonl"
    system.put(try #require(other.contents(of: name)), at: name)
    #expect(try Fixture.expectRefusal(system).damage?.kind == .headerDoesNotFit)
  }

  @Test("an empty segment is damage, as a segment has a header from its first moment")
  func empty() throws {
    try Fixture.write([[0]], to: system)
    system.put([], at: "\(Fixture.directory)/00000000000000000002.jsonl")
    let error = try Fixture.expectRefusal(system)
    #expect(error.damage?.kind == .header && error.file == "00000000000000000002.jsonl")
  }
}
