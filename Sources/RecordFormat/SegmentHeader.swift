import CanonicalJSON

/// The first line of a segment.
package struct SegmentHeader: Equatable, Sendable {
  /// The format that this version of the program writes.
  package static let currentFormat = 1

  /// The journal's uuid, 36 characters.
  package let journal: String
  package let format: Int
  /// 1 for the journal's first segment.
  package let segment: Int
  /// Seq of the first record that follows.
  package let firstSeq: UInt64
  package let domain: String
  package let domainVersion: Int
  package let at: Timestamp
  /// The hash of the last line of the segment before; of a journal's first, SHA-256 of the uuid's text.
  package let prev: RecordHash
  /// This line's own hash as it stands in the line. Whether it follows, `stands(in:)` tells.
  package let hash: RecordHash

  /// A header of the current format, with the hash that follows.
  package init(
    journal: String, segment: Int, firstSeq: UInt64, domain: String, domainVersion: Int, at: Timestamp,
    prev: RecordHash
  ) {
    self.journal = journal
    format = Self.currentFormat
    self.segment = segment
    self.firstSeq = firstSeq
    self.domain = domain
    self.domainVersion = domainVersion
    self.at = at
    self.prev = prev
    let body = Self.encodeBody(
      journal: journal, format: format, segment: segment, firstSeq: firstSeq, domain: domain,
      domainVersion: domainVersion, at: at, prev: prev)
    hash = body.withUnsafeBytes { HashChain.hash(previous: prev, body: $0) }
  }

  /// The whole line with its 0x0A.
  package func encodeLine() -> [UInt8] {
    var line = Self.encodeBody(
      journal: journal, format: format, segment: segment, firstSeq: firstSeq, domain: domain,
      domainVersion: domainVersion, at: at, prev: prev)
    HashChain.appendSuffix(hash, to: &line)
    line.append(0x0a)
    return line
  }

  private static func encodeBody(
    journal: String, format: Int, segment: Int, firstSeq: UInt64, domain: String, domainVersion: Int, at: Timestamp,
    prev: RecordHash
  ) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: 384)
    writer.beginObject()
    writer.key("journal")
    writer.string(journal)
    writer.key("format")
    writer.integer(format)
    writer.key("segment")
    writer.integer(segment)
    writer.key("firstSeq")
    writer.integer(firstSeq)
    writer.key("domain")
    writer.string(domain)
    writer.key("domainVersion")
    writer.integer(domainVersion)
    writer.key("at")
    writer.string(at.rfc3339)
    writer.key("prev")
    writer.string(prev.hex)
    return writer.take()
  }
}
