import CanonicalJSON
import RecordFormat
import Synchronization
import SystemCalls

/// The one writer of a journal.
///
/// It has one owner at a time, which may be handed over between threads; `status` and what is derived from it may be
/// read from any thread and never wait for a commit. The lock on the journal is held as long as the writer is there.
package final class JournalWriter: Sendable {
  private let state: Mutex<WriterState>
  private let published: Mutex<JournalStatus>

  private init(_ state: sending WriterState) {
    published = Mutex(state.status)
    self.state = Mutex(state)
  }

  /// Claims the journal in `directory`: takes the lock, judges the tail, repairs what a power cut may leave.
  ///
  /// Two seconds are tried for the lock. A torn tail is copied to `aside/` and cut; the last group that stands is
  /// written again in place and synced. On a read-only file system nothing is changed, and the report says so.
  ///
  /// - Parameters:
  ///   - create: whether to make the directory (0700) and the first segment where there is none.
  ///   - clock: the wall clock, for the headers of segments that are not begun by a group.
  /// - Throws: `locked`, `damaged` (no byte was changed), `otherDomain`, `newerFormat`, `newerDomainVersion`,
  ///   `notFound`, `noSpace`, `readOnlyFileSystem` (only where there is no journal yet), `io`.
  package static func claim(
    directory: String, fileSystem: any JournalFileSystem = RealFileSystem(), domain: String, domainVersion: Int,
    limits: JournalLimits = JournalLimits(), create: Bool = true,
    clock: @escaping @Sendable () -> Timestamp = wallClock
  ) throws(JournalError) -> (JournalWriter, RecoveryReport) {
    let claim = try JournalClaim(
      directory: directory, fileSystem: fileSystem, domain: domain, domainVersion: domainVersion, limits: limits,
      clock: clock, create: create)
    let (state, report) = try claim.recover()
    return (JournalWriter(state), report)
  }

  /// The machine's wall clock.
  package static let wallClock: @Sendable () -> Timestamp = {
    Timestamp(microseconds: Clock.realtimeMicroseconds())
  }

  /// What the writer tells about itself. Any thread; never waits for a commit.
  package var status: JournalStatus { published.withLock { $0 } }

  /// The last line that is durable.
  package var head: JournalStatus.Head { published.withLock { $0.head } }

  /// The journal's uuid.
  package var journalID: String { published.withLock { $0.journalID } }

  /// The number of segments.
  package var segments: Int { published.withLock { $0.segments } }

  /// Bytes of all lines.
  package var bytes: Int { published.withLock { $0.bytes } }

  /// Bytes reserved behind the last line and not used yet.
  package var roomBytes: Int { published.withLock { $0.roomBytes } }

  /// Makes sure that `bytes` bytes of lines have room.
  ///
  /// Call it only while no commit is in flight. A roll that is due at once (the last segment is sealed) happens here.
  ///
  /// - Returns: false if there is no room, or nothing can be written: nothing was changed; ask again later.
  package func reserve(atLeast bytes: Int) -> Bool {
    state.withLock { state in
      let found = state.reserve(bytes)
      publish(state.status)
      return found
    }
  }

  /// Makes a group durable: seals its records with the chain, writes them at once, syncs.
  ///
  /// Before that it rolls if that is due, and checks that nobody else had hands on the segment.
  ///
  /// - Parameter keepsLines: whether to hand out the lines as they are stored; it costs no copy, but their memory.
  /// - Precondition: the group is not empty and continues the head.
  /// - Throws: why the group may or may not be durable. The writer is dead from then on: every later call throws the
  ///   same.
  /// - Complexity: O(bytes of the group), and one sync.
  @discardableResult
  package func commit(_ group: CommitGroup, keepsLines: Bool = false) throws(JournalError) -> Committed {
    try state.withLock { state throws(JournalError) in
      defer { publish(state.status) }
      return try state.commit(group, keepsLines: keepsLines)
    }
  }

  /// Tries again to become the writer of a journal that was claimed on a read-only file system.
  ///
  /// - Returns: what recovery did, or nil if the file system can still only be read.
  /// - Throws: as `claim`.
  package func claimAgain() throws(JournalError) -> RecoveryReport? {
    try state.withLock { state throws(JournalError) -> RecoveryReport? in
      guard state.isReadOnly else { return nil }
      let (recovered, report) = try state.claim.recover()
      guard !report.isReadOnly else { return nil }
      state = recovered
      publish(state.status)
      return report
    }
  }

  /// Cuts the space behind the last line and lets the journal go. The writer is dead afterwards.
  package func close() {
    state.withLock { state in
      state.close()
      publish(state.status)
    }
  }

  private func publish(_ status: JournalStatus) { published.withLock { $0 = status } }
}
