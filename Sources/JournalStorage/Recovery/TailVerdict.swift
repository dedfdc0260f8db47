import RecordFormat

/// The verdict on what lies behind the last line that stands in the last segment.
///
/// Pure: bytes in, verdict out. There are exactly these.
package enum TailVerdict: Equatable, Sendable {
  /// Nothing, or unwritten space: this many bytes of 0x0A and NUL.
  case clean(unwritten: Int)
  /// A write that a power cut tore; `length` bytes of it are worth keeping aside.
  case torn(length: Int)
  /// Bytes that no power cut leaves.
  case damaged(Damage.Kind)

  /// Judges the bytes from `place` to the end of the segment.
  ///
  /// - Parameters:
  ///   - tail: from the first place where no line stands to the end of the file.
  ///   - place: that place, as an offset in the file: holes end at multiples of 512.
  ///   - cursor: what the line there should have been.
  /// - Complexity: O(bytes of the tail).
  package static func judge(
    _ tail: UnsafeBufferPointer<UInt8>, at place: Int, cursor: LineCheck
  ) -> TailVerdict {
    let length = ByteScan.lengthWithoutBlankTail(tail)
    if length == 0 { return .clean(unwritten: tail.count) }
    if laterGroupFollows(tail, seq: cursor.expectedSeq) { return .damaged(.syncedRecord) }

    let lineEnd = ByteScan.first(ByteScan.lineFeed, in: tail, from: 0)
    let line = tail.slice(0..<(lineEnd ?? tail.count))
    if onlyTerminatorChanged(line, cursor: cursor) { return .damaged(.terminator) }

    let fileEndsWithin = lineEnd == nil
    let isTorn = fileEndsWithin || line.first == 0 || holdsHole(line) || isCutBeforeHole(tail, line, at: place)
    return isTorn ? .torn(length: length) : .damaged(.changedBytes)
  }

  /// Whether a complete line behind the place has the form of a record of a later group than the one that broke.
  ///
  /// A line starts after a 0x0A or a NUL; text holds no NUL, so only what follows the last one can be a line.
  private static func laterGroupFollows(_ tail: UnsafeBufferPointer<UInt8>, seq: UInt64) -> Bool {
    var start = 0
    while let end = ByteScan.first(ByteScan.lineFeed, in: tail, from: start) {
      var text = end
      while text > start, tail[text - 1] != 0 { text -= 1 }
      if text > 0, text < end, let record = RecordLine.form(of: tail.slice(text..<end)), record.batch > seq {
        return true
      }
      start = end + 1
    }
    return false
  }

  private static func onlyTerminatorChanged(_ line: UnsafeBufferPointer<UInt8>, cursor: LineCheck) -> Bool {
    let text = ByteScan.first(0, in: line, from: 0) ?? line.count
    return text > 0 && cursor.record(in: line.slice(0..<text - 1)) != nil
  }

  private static func holdsHole(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while let next = ByteScan.first(0, in: line, from: index) {
      if next + 1 < line.count, line[next + 1] == 0 { return true }
      index = next + 1
    }
    return false
  }

  /// Whether the line ends before its suffix does and a hole of unwritten space lies behind it.
  private static func isCutBeforeHole(
    _ tail: UnsafeBufferPointer<UInt8>, _ line: UnsafeBufferPointer<UInt8>, at place: Int
  ) -> Bool {
    guard LineSuffix.isCutShort(line) else { return false }
    let runEnd = ByteScan.firstText(in: tail, from: line.count)
    return runEnd - line.count >= 2 || (line.isEmpty && (place + runEnd) % 512 == 0)
  }
}
