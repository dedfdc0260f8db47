import RecordFormat

/// The limits a writer keeps to.
package struct JournalLimits: Equatable, Sendable {
  /// A segment that would become longer rolls first, in bytes.
  package var segmentBytes = 256 << 20
  /// A segment older than this rolls, in microseconds.
  package var segmentAgeMicroseconds: Int64 = 86_400 * 1_000_000
  /// The longest record line, its 0x0A not counted, in bytes.
  package var longestLine = RecordLine.longest
  /// Room is reserved in pieces of at least this many bytes where there is enough.
  package var reserveStep = 32 << 20
  /// Where blocks cannot be reserved: what must stay free on the file system beyond what is asked for, in bytes.
  package var freeFloor = 64 << 20
  /// How far the active segment is filled with 0x0A ahead of the records, in bytes; 0 for not at all.
  package var prefill = 0

  package init() {}
}
