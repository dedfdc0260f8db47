import RecordFormat

/// Judges each segment's header against the segments before it. Pure.
struct HeaderCheck: Sendable {
  /// The domain that the journal must be of; nil to take any.
  var domain: String?
  /// The newest version of the domain that is taken; nil for any.
  var domainVersion: Int?

  /// Judges the first line of the segment called `name`.
  ///
  /// - Parameters:
  ///   - line: without its 0x0A; nil if there is no whole line.
  ///   - before: the header of the segment before, if that was read.
  ///   - cursor: where the chain stands at its end; nil if the segment before was not read.
  /// - Returns: the header, or what is wrong with it. Only a header whose hash stands can be anything but damage.
  func judge(
    _ line: UnsafeBufferPointer<UInt8>?, name: String, before: SegmentHeader?, cursor: LineCheck?
  ) -> Result<SegmentHeader, Problem> {
    guard let line, let header = Self.standing(line) else { return .failure(.damage(.header)) }
    if header.format > SegmentHeader.currentFormat { return .failure(.newerFormat(header.format)) }
    if let domain, header.domain != domain { return .failure(.otherDomain(header.domain)) }
    if let domainVersion, header.domainVersion > domainVersion {
      return .failure(.newerDomainVersion(header.domainVersion))
    }
    guard fits(header, name: name, before: before, cursor: cursor) else {
      return .failure(.damage(.headerDoesNotFit))
    }
    return .success(header)
  }

  /// What a header can be instead of the one that continues the journal.
  enum Problem: Error {
    case damage(Damage.Kind)
    case newerFormat(Int)
    case otherDomain(String)
    case newerDomainVersion(Int)
  }

  /// The header that a line is, if its own hash stands.
  static func standing(_ line: UnsafeBufferPointer<UInt8>) -> SegmentHeader? {
    do throws(RecordFormatError) {
      let header = try SegmentHeader(parsing: line)
      return header.stands(in: line) ? header : nil
    } catch {
      return nil
    }
  }

  private func fits(_ header: SegmentHeader, name: String, before: SegmentHeader?, cursor: LineCheck?) -> Bool {
    guard name == SegmentHeader.fileName(firstSeq: header.firstSeq) else { return false }
    if let cursor, header.firstSeq != cursor.expectedSeq { return false }
    guard let before else {
      // The first header read; that of the first segment stands for itself.
      let isFirst = header.segment == 1 && header.prev == HashChain.firstPrevious(journal: header.journal)
      return cursor == nil || isFirst
    }
    guard let cursor else { return false }
    return header.journal == before.journal && header.domain == before.domain
      && header.domainVersion >= before.domainVersion && header.segment == before.segment + 1
      && header.prev == cursor.previous
  }
}
