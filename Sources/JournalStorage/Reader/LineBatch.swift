import RecordFormat

/// Lines of one segment, copied out of their reader, so that it can read on while they are worked on.
///
/// `@unchecked Sendable`: a batch is filled by one thread and read by another, and handed from one to the other under
/// a lock; neither touches it while the other has it.
final class LineBatch: @unchecked Sendable {
  /// Bytes that a batch holds, unless one line is longer.
  static let capacity = 256 << 10
  /// Bytes behind a line that are there to be read, as a reader's own lines have them.
  private static let slack = 16

  private(set) var lines: [JournalLine] = []
  /// The name of their segment.
  private(set) var file = ""
  /// Its header.
  private(set) var header: SegmentHeader?
  /// How many bytes the reader had read when the batch was full.
  var bytesRead = 0
  /// What comes behind the lines; nil where another batch does.
  var ending: Result<JournalEnding?, JournalError>?

  private var storage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
  private var used = 0

  deinit { storage.deallocate() }

  /// Whether a line of `file` still belongs into the batch.
  func takes(_ line: JournalLine, of file: String) -> Bool {
    lines.isEmpty || (file == self.file && used + line.bytes.count + Self.slack <= storage.count)
  }

  /// Copies a line that the batch takes.
  func append(_ line: JournalLine, of file: String, header: SegmentHeader?) {
    if lines.isEmpty {
      self.file = file
      self.header = header
      grow(to: line.bytes.count + Self.slack)
    }
    let end = used + line.bytes.count
    _ = storage[used..<end].update(fromContentsOf: line.bytes)
    let copy = UnsafeBufferPointer(rebasing: storage[used..<end])
    lines.append(
      JournalLine(
        bytes: copy, record: line.record.copied(to: copy), line: line.line, offset: line.offset,
        isFirstOfSegment: line.isFirstOfSegment))
    used = end
  }

  /// Makes an empty batch of it, whose memory is used again.
  func clear() {
    lines.removeAll(keepingCapacity: true)
    used = 0
    ending = nil
  }

  private func grow(to length: Int) {
    guard length > storage.count else { return }
    storage.deallocate()
    storage = .allocate(capacity: length)
  }
}
