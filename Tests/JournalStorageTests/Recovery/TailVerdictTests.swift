import JournalStorage
import RecordFormat
import Testing

@Suite("The four verdicts on a tail")
struct TailVerdictTests {
  let cursor = LineCheck(expectedSeq: 7, previous: RecordHash())

  /// Sealed lines with these seqs and batches, from the cursor on.
  func lines(_ records: [(seq: UInt64, batch: UInt64)], padding: Int = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    var previous = cursor.previous
    for record in records {
      let start = bytes.count
      bytes += Fixture.body(seq: record.seq, batch: record.batch, padding: padding)
      previous = HashChain.seal(into: &bytes, bodyStart: start, previous: previous)
    }
    return bytes
  }

  func judge(_ tail: [UInt8], at place: Int = 4096) -> TailVerdict {
    tail.withUnsafeBufferPointer { TailVerdict.judge($0, at: place, cursor: cursor) }
  }

  @Test("nothing, line feeds and NULs are unwritten space")
  func clean() {
    #expect(judge([]) == .clean(unwritten: 0))
    #expect(judge([0x0A]) == .clean(unwritten: 1))
    #expect(judge([0, 0x0A, 0, 0]) == .clean(unwritten: 4))
  }

  @Test("a later group behind the place means that what was there had been synced")
  func laterGroup() {
    let broken = [UInt8](repeating: 0, count: 300) + lines([(8, 8)])
    #expect(judge(broken) == .damaged(.syncedRecord))
    #expect(judge(Array("x\n".utf8) + lines([(8, 8)])) == .damaged(.syncedRecord))
  }

  @Test("a later line whose hash is wrong, but which has the form of a record, still tells")
  func laterGroupWithWrongHash() {
    var later = lines([(8, 8)])
    later[later.count - 10] = later[later.count - 10] == 0x61 ? 0x62 : 0x61
    #expect(judge([0, 0, 0x0A] + later) == .damaged(.syncedRecord))
  }

  @Test("a later line of the same group does not: a hole before it is a torn write")
  func sameGroup() {
    let hole = [UInt8](repeating: 0, count: 300)
    #expect(judge(hole + lines([(8, 7)])) == .torn(length: 300 + lines([(8, 7)]).count - 1))
  }

  @Test("a file that ends within the line is torn, also right before its 0x0A")
  func endsWithin() {
    let line = lines([(7, 7)])
    for length in [1, 80, line.count - 76, line.count - 2, line.count - 1] {
      #expect(judge(Array(line[..<length])) == .torn(length: length))
    }
  }

  @Test("NULs that fill the rest of the file are not worth keeping")
  func endsInNULs() {
    let line = Array(lines([(7, 7)])[..<40])
    #expect(judge(line + [0, 0, 0, 0]) == .torn(length: 40))
  }

  @Test("a line that begins with NUL, or holds two in a row, is torn; one NUL within is not a hole")
  func holes() {
    var line = lines([(7, 7)], padding: 200)
    line[0] = 0
    #expect(judge(line) == .torn(length: line.count - 1))
    line = lines([(7, 7)], padding: 200)
    line[150] = 0
    #expect(judge(line) == .damaged(.changedBytes))
    line[151] = 0
    #expect(judge(line) == .torn(length: line.count - 1))
  }

  @Test("a line cut short before two blanks is torn; before one it is not")
  func cutShort() {
    let next = lines([(7, 7), (8, 7)])
    let start = Array(next[..<60])
    #expect(judge(start + [0x0A, 0x0A] + Array(next[200...])) == .torn(length: 62 + next.count - 201))
    #expect(judge(start + [0x0A] + Array(next[200...])) == .damaged(.changedBytes))
  }

  @Test("up to four changed bytes leave a suffix the form of one")
  func suffixTolerance() {
    let more = Array("\nxx\n".utf8)
    var line = lines([(7, 7)])
    let end = line.count
    for index in 0..<4 { line[end - 20 - index] = UInt8(ascii: "Z") }
    #expect(judge(line + more) == .damaged(.changedBytes))
    line[end - 30] = UInt8(ascii: "Z")
    #expect(judge(line + more) == .torn(length: line.count + 3))
  }

  @Test("a single blank that ends at a sector's end is a hole of one byte")
  func blankAtSectorEnd() {
    let rest = Array("rest of a line\n".utf8)
    #expect(judge([0x0A] + rest, at: 511) == .torn(length: rest.count))
    #expect(judge([0x0A] + rest, at: 510) == .damaged(.changedBytes))
  }

  @Test("a changed terminator of a line that stands is damage, not a torn write")
  func terminator() {
    var line = lines([(7, 7)])
    line[line.count - 1] = 0x0B
    #expect(judge(line) == .damaged(.terminator))
    #expect(judge(line + [0x0A]) == .damaged(.terminator))
    #expect(judge(line + [0, 0]) == .damaged(.terminator))
  }

  @Test("a record with another seq, or one that follows another hash, is damage")
  func wrongPlace() {
    #expect(judge(lines([(9, 7)])) == .damaged(.changedBytes))
    let other = LineCheck(expectedSeq: 7, previous: SHA256.hash("another"))
    let line = lines([(7, 7)])
    #expect(line.withUnsafeBufferPointer { TailVerdict.judge($0, at: 0, cursor: other) } == .damaged(.changedBytes))
  }
}
