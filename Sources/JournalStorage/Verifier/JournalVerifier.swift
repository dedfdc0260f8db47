import RecordFormat

/// Verifies a journal: chain, order, sealing, every line of every segment.
package enum JournalVerifier {
  /// A seq and hash that were noted elsewhere: printed, logged or sealed.
  package struct Anchor: Equatable, Sendable {
    package var seq: UInt64
    package var hash: RecordHash

    package init(seq: UInt64, hash: RecordHash) {
      self.seq = seq
      self.hash = hash
    }
  }

  /// Verifies the journal in `directory`. Writes nothing and takes no lock.
  ///
  /// - Parameters:
  ///   - domain: the domain it must be of; nil for any.
  ///   - domainVersion: the newest version of the domain taken; nil for any.
  ///   - isWriter: whether the caller holds the journal's lock itself.
  ///   - progress: called about every 65,536 records with the records and bytes so far.
  /// - Throws: only what keeps it from judging at all: `notFound`, `io`. What is wrong with the journal is in the
  ///   verdict.
  /// - Complexity: O(bytes of the journal).
  package static func verify(
    directory: String, fileSystem: any JournalFileSystem = RealFileSystem(), domain: String? = nil,
    domainVersion: Int? = nil, anchors: [Anchor] = [], isWriter: Bool = false,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(JournalError) -> JournalVerdict {
    let reader: JournalReader
    do throws(JournalError) {
      reader = try JournalReader.open(
        directory: directory, fileSystem: fileSystem, domain: domain, domainVersion: domainVersion,
        isWriter: isWriter)
    } catch {
      guard case .damaged = error.kind else { throw error }
      return JournalVerdict(withoutSegments: error, anchors: anchors.count)
    }
    var walk = VerifierWalk(reader.listing, anchors)
    let problem = try walk.run(reader, progress)
    return JournalVerdict(walk, reader, problem)
  }
}

/// What a verification gathers on its way.
struct VerifierWalk {
  var segments: [JournalVerdict.Segment]
  var records = 0
  var anchorVerdicts: [JournalVerdict.AnchorVerdict]
  private let anchors: [JournalVerifier.Anchor]

  init(_ listing: JournalListing, _ anchors: [JournalVerifier.Anchor]) {
    segments = listing.segments.map {
      JournalVerdict.Segment(
        file: $0.name, size: $0.size, isSealed: $0.isSealed, records: 0, seqs: nil, standing: .notReached)
    }
    self.anchors = anchors
    anchorVerdicts = Array(repeating: .beyondHead, count: anchors.count)
  }

  /// Reads to the end, or to the first problem, which is returned.
  mutating func run(
    _ reader: JournalReader, _ progress: (Int, Int) -> Void
  ) throws(JournalError) -> JournalError? {
    do throws(JournalError) {
      while let line = try reader.next() {
        note(line.record.seq, in: reader.segment)
        records += 1
        for (index, anchor) in anchors.enumerated() where anchor.seq == line.record.seq {
          let hash = line.record.hash
          anchorVerdicts[index] = hash == anchor.hash ? .holds : .differs(found: hash)
        }
        if records & 0xFFFF == 0 { progress(records, reader.bytesRead) }
      }
    } catch {
      if case .io = error.kind { throw error }
      settle(upTo: reader.segment, .problem)
      return error
    }
    switch reader.ending {
    case .torn(let line, let offset, let length):
      settle(upTo: reader.segment, .torn(line: line, offset: offset, length: length))
    case .whole(let unwritten):
      settle(upTo: reader.segment, unwritten == 0 ? .whole : .unwritten(bytes: unwritten))
    case nil:
      break
    }
    return nil
  }

  private mutating func note(_ seq: UInt64, in segment: Int) {
    segments[segment].records += 1
    segments[segment].seqs = (segments[segment].seqs?.lowerBound ?? seq)...seq
  }

  private mutating func settle(upTo last: Int, _ standing: JournalVerdict.Standing) {
    for index in 0..<last { segments[index].standing = .whole }
    segments[last].standing = standing
  }
}

extension JournalVerdict {
  init(_ walk: VerifierWalk, _ reader: JournalReader, _ problem: JournalError?) {
    self.init(
      segments: walk.segments, problem: problem, ending: reader.ending, isInProgress: reader.isInProgress,
      journalID: reader.header?.journal, headSeq: reader.headSeq,
      headHash: reader.header == nil ? nil : reader.cursor?.previous, headAt: reader.lastAt, records: walk.records,
      bytes: reader.bytesRead, foreign: reader.listing.foreign, anchors: walk.anchorVerdicts)
  }

  init(withoutSegments problem: JournalError, anchors: Int) {
    self.init(
      segments: [], problem: problem, ending: nil, isInProgress: false, journalID: nil, headSeq: 0, headHash: nil,
      headAt: nil, records: 0, bytes: 0, foreign: [], anchors: Array(repeating: .beyondHead, count: anchors))
  }
}
