import WireProtocol

/// What a connection may do next: a pure machine of counters and flags that the event loop obeys.
///
/// Reading pauses while too many requests are unanswered or too many bytes wait to be taken. After the peer's end of
/// input the answers still owed are sent, then the connection closes. A peer that is gone altogether is read to its
/// end (what it asked for still counts) and answered no more.
struct ConnectionFlow {
  /// What the loop is to do with the connection.
  enum Verdict: Equatable {
    /// Watch it for these.
    case watch(reading: Bool, writing: Bool)
    /// The kernel would report its hang-up for ever: do not watch it, read it whenever `mayTake`.
    case drive
    case close(CloseReason)
  }

  let inFlightLimit: Int
  let queuedLimit: Int
  let stallNanoseconds: UInt64

  private(set) var inFlight = 0
  /// Bytes that wait to be sent.
  private(set) var queued = 0
  /// Bytes of batches that are not answered whole yet.
  private(set) var collected = 0
  /// Bytes of answers that are known to come and are not queued yet.
  private(set) var owed = 0
  /// The peer sends no more.
  private(set) var inputEnded = false
  /// Everything that the peer sent was taken.
  private(set) var inputExhausted = false
  /// The peer takes no more.
  private(set) var outputLost = false
  /// The peer is gone altogether.
  private(set) var hungUp = false
  /// The kernel took less than was waiting.
  private(set) var isBlocked = false
  private var lastMove: UInt64 = 0
  /// What the kernel held for the peer when it was last asked, with nothing sent since; nil if it was not asked.
  private var kernelHeld: Int?

  init(limits: Limits) {
    inFlightLimit = limits[.inFlight]
    queuedLimit = limits[.queuedBytes]
    stallNanoseconds = UInt64(limits[.queueStallSeconds]) * 1_000_000_000
  }

  /// Whether another line may be taken from it.
  var mayTake: Bool { inFlight < inFlightLimit && !isFull && !inputExhausted }

  /// Whether what it has coming reaches the limit, however far each answer is on its way.
  var isFull: Bool { queued + collected + owed >= queuedLimit }

  /// Whether bytes may be received from it.
  var mayReceive: Bool { mayTake && !inputEnded }

  /// Whether lines that answer no request may be queued: not after the peer's end of input, so that the connection
  /// comes to its end.
  var takesPushes: Bool { !inputExhausted && !outputLost }

  mutating func began() { inFlight += 1 }

  mutating func answered() {
    precondition(inFlight > 0, "a request is answered once")
    inFlight -= 1
  }

  /// Answers of `count` bytes are known to come, or were queued if it is negative.
  mutating func owes(_ count: Int) { owed += count }

  mutating func queueHolds(_ count: Int) { queued = count }

  /// The replies gathered for batches grew by `count` bytes, or shrank if it is negative.
  mutating func collects(_ count: Int) { collected += count }

  /// The kernel took some bytes, and `queued` are left.
  mutating func moved(left: Int, now: UInt64) {
    queued = left
    isBlocked = left > 0
    lastMove = now
    kernelHeld = nil
  }

  /// The kernel took nothing.
  mutating func blocked(now: UInt64) {
    if !isBlocked { lastMove = now }
    isBlocked = true
  }

  mutating func endInput() { inputEnded = true }

  mutating func exhaustInput() { inputExhausted = true }

  mutating func loseOutput() {
    outputLost = true
    isBlocked = false
    queued = 0
  }

  mutating func hangUp() {
    hungUp = true
    loseOutput()
  }

  /// Whether the peer has taken nothing for the longest time allowed, now that the kernel holds `count` bytes for it.
  ///
  /// The kernel takes more only when much of what it holds was read, which a slow reader needs long for: so what it
  /// holds counts too, and falls when the peer reads. The first time there is nothing to compare it with.
  mutating func isStalled(kernelHolds count: Int, now: UInt64) -> Bool {
    defer { kernelHeld = count }
    guard let kernelHeld else { return false }
    if count < kernelHeld { lastMove = now }
    return isStalled(now: now)
  }

  /// Whether what is queued has not moved for the longest time allowed.
  func isStalled(now: UInt64) -> Bool { isBlocked && now > lastMove && now - lastMove >= stallNanoseconds }

  var verdict: Verdict {
    if inputExhausted {
      if outputLost { return .close(.peerGone) }
      if inFlight == 0, queued == 0 { return .close(.finished) }
    }
    if hungUp { return .drive }
    return .watch(reading: mayReceive, writing: isBlocked)
  }
}

/// Why a connection was closed.
enum CloseReason: Equatable, Sendable {
  /// The peer ended its input, and everything it was owed was sent.
  case finished
  /// The peer takes no more answers.
  case peerGone
  /// The peer took nothing for too long, and so many bytes waited to be sent.
  case stalled(bytes: Int)
  /// The descriptor failed.
  case failed
  /// The loop ends.
  case stopping
}
