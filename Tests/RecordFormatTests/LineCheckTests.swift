import RecordFormat
import Testing

@Suite("Lines that stand")
struct LineCheckTests {
  private let first = HashChain.firstPrevious(journal: Samples.journal)

  @Test("lines written one after another stand one after another")
  func stands() throws {
    var check = LineCheck(expectedSeq: 1, previous: first)
    for line in chain(5) {
      try line.withUnsafeBufferPointer { _ = try check.take($0) }
    }
    #expect(check.expectedSeq == 6)
  }

  @Test("each fault is told from the others, and nothing moves")
  func faults() {
    let lines = chain(3)
    let start = LineCheck(expectedSeq: 1, previous: first)
    #expect(fault(start, Array("{}".utf8)) == .notARecord(.noSuffix))
    let record = SHA256.hash(first.bytes + SHA256.hash(Array(lines[0].dropLast(75))).bytes)
    #expect(fault(LineCheck(expectedSeq: 2, previous: first), lines[0]) == .otherSeq(expected: 2, found: 1))
    let other = LineCheck(expectedSeq: 1, previous: RecordHash())
    guard case .brokenChain(_, let found) = fault(other, lines[0]) else {
      Issue.record("the chain should be broken")
      return
    }
    #expect(found == record)
    #expect(fault(start, lines[0]) == nil && fault(start, lines[1]) != nil)
  }

  @Test("no line with a flipped bit stands")
  func flips() {
    let line = chain(1)[0]
    let check = LineCheck(expectedSeq: 1, previous: first)
    for bit in 0..<line.count * 8 {
      var changed = line
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(!changed.withUnsafeBufferPointer { check.stands($0) }, "bit \(bit)")
    }
    #expect(line.withUnsafeBufferPointer { check.stands($0) })
  }

  @Test("no line that was cut anywhere stands, and each is cut short")
  func cuts() {
    let line = chain(1)[0]
    let check = LineCheck(expectedSeq: 1, previous: first)
    for length in 0..<line.count {
      let cut = Array(line[..<length])
      cut.withUnsafeBufferPointer { cut in
        #expect(!check.stands(cut))
        #expect(LineSuffix.hash(of: cut) == nil)
        #expect(LineSuffix.isCutShort(cut), "length \(length)")
      }
    }
  }

  @Test("a suffix with up to four bytes off is still the form of one, with five it is cut short")
  func tolerance() {
    let line = chain(1)[0]
    var changed = line
    for (count, index) in [0, 8, 20, 74, 50].enumerated() {
      changed[line.count - 75 + index] = UInt8(ascii: "#")
      changed.withUnsafeBufferPointer { changed in
        #expect(LineSuffix.misfits(of: changed) == count + 1)
        #expect(LineSuffix.isCutShort(changed) == (count + 1 > 4))
        #expect(LineSuffix.hash(of: changed) == nil)
      }
    }
  }

  private func fault(_ check: LineCheck, _ line: [UInt8]) -> LineCheck.Fault? {
    line.withUnsafeBufferPointer { line in
      do throws(LineCheck.Fault) {
        _ = try check.standing(line)
        return nil
      } catch {
        return error
      }
    }
  }

  private func chain(_ count: UInt64) -> [[UInt8]] {
    var previous = first
    return (1...count).map { seq in
      let line = Samples.line(Samples.usual(seq: seq, batch: 1), previous: previous)
      previous = HashChain.hash(previous: previous, bodyDigest: SHA256.hash(Array(line.dropLast(75))))
      return line
    }
  }
}
