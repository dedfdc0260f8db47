import ActionLog
import CanonicalJSON
import JournalStorage
import Replay
import SystemCalls

/// One replay: records go in, up to a place or to the first that differs.
struct ReplayRun<D: Domain> {
  /// The first record that differs, and where it stands.
  struct Difference {
    let failure: ReplayFailure
    let place: String

    /// As the end of a command.
    var asFailure: Failure {
      Failure(
        status: .no, name: "replayDiffers",
        message: "\(place): \(failure)" + (remedy.map { ": \($0)" } ?? ""))
    }

    private var remedy: String? {
      switch failure.kind {
      case .undecodable: "an upcaster must lead from what was journaled to what is read now"
      case .stateDiffers, .outcomeDiffers, .whyDiffers, .effectsDiffer:
        "the reducer is not pure, or was changed under the same version of the domain"
      case .promiseBroken, .violation, .fault, .wrongSeq, .timeNotRising, .noOutcome, .effects, .malformed:
        failure.remedy
      }
    }
  }

  let directory: String
  private let until: JournalPoint?
  private let check: ReplayCheck
  // Keys are of no use here, so none are kept.
  private var fold = JournalFold<D>(window: IdempotencyWindow(capacity: 0))
  private var reader: ReadAhead?
  private(set) var difference: Difference?
  /// How long the replay took.
  private(set) var seconds = 0.0

  init(directory: String, until: JournalPoint?, checksAll: Bool) {
    self.directory = directory
    self.until = until
    check = checksAll ? .full(invariants: true) : .trust
  }

  /// Counts of what was replayed.
  var report: ReplayReport { fold.report }
  /// The last record replayed; 0 if there is none.
  var lastSeq: UInt64 { fold.lastSeq }
  /// Its time.
  var lastAt: Timestamp? { fold.lastAt }

  /// The seq that was asked for, where the journal ends before it.
  var endsBefore: UInt64? {
    guard case .seq(let seq) = until, seq > lastSeq, difference == nil else { return nil }
    return seq
  }

  /// The digest of the state that was reached.
  var digest: StateDigest { fold.reduction.root.digest }

  /// The state that was reached.
  var state: D.State { fold.reduction.root.state }

  /// Replays, and shows meanwhile how far it is.
  ///
  /// - Throws: what keeps the journal from being read; a difference is no error but an answer.
  mutating func go(_ surroundings: Surroundings) throws(Failure) {
    var progress = Progress(surroundings, noun: "record", totalBytes: try open())
    do throws(Failure) {
      try foldAll(&progress)
    } catch {
      try progress.clear()
      throw error
    }
    try progress.clear()
    seconds = progress.seconds
  }

  /// Opens the journal; how many bytes there are to read at most.
  private mutating func open() throws(Failure) -> Int {
    // A reducer that traps is an answer too: the record is named, and the status is 1.
    try? TrapNote.install([
      .replaying: TrapNote.Words(
        before: "\(directory): the reducer trapped on ",
        after: ": what was journaled once must be reduced for ever (replayDiffers)", status: ExitStatus.no.rawValue)
    ])
    do throws(JournalError) {
      let reader = try JournalStorage.JournalReader.open(directory: directory, domain: D.name, domainVersion: D.version)
      self.reader = ReadAhead(reader)
      return reader.listing.segmentBytes
    } catch {
      throw Failure(error)
    }
  }

  private mutating func foldAll(_ progress: inout Progress) throws(Failure) {
    while let line = try next() {
      if let until, until.isBefore(line.record) { return }
      if line.isFirstOfSegment, let header = reader?.header { fold.begin(domainVersion: header.domainVersion) }
      do throws(ReplayFailure) {
        TrapNote.begin(.replaying, line.record.typeText.spelled, seq: line.record.seq)
        defer { TrapNote.end() }
        try fold.fold(line.record, check: check)
      } catch {
        difference = Difference(failure: error, place: "\(directory)/\(reader?.file ?? ""):\(line.line):\(line.offset)")
        return
      }
      try progress.advance(bytes: line.bytes.count + 1)
    }
  }

  private func next() throws(Failure) -> JournalLine? {
    do throws(JournalError) {
      return try reader?.next()
    } catch {
      throw Failure(error)
    }
  }
}
