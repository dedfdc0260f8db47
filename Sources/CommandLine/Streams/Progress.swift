/// How far a long job is, on a line of standard error that is written over; on a terminal only.
///
/// Says nothing in the first second, so short jobs stay silent.
struct Progress {
  private let surroundings: Surroundings
  private let noun: String
  private let totalBytes: Int?
  private let started: UInt64
  private var shownAt: UInt64
  private var isShown = false
  private var calls = 0

  private(set) var records = 0
  private(set) var bytes = 0

  private static let second: UInt64 = 1_000_000_000

  /// - Parameters:
  ///   - noun: what is counted: `record`.
  ///   - totalBytes: how many bytes there are in all, where that is known: then the time left is told.
  init(_ surroundings: Surroundings, noun: String, totalBytes: Int? = nil) {
    self.surroundings = surroundings
    self.noun = noun
    self.totalBytes = totalBytes
    started = surroundings.nanoseconds()
    shownAt = started + Self.second - Self.second / 5
  }

  /// Seconds since the job began.
  var seconds: Double { Double(surroundings.nanoseconds() - started) / Double(Self.second) }

  /// Counts, and shows the count at most five times a second.
  mutating func advance(records: Int = 1, bytes: Int) throws(Failure) {
    self.records += records
    self.bytes += bytes
    guard surroundings.errors.isTerminal else { return }
    calls += 1
    // The clock is looked at rarely: a record can take less than reading it does.
    if calls.isMultiple(of: 64) { try show() }
  }

  /// Sets the count to what it is in all.
  mutating func reach(records: Int, bytes: Int) throws(Failure) {
    self.records = records
    self.bytes = bytes
    if surroundings.errors.isTerminal { try show() }
  }

  private mutating func show() throws(Failure) {
    let now = surroundings.nanoseconds()
    guard now >= shownAt + Self.second / 5 else { return }
    shownAt = now
    isShown = true
    try surroundings.errors.write("\r\u{1b}[K" + text(seconds: Double(now - started) / Double(Self.second)))
    try surroundings.errors.flush()
  }

  /// Takes the line away again.
  mutating func clear() throws(Failure) {
    guard isShown else { return }
    isShown = false
    try surroundings.errors.write("\r\u{1b}[K")
    try surroundings.errors.flush()
  }

  /// One line: count, rate, and the time left where the end is known.
  func text(seconds: Double) -> String {
    var text = Printable.count(records, noun)
    guard seconds > 0 else { return text }
    let rate = Double(bytes) / seconds
    text += ", \(Printable.decimal(rate / 1_000_000)) MB/s"
    if let totalBytes, rate > 0, totalBytes > bytes {
      text += ", \(Printable.duration(seconds: Double(totalBytes - bytes) / rate)) left"
    }
    return text
  }
}
