import Foundation
import JournalStorage
import RecordFormat
import SystemCalls
import Testing

@Suite("On the machine's own file system")
struct RealFileSystemTests {
  let place: TemporaryDirectory
  let system = RealFileSystem()
  let small = {
    var limits = JournalLimits()
    limits.segmentBytes = 2000
    limits.reserveStep = 1 << 16
    return limits
  }()

  init() throws { place = try TemporaryDirectory() }

  private func permissions(_ path: String) throws -> UInt32? { try system.status(of: path)?.permissions }

  private func write(_ groups: [[Int]], close: Bool = false) throws -> JournalStatus {
    try Fixture.write(groups, to: system, directory: place.journal, limits: small, close: close)
  }

  @Test("a journal is written, rolled, sealed, closed and read again")
  func roundTrip() throws {
    let status = try write([[100], [900, 5], [900], [0]], close: true)
    #expect(status.segments > 1)
    let names = try system.names(in: place.journal).sorted()
    #expect(names.count == status.segments && names.allSatisfy { $0.hasSuffix(".jsonl") })
    #expect(try permissions(place.journal) == 0o700)
    for name in names.dropLast() { #expect(try permissions("\(place.journal)/\(name)") == 0o400) }
    #expect(try permissions("\(place.journal)/\(names[names.count - 1])") == 0o600)
    let verdict = try JournalVerifier.verify(directory: place.journal)
    #expect(verdict.isFine && !verdict.isInProgress && verdict.headSeq == 6 && verdict.headHash == status.head.hash)
    #expect(verdict.bytes == status.bytes)
    let (writer, report) = try Fixture.claim(system, directory: place.journal)
    #expect(report.wasClosed && writer.head == status.head)
  }

  @Test("reserved room takes blocks and no size; a close gives them back", arguments: [true, false])
  func room(reservesBlocks: Bool) throws {
    let system = RealFileSystem(reservesBlocks: reservesBlocks)
    let (writer, _) = try Fixture.claim(system, directory: place.journal)
    let path = "\(place.journal)/\(firstSegment)"
    #expect(writer.reserve(atLeast: 1 << 20) && writer.roomBytes >= 1 << 20)
    #expect(try FileSystem.status(path).size == writer.bytes)
    try writer.commit(Fixture.group(from: 1, paddings: [5000]))
    #expect(try FileSystem.status(path).size == writer.bytes)
    writer.close()
    #expect(try FileSystem.status(path).allocated < 1 << 20)
  }

  @Test("the lock is on the directory: a second claim is refused, a tool sees that a writer is there")
  func lock() throws {
    let (writer, _) = try Fixture.claim(system, directory: place.journal)
    try writer.commit(Fixture.group(from: 1, paddings: [0]))
    #expect(throws: JournalError(.locked, directory: place.journal)) {
      try Fixture.claim(system, directory: place.journal)
    }
    #expect(try JournalVerifier.verify(directory: place.journal).isInProgress)
    writer.close()
    #expect(try !JournalVerifier.verify(directory: place.journal).isInProgress)
  }

  @Test("a reader beside a writer that rolls sees a prefix, whole and in order, each time")
  func besideALiveWriter() throws {
    var limits = small
    limits.segmentBytes = 60_000
    limits.prefill = 8000
    let (writer, _) = try Fixture.claim(system, directory: place.journal, limits: limits)
    try writer.commit(Fixture.group(from: 1, paddings: [0]))
    let thread = try SystemCalls.Thread(name: "writer") {
      do throws(JournalError) {
        for seq in UInt64(1)..<150 { try writer.commit(Fixture.group(from: seq * 2, paddings: [0, 1200])) }
      } catch {
        Issue.record("\(error)")
      }
    }
    var last: UInt64 = 0
    while last < 299 {
      let verdict = try JournalVerifier.verify(directory: place.journal)
      #expect(verdict.isFine, "\(String(describing: verdict.problem))")
      guard verdict.isFine, verdict.headSeq >= last else { break }
      last = verdict.headSeq
    }
    thread.join()
    #expect(last == 299 && writer.segments > 1)
  }

  @Test("the outside verifier agrees on whole, live, torn and damaged directories, and exits accordingly", .needsPython)
  func outsideVerifier() throws {
    let status = try write([[100], [900, 5], [900], [0]])
    let names = try system.names(in: place.journal).sorted()
    let last = "\(place.journal)/\(names[names.count - 1])"
    try expectAgreement("whole", exit: 0)

    try append("{\"seq\":", to: last)
    try expectAgreement("torn", exit: 1)
    let lock = try system.open(place.journal, .directory)
    #expect(try lock.lock(exclusive: true))
    try expectAgreement("torn", exit: 0)
    try lock.unlock()

    let (writer, report) = try Fixture.claim(system, directory: place.journal)
    #expect(report.cut != nil && writer.head == status.head)
    writer.close()
    try expectAgreement("whole", exit: 0)

    try append("\n\n", to: last)
    try expectAgreement("whole", exit: 0)

    let sealed = "\(place.journal)/\(names[0])"
    var bytes = Array(try Data(contentsOf: URL(filePath: sealed)))
    bytes[bytes.count - 200] ^= 1
    try FileSystem.setPermissions(sealed, 0o600)
    try Data(bytes).write(to: URL(filePath: sealed))
    try expectAgreement("damage", exit: 1)

    try FileSystem.remove(sealed)
    try expectAgreement("damage", exit: 1)
  }

  @Test("the outside verifier judges domain, version and remains as we do", .needsPython)
  func outsideVerifierOnHeaders() throws {
    _ = try write([[0]])
    let requests = [
      PythonVerifier.Request(directory: place.journal, domain: "notes", domainVersion: 1),
      PythonVerifier.Request(directory: place.journal, domain: "feed", domainVersion: 1),
      PythonVerifier.Request(directory: place.journal, domain: "notes", domainVersion: 0),
    ]
    let theirs = try PythonVerifier.verdicts(requests)
    for (request, verdict) in zip(requests, theirs) {
      let ours = try JournalVerifier.verify(
        directory: place.journal, domain: request.domain, domainVersion: request.domainVersion)
      #expect(PythonVerifier.Verdict(ours) == verdict)
    }
    #expect(theirs.map(\.verdict) == ["whole", "otherDomain", "newerDomainVersion"])
    try FileSystem.makeDirectory("\(place.journal)/aside")
    try Data([1]).write(to: URL(filePath: "\(place.journal)/aside/kept"))
    try FileSystem.remove("\(place.journal)/\(firstSegment)")
    try expectAgreement("damage", exit: 1)
  }

  private func append(_ text: String, to path: String) throws {
    let size = try FileSystem.status(path).size
    let file = try system.open(path, .readWrite)
    try Array(text.utf8).withUnsafeBytes { bytes in try file.writeAll(bytes, at: size) }
  }

  private func expectAgreement(_ verdict: String, exit: Int32, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let ours = try JournalVerifier.verify(directory: place.journal)
    let (output, status) = try PythonVerifier.run([place.journal])
    let theirs = try #require(try PythonVerifier.decode(output).first)
    #expect(theirs == PythonVerifier.Verdict(ours), sourceLocation: sourceLocation)
    #expect(theirs.verdict == verdict && status == exit && ours.isFine == (exit == 0), sourceLocation: sourceLocation)
  }
}
