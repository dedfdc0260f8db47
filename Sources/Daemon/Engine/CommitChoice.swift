/// Whether a group is committed by the engine thread itself or handed to the commit thread.
///
/// A small group on a disk that syncs quickly is done sooner than two threads can wake each other. A pure value.
struct CommitChoice: Equatable {
  /// Off: every group goes to the commit thread.
  var allowsInline = true
  /// Groups beyond this many bytes go to the commit thread.
  var smallBytes = 32 << 10
  /// Groups beyond this many records go to the commit thread.
  var smallRecords = 16
  /// Syncs that take longer than this on average go to the commit thread.
  var quickNanoseconds: Int64 = 2_000_000

  /// The running average of recent syncs, in nanoseconds; a slow start assumes a slow disk.
  private(set) var averageNanoseconds: Int64 = 4_000_000

  /// Takes note of how long one commit took.
  mutating func took(nanoseconds: Int64) {
    averageNanoseconds += (nanoseconds - averageNanoseconds) / 8
  }

  /// Whether the engine thread should commit this group, with nothing in flight.
  func isInline(bytes: Int, records: Int) -> Bool {
    allowsInline && bytes <= smallBytes && records <= smallRecords && averageNanoseconds <= quickNanoseconds
  }
}
