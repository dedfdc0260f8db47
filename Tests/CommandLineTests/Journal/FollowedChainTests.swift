import RecordFormat
import Testing

@testable import CommandLine

@Suite("The chain of records that a daemon sends")
struct FollowedChainTests {
  /// Three records in one group and three in a group of their own.
  private func journal(segmentBytes: Int? = nil) throws -> (lines: [[UInt8]], segments: Int) {
    let journal = try TestJournal(segmentBytes: segmentBytes)
    try journal.add([1, 2, 3])
    try journal.add(4, 5, 6)
    return (try journal.records.map { Array($0.utf8) }, try journal.segments.count)
  }

  private func take(
    _ line: [UInt8], _ chain: inout FollowedChain
  ) throws(FollowedChain.Fault) -> FollowedChain.Verdict {
    try line.withUnsafeBufferPointer { bytes throws(FollowedChain.Fault) in try chain.take(bytes).verdict }
  }

  /// The line with another process id than was recorded.
  private func changed(_ line: [UInt8]) throws -> [UInt8] {
    var line = line
    let place = try #require(line.firstRange(of: Array("\"pid\":42".utf8)))
    line[place.upperBound - 1] = UInt8(ascii: "3")
    return line
  }

  @Test("records that follow one another are taken, from the first on, or behind a head that is known")
  func follows() throws {
    let lines = try journal().lines
    var chain = FollowedChain(segments: 1, head: nil, isDense: true)
    for line in lines { #expect(try take(line, &chain) == .follows) }
    let hash = try lines[2].withUnsafeBufferPointer { try RecordLine(parsing: $0).hash }
    var later = FollowedChain(segments: 1, head: (3, hash), isDense: true)
    for line in lines[3...] { #expect(try take(line, &later) == .follows) }
  }

  @Test(
    "a twin and a step back are told; a gap too, unless records of other types are left out", arguments: [true, false])
  func order(isDense: Bool) throws {
    let lines = try journal().lines
    var chain = FollowedChain(segments: 1, head: nil, isDense: isDense)
    #expect(try take(lines[1], &chain) == .follows)
    #expect(throws: FollowedChain.Fault.otherSeq(expected: 3, found: 2)) { try take(lines[1], &chain) }
    #expect(throws: FollowedChain.Fault.otherSeq(expected: 3, found: 1)) { try take(lines[0], &chain) }
    guard isDense else {
      #expect(try take(lines[3], &chain) == .follows)
      #expect(try take(lines[4], &chain) == .follows)
      return
    }
    #expect(throws: FollowedChain.Fault.otherSeq(expected: 3, found: 4)) { try take(lines[3], &chain) }
  }

  @Test("a changed byte within a group breaks the chain at once")
  func changedWithin() throws {
    let lines = try journal().lines
    var chain = FollowedChain(segments: 9, head: nil, isDense: true)
    #expect(try take(lines[0], &chain) == .follows)
    let other = try changed(lines[1])
    #expect(throws: FollowedChain.Fault.brokenChain(seq: 2)) { try take(other, &chain) }
  }

  @Test("a changed byte where a group begins passes only for as many segments as the journal has")
  func changedBeginning() throws {
    let lines = try journal().lines
    var chain = FollowedChain(segments: 1, head: nil, isDense: true)
    for line in lines[..<4] { #expect(try take(line, &chain) == .follows) }
    let other = try changed(lines[4])
    #expect(try take(other, &chain) == .needsNewSegment)
    chain.count(segments: 1)
    let none = chain.takeBeginning()
    #expect(!none)
    chain.count(segments: 2)
    let one = chain.takeBeginning()
    #expect(one)
  }

  @Test("segments begin without their headers being sent")
  func segments() throws {
    let (lines, segments) = try journal(segmentBytes: 600)
    #expect(segments > 2)
    var chain = FollowedChain(segments: segments, head: nil, isDense: true)
    for line in lines { #expect(try take(line, &chain) == .follows) }
    var poorer = FollowedChain(segments: segments - 1, head: nil, isDense: true)
    let verdicts = try lines.map { try take($0, &poorer) }
    #expect(verdicts.filter { $0 == .needsNewSegment }.count == 1)
  }

  @Test("what is no record is told")
  func notARecord() throws {
    var chain = FollowedChain(segments: 1, head: nil, isDense: true)
    #expect(throws: FollowedChain.Fault.self) { try take(Array("{}".utf8), &chain) }
  }
}
