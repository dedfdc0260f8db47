import ActionLog
import CanonicalJSON
import JournalStorage

/// Gathers admitted records into commit groups, in order, while the group before them is being synced.
///
/// A group is full once it reaches its limit of bytes or of records; the next record then starts another. A pure
/// value.
struct GroupBuilder<Snapshot> {
  /// A group and how the state stood at its end.
  struct Ready {
    var group: CommitGroup
    /// The digest of the state after the group.
    var digest: StateDigest
    /// The state after the group, where something is to be shown it once the group is durable.
    var snapshot: Snapshot?
  }

  /// A group of this many bytes is full.
  let bytesMax: Int
  /// A group of this many records is full.
  let recordsMax: Int

  private var closed: [Ready] = []
  private var open = CommitGroup(firstSeq: 0)
  private var wantsSnapshot = false

  /// An empty builder.
  init(bytesMax: Int, recordsMax: Int) {
    self.bytesMax = bytesMax
    self.recordsMax = recordsMax
  }

  /// Whether no record waits.
  var isEmpty: Bool { closed.isEmpty && open.isEmpty }

  /// Whether the open group holds any record.
  var isOpen: Bool { !open.isEmpty }

  /// Whether the next record has to go into another group, so that this one must be closed first.
  var isFull: Bool { open.count >= recordsMax || open.bytes.count >= bytesMax }

  /// The `batch` of a record that is about to be appended as `seq`.
  func batch(for seq: UInt64) -> UInt64 { open.isEmpty ? seq : open.firstSeq }

  /// Appends the body that `encode` writes, as record `seq` of the time `at`.
  ///
  /// - Returns: how many bytes the record's line will have.
  mutating func append(seq: UInt64, at: Timestamp, _ encode: (inout [UInt8]) -> Void) -> Int {
    if open.isEmpty { open.reset(firstSeq: seq) }
    let before = open.lineBytes
    encode(&open.bytes)
    open.endRecord(at: at)
    return open.lineBytes - before
  }

  /// Something of the open group is to be shown the state after it.
  mutating func wantSnapshot() { wantsSnapshot = true }

  /// Gives the last closed group the state after it, for something that is to be shown that.
  ///
  /// - Returns: false where no closed group waits: the last one was taken out before.
  mutating func give(_ snapshot: Snapshot) -> Bool {
    guard !closed.isEmpty else { return false }
    closed[closed.count - 1].snapshot = snapshot
    return true
  }

  /// Ends the open group, if it holds anything; what comes next goes into another.
  mutating func close(digest: StateDigest, snapshot: () -> Snapshot) {
    guard !open.isEmpty else { return }
    closed.append(Ready(group: open, digest: digest, snapshot: wantsSnapshot ? snapshot() : nil))
    open = CommitGroup(firstSeq: 0)
    wantsSnapshot = false
  }

  /// The first closed group, taken out; nil when there is none.
  mutating func next() -> Ready? { closed.isEmpty ? nil : closed.removeFirst() }
}
