import CanonicalJSON
import RecordFormat
import SystemCalls

/// One segment by itself, read from its header on; the chain is checked within it.
///
/// What precedes the segment is not seen, so its header's `prev` is taken on trust.
final class SegmentFile {
  let path: String
  let size: Int
  /// The segment's header.
  let header: SegmentHeader
  private let input: Input
  private let lines: LineBuffer
  private var check: LineCheck
  private var lineNumber = 1
  private var offset: Int
  private var atEnd = false

  /// Opens a file and takes its header.
  static func open(_ path: String) throws(Failure) -> SegmentFile {
    let input = try Input.file(path)
    let lines = LineBuffer()
    var line: UnsafeBufferPointer<UInt8>?
    while line == nil, lines.bufferedBytes <= RecordLine.longest {
      guard try lines.fill(from: input) else { break }
      line = lines.takeBytes()
    }
    guard let line, let header = try? SegmentHeader(parsing: line) else {
      throw noHeader(path)
    }
    guard header.format == SegmentHeader.currentFormat else {
      throw Failure(
        status: .unreachable, name: "newerFormat",
        message: "\(path): the segment has format \(header.format), this program knows \(SegmentHeader.currentFormat)")
    }
    return SegmentFile(path: path, header: header, input: input, lines: lines, offset: line.count + 1)
  }

  /// A file that is called as a segment is one that broke; any other was never one.
  private static func noHeader(_ path: String) -> Failure {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
    guard let name, SegmentHeader.firstSeq(fileName: name) != nil else {
      return Failure(
        status: .unreachable, name: "notAJournal",
        message: "\(path) is no segment of a journal: name a journal's directory or one of its segments")
    }
    return Failure(
      status: .damaged, name: "damaged", message: "\(path):1:0: the first line is no segment header")
  }

  private init(path: String, header: SegmentHeader, input: Input, lines: LineBuffer, offset: Int) {
    self.path = path
    self.header = header
    self.input = input
    self.lines = lines
    self.offset = offset
    check = LineCheck(following: header)
    size = (try? FileSystem.status(path).size) ?? 0
  }

  /// The seq and hash of the last line that stands.
  var head: (seq: UInt64, hash: RecordHash) { (check.expectedSeq - 1, check.previous) }

  /// The next record; `nil` at the end, or where only an unfinished line or unwritten space follows.
  func next() throws(Failure) -> SourceRecord? {
    guard !atEnd, let line = try nextLine() else {
      atEnd = true
      return nil
    }
    lineNumber += 1
    let start = offset
    offset += line.count + 1
    do throws(LineCheck.Fault) {
      let record = try check.take(line)
      return SourceRecord(
        bytes: line, record: record, file: path, line: lineNumber, offset: start, header: header)
    } catch {
      atEnd = true
      if try restIsBlank(after: line) { return nil }
      throw Failure(
        status: .damaged, name: "damaged",
        message: "\(path):\(lineNumber):\(start): \(Self.text(error)); 'verify' on the whole journal tells more")
    }
  }

  // A line that goes on past any record's length ends the search: it is none, and memory is bounded.
  private func nextLine() throws(Failure) -> UnsafeBufferPointer<UInt8>? {
    while true {
      if let line = lines.takeBytes() { return line }
      guard lines.bufferedBytes <= RecordLine.longest, try lines.fill(from: input) else { return nil }
    }
  }

  private func restIsBlank(after line: UnsafeBufferPointer<UInt8>) throws(Failure) -> Bool {
    guard line.allSatisfy({ $0 == 0 }) else { return false }
    while let line = try nextLine() {
      guard line.allSatisfy({ $0 == 0 }) else { return false }
    }
    return lines.takeRest().allSatisfy { $0 == 0 }
  }

  private static func text(_ fault: LineCheck.Fault) -> String {
    switch fault {
    case .notARecord: "the line is no record"
    case .brokenChain: "the hash does not follow from the line and the hash before it"
    case .otherSeq(let expected, let found): "seq \(expected) was expected here, not \(found)"
    }
  }
}
