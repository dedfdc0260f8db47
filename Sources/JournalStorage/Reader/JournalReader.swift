import CanonicalJSON
import RecordFormat
import SystemCalls

/// Reads the records of a journal in order, and checks that each line stands.
///
/// Sealed segments are mapped, the active one is read. Beside a live writer it ends at what stands. One thread at a
/// time. It writes nothing and takes no lock; it asks once, at the end, whether a writer holds the journal.
package final class JournalReader {
  package let directory: String
  /// What the directory held when the reader was opened, or looked again.
  package internal(set) var listing: JournalListing
  /// The header of the segment of the line handed out last.
  package internal(set) var header: SegmentHeader?
  /// What the next line must be to stand; nil before the first header.
  package internal(set) var cursor: LineCheck?
  /// The time of the last record read.
  package internal(set) var lastAt: Timestamp?
  /// The last commit group that was read.
  package internal(set) var group: GroupSpan?
  /// How the journal ended; nil before `next` has returned nil.
  package internal(set) var ending: JournalEnding?
  /// Whether a writer held the journal at the end.
  package internal(set) var isInProgress = false
  /// Bytes of lines that were read and stand, headers included.
  package internal(set) var bytesRead = 0

  let fileSystem: any JournalFileSystem
  let headerCheck: HeaderCheck
  /// The first seq that is handed out.
  package let from: UInt64
  /// Whether the caller holds the lock itself, so that there is no other writer to make allowance for.
  let isWriter: Bool
  /// The segment being read, as an index into the listing.
  var segment: Int
  var window: SegmentWindow?
  /// The next line in the segment: its number, and the offset of its first byte.
  var line = 1
  var offset = 0
  var isFirstOfSegment = true
  /// How often the same place was read again because a writer may have been at it.
  var rereads = 0

  private init(
    _ directory: String, _ listing: JournalListing, _ fileSystem: any JournalFileSystem, _ check: HeaderCheck,
    from: UInt64, isWriter: Bool
  ) {
    self.directory = directory
    self.listing = listing
    self.fileSystem = fileSystem
    headerCheck = check
    self.from = from
    self.isWriter = isWriter
    segment = listing.segments.lastIndex { (SegmentHeader.firstSeq(fileName: $0.name) ?? 0) <= from } ?? 0
    if segment == 0 { cursor = LineCheck(expectedSeq: 1, previous: RecordHash()) }
  }

  /// Opens the journal in `directory`.
  ///
  /// - Parameters:
  ///   - from: the first seq handed out; reading and checking begins with the segment that holds it.
  ///   - domain: the domain it must be of; nil for any.
  ///   - domainVersion: the newest version of the domain taken; nil for any.
  ///   - isWriter: whether the caller holds the journal's lock itself.
  /// - Throws: `notFound`; `damaged` if other parts are there without any segment, or something else than a file has the name of
  ///   one; `io`.
  package static func open(
    directory: String, fileSystem: any JournalFileSystem = RealFileSystem(), from: UInt64 = 1,
    domain: String? = nil, domainVersion: Int? = nil, isWriter: Bool = false
  ) throws(JournalError) -> JournalReader {
    guard let listing = try JournalListing.judged(directory, fileSystem) else {
      throw JournalError(.notFound, directory: directory)
    }
    if listing.segments.isEmpty {
      throw JournalError(
        listing.holdsRemains ? .damaged(.noSegments) : .notFound, directory: directory)
    }
    return JournalReader(
      directory, listing, fileSystem, HeaderCheck(domain: domain, domainVersion: domainVersion), from: from,
      isWriter: isWriter)
  }

  /// The name of the segment of the line handed out last.
  package var file: String { listing.segments[segment].name }

  /// The seq of the last record that stands; 0 if there is none.
  package var headSeq: UInt64 { (cursor?.expectedSeq ?? 1) - 1 }

  /// The next record, or nil at the end, which `ending` tells.
  ///
  /// - Returns: a line whose bytes are valid until the next call.
  /// - Throws: `damaged`, the header's `otherDomain`, `newerFormat` and `newerDomainVersion`, or `io`; the same again
  ///   if called again.
  /// - Complexity: O(length of the line).
  package func next() throws(JournalError) -> JournalLine? {
    while ending == nil {
      if window == nil { try beginSegment() }
      if let line = try nextInSegment() {
        if line.record.seq >= from { return line }
      } else {
        try endSegment()
      }
    }
    return nil
  }
}
