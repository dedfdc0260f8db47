import CanonicalJSON

/// One record's line, taken apart: numbers are decoded, everything else is a place in the line's bytes.
///
/// Valid as long as the memory that was read. Nothing is allocated until a string or a list is asked for.
package struct RecordLine {
  /// Longest line of a journal, in bytes, its 0x0A not counted.
  package static let longest = 9 << 20

  /// The line, without its 0x0A.
  package private(set) var bytes: UnsafeBufferPointer<UInt8>
  package internal(set) var seq: UInt64 = 0
  /// Seq of the first record of its commit group.
  package internal(set) var batch: UInt64 = 0
  package internal(set) var at = Timestamp(microseconds: 0)
  /// Version of the payload.
  package internal(set) var v = 1
  /// Seq of the record whose effect or timer led to this one.
  package internal(set) var cause: UInt64?
  /// Nil in the daemon's own records.
  package internal(set) var outcome: RecordOutcome?
  /// Digest of the state after the record.
  package internal(set) var state: UInt64 = 0
  /// The hash as it stands in the line.
  package internal(set) var hash: RecordHash
  var places = RecordPlaces()

  /// Takes a line apart, its members in any order; unknown ones are ignored.
  ///
  /// - Parameter line: without its 0x0A; its memory must outlive this value.
  /// - Throws: `RecordFormatError` where it does not have the form of a record: one strict JSON object that ends in the
  ///   75 bytes of a suffix, with all of `seq`, `batch`, `at`, `type`, `action`, `by`, `state`, and each member that
  ///   the format knows of its kind. Whether the hash follows is `LineCheck`'s business.
  /// - Complexity: O(n); members in the usual order are taken without searching.
  package init(parsing line: UnsafeBufferPointer<UInt8>) throws(RecordFormatError) {
    guard line.count <= Self.longest else { throw .tooLong(limit: Self.longest) }
    guard let hash = LineSuffix.hash(of: line) else { throw .noSuffix }
    self.init(bytes: line, hash: hash)
    if takeUsualForm() { return }
    self.init(bytes: line, hash: hash)
    try takeAnyForm()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, hash: RecordHash) {
    self.bytes = bytes
    self.hash = hash
  }

  /// The same record in a copy of its line.
  ///
  /// - Parameter copy: the same bytes; its memory must outlive the answer.
  package func copied(to copy: UnsafeBufferPointer<UInt8>) -> RecordLine {
    precondition(copy.count == bytes.count)
    var record = self
    record.bytes = copy
    return record
  }

  /// What the line's hash covers.
  package var body: UnsafeRawBufferPointer { bytes.body }
}

/// A range of a line in eight bytes. No value starts at the line's first byte: that place stands for "absent".
struct Place {
  var start: UInt32 = 0
  var count: UInt32 = 0

  init() {}

  init(_ range: Range<Int>) {
    // A line is at most `RecordLine.longest` bytes.
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    count = UInt32(truncatingIfNeeded: range.count)
  }

  var isAbsent: Bool { start == 0 }
  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// Where the members of a line are; strings with their quotes.
struct RecordPlaces {
  var type = Place()
  var action = Place()
  var by = Place()
  var id = Place()
  var trace = Place()
  var effect = Place()
  var why = Place()
  var effects = Place()
}
