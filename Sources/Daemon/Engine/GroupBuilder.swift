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

  /// The group that takes the next record.
  var open: OpenGroup
  private var closed: [Ready] = []
  private var wantsSnapshot = false

  /// An empty builder.
  init(bytesMax: Int, recordsMax: Int) {
    open = OpenGroup(bytesMax: bytesMax, recordsMax: recordsMax)
  }

  /// Whether no record waits.
  var isEmpty: Bool { closed.isEmpty && open.isEmpty }

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
    closed.append(Ready(group: open.take(), digest: digest, snapshot: wantsSnapshot ? snapshot() : nil))
    wantsSnapshot = false
  }

  /// The first closed group, taken out; nil when there is none.
  mutating func next() -> Ready? { closed.isEmpty ? nil : closed.removeFirst() }
}

/// The group that records are being appended to.
///
/// A type of its own, because it knows no state: each record passes here, and a type parameter would cost it dearly.
struct OpenGroup {
  /// A group of this many bytes is full.
  let bytesMax: Int
  /// A group of this many records is full.
  let recordsMax: Int

  private var group = CommitGroup(firstSeq: 0)

  /// An empty group.
  init(bytesMax: Int, recordsMax: Int) {
    self.bytesMax = bytesMax
    self.recordsMax = recordsMax
  }

  /// Whether it holds no record.
  var isEmpty: Bool { group.isEmpty }

  /// Whether the next record has to go into another group, so that this one must be closed first.
  var isFull: Bool { group.count >= recordsMax || group.bytes.count >= bytesMax }

  /// The `batch` of a record that is about to be appended as `seq`.
  func batch(for seq: UInt64) -> UInt64 { group.isEmpty ? seq : group.firstSeq }

  /// Appends the body that `encode` writes, as record `seq` of the time `at`.
  ///
  /// - Returns: how many bytes the record's line will have.
  mutating func append(seq: UInt64, at: Timestamp, _ encode: (inout [UInt8]) -> Void) -> Int {
    if group.isEmpty { group.reset(firstSeq: seq) }
    let before = group.lineBytes
    encode(&group.bytes)
    group.endRecord(at: at)
    return group.lineBytes - before
  }

  /// Takes the group out; the next record begins another.
  mutating func take() -> CommitGroup {
    defer { group = CommitGroup(firstSeq: 0) }
    return group
  }
}
