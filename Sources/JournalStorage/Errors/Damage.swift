import RecordFormat

/// Bytes of a journal that are not what was written, and what that means.
package struct Damage: Error, Equatable, Sendable {
  /// The ways a journal is damaged, with names that stay.
  package enum Kind: String, Equatable, Sendable {
    /// The first line of a segment is no header whose hash stands.
    case header
    /// A header that does not continue the segment before it: a gap, a missing or an extra segment.
    case headerDoesNotFit
    /// A line that does not stand, or bytes behind the last one, in a segment that was synced and sealed.
    case sealedSegment
    /// A line that does not stand although a later group follows it, so that it had been synced.
    case syncedRecord
    /// A line that stands but for the byte that ends it.
    case terminator
    /// Bytes of the last group that changed without leaving a hole, which no power cut does.
    case changedBytes
    /// Other parts of a journal without any segment.
    case noSegments
    /// Something else than a file has the name of a segment.
    case notAFile
  }

  package var kind: Kind
  /// The segment's file name; nil where there is none.
  package var file: String?
  /// Counted from 1, the header included.
  package var line: Int?
  /// Of the first byte of that line.
  package var offset: Int?
  /// The seq that the next record should have had.
  package var expectedSeq: UInt64
  /// What should have stood there, in words.
  package var expected: String
  /// Whether what is lost had certainly been acknowledged, as against possibly.
  package var wasAcknowledged: Bool

  package init(
    kind: Kind, file: String?, line: Int?, offset: Int?, expectedSeq: UInt64, expected: String, wasAcknowledged: Bool
  ) {
    self.kind = kind
    self.file = file
    self.line = line
    self.offset = offset
    self.expectedSeq = expectedSeq
    self.expected = expected
    self.wasAcknowledged = wasAcknowledged
  }
}

extension Damage {
  /// `file:line:offset`, as far as there is one.
  package var place: String {
    guard let file else { return "the directory" }
    return [file, line.map(String.init), offset.map(String.init)].compactMap { $0 }.joined(separator: ":")
  }

  /// What was found, in words.
  package var finding: String {
    switch kind {
    case .header: "the first line is not a segment header whose hash stands"
    case .headerDoesNotFit: "the header does not continue the segment before it"
    case .sealedSegment: "bytes of a sealed segment are not what was written"
    case .syncedRecord: "a record that had been synced is broken; later groups follow it"
    case .terminator: "the byte that ends a line was changed"
    case .changedBytes: "bytes were changed, and not by a power cut"
    case .noSegments: "there are snapshots or kept bytes, but no segment"
    case .notAFile: "something else than a regular file has the name of a segment"
    }
  }

  /// Whether the record at this place was, or may have been, acknowledged.
  package var acknowledgement: String {
    wasAcknowledged ? "what stood there had been acknowledged" : "what stood there may have been acknowledged"
  }

  /// What to do, with the command that helps.
  package func remedy(directory: String) -> String {
    let what =
      switch (kind, file) {
      case (.notAFile, let file?): "put the segment itself back as \(file), or take away what never was one"
      case (.headerDoesNotFit, let file?): "put back the segment that belongs before \(file), from a backup"
      case (_, let file?): "restore \(file) from a backup"
      case (_, nil): "restore the segments from a backup"
      }
    return "nothing was changed; `actionlog verify \(directory)` judges every segment; \(what)"
  }
}

extension Damage {
  /// Something else than a file has the name of a segment.
  static func notAFile(_ name: String) -> Damage {
    Damage(
      kind: .notAFile, file: name, line: nil, offset: nil, expectedSeq: SegmentHeader.firstSeq(fileName: name) ?? 1,
      expected: "a regular file", wasAcknowledged: false)
  }

  /// Other parts of a journal without any segment.
  static var noSegments: Damage {
    Damage(
      kind: .noSegments, file: nil, line: nil, offset: nil, expectedSeq: 1,
      expected: "a segment that begins with seq 1",
      wasAcknowledged: true)
  }
}
