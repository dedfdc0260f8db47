import JournalStorage
import RecordFormat
import SystemCalls
import WireProtocol

/// One record on its way to a reader.
struct SourceRecord {
  /// The line without its line feed; valid until the next one is read.
  let bytes: UnsafeBufferPointer<UInt8>
  let record: RecordLine
  /// Where it stands: the segment's path, the line counted from 1, the offset of its first byte.
  let file: String
  let line: Int
  let offset: Int
  /// The header of its segment.
  let header: SegmentHeader?
}

/// The records of what was named: a journal's directory, or one segment. Every line handed out stands.
enum RecordSource {
  case journal(JournalReader)
  case segment(SegmentFile)

  /// Opens it.
  ///
  /// - Parameter from: the first seq wanted; reading may begin at its segment.
  /// - Throws: why it cannot be read, with the path and how it was chosen.
  static func open(_ choice: DefaultPaths.Choice, from: UInt64 = 1) throws(Failure) -> RecordSource {
    if try isFile(choice) { return .segment(try SegmentFile.open(choice.path)) }
    do throws(JournalError) {
      return .journal(try JournalReader.open(directory: choice.path, from: from))
    } catch {
      throw Failure(error)
    }
  }

  /// Whether a file is named rather than a directory.
  ///
  /// - Throws: `notFound` where nothing is.
  static func isFile(_ choice: DefaultPaths.Choice) throws(Failure) -> Bool {
    do throws(SystemError) {
      return try FileSystem.status(choice.path).kind == .regular
    } catch {
      guard error.errno == ErrorNumber.noSuchFile else {
        throw .unreachable("cannot read \(choice.path): \(error.text)")
      }
      throw Failure(
        status: .unreachable, name: "notFound",
        message: "no journal at \(choice.path) (\(choice.rule.summary)): name its directory, or set $ACTIONLOG_JOURNAL")
    }
  }

  /// All bytes there are, for telling how far a reader is.
  var totalBytes: Int {
    switch self {
    case .journal(let reader): reader.listing.segmentBytes
    case .segment(let file): file.size
    }
  }

  /// The next record, or `nil` at the end of what stands.
  ///
  /// - Throws: `damaged` at the first line that does not stand and is no unfinished end.
  func next() throws(Failure) -> SourceRecord? {
    switch self {
    case .segment(let file): return try file.next()
    case .journal(let reader):
      let line: JournalLine?
      do throws(JournalError) {
        line = try reader.next()
      } catch {
        throw Failure(error)
      }
      return line.map { line in
        SourceRecord(
          bytes: line.bytes, record: line.record, file: "\(reader.directory)/\(reader.file)", line: line.line,
          offset: line.offset, header: reader.header)
      }
    }
  }
}
