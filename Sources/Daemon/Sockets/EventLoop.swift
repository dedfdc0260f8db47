import SystemCalls
import WireProtocol

/// The sockets of the daemon: one thread, one epoll, lines in, answers out.
///
/// A round takes what is ready (at most one receive per connection, so nobody starves), hands whole requests to the
/// service, and sends what was answered with one call per connection. All methods belong to the thread that calls
/// `run`; only the `waker` is for others.
final class EventLoop {
  /// Wakes this loop from any thread.
  let waker: Waker
  let limits: Limits
  var counters = SocketCounters()

  let epoll: Epoll
  let timer: TimerDescriptor
  let signals: StopSignals?
  let parser: RequestParser
  let now: () -> UInt64
  var listener: ListeningSocket?
  /// Given up for a moment to take, and turn away, a connection for which there is no other descriptor.
  var spare: FileDescriptor?
  var isAcceptPaused = false
  var connections = ConnectionTable()
  var service: (any LineService)?

  var ready = EpollReady()
  var readable: [Connection] = []
  var resumed: [Connection] = []
  var dirty: [Connection] = []
  /// Connections whose room the service is told of in the next round.
  var roomy: [Connection] = []
  /// The next time that queues which do not move, and a paused listener, are looked at; nil while there are none.
  var nextCheck: UInt64?
  /// When what is still owed is given up; nil before `finish()`.
  var drainDeadline: UInt64?

  static let checkNanoseconds: UInt64 = 1_000_000_000
  static let drainNanoseconds: UInt64 = 700_000_000

  /// A loop for the connections of `listener`.
  ///
  /// - Parameters:
  ///   - signals: taken as requests to stop. They are blocked in the calling thread and those it starts from now on,
  ///     so this belongs before the first other thread.
  ///   - now: `CLOCK_BOOTTIME` in nanoseconds.
  init(
    listener: consuming ListeningSocket, limits: Limits = Limits(),
    signals: [Signal] = [.terminate, .interrupt],
    now: @escaping () -> UInt64 = Clock.boottimeNanoseconds
  ) throws(SystemError) {
    self.limits = limits
    self.now = now
    parser = RequestParser(limits: limits)
    waker = try Waker()
    timer = try TimerDescriptor()
    epoll = try Epoll()
    self.signals = signals.isEmpty ? nil : try StopSignals(taking: signals)
    spare = try FileDescriptor.open("/dev/null", .readOnly)
    try epoll.add(waker.event.descriptor, .readable, token: Token.waker)
    try epoll.add(timer.descriptor, .readable, token: Token.timer)
    if let signals = self.signals { try epoll.add(signals.descriptor, .readable, token: Token.signals) }
    try epoll.add(listener.descriptor, .readable, token: Token.listener)
    self.listener = consume listener
  }

  /// Connections that are open.
  var connectionCount: Int { connections.count }

  /// Whether some connection has input that was received and not handed over yet.
  var isMoreInputHeld: Bool { !resumed.isEmpty }

  /// Calls `deadlineReached` at `boottimeNanoseconds`; nil calls it off. One that has passed is due at once.
  func setDeadline(boottimeNanoseconds: UInt64?) throws(SystemError) {
    try timer.set(deadline: boottimeNanoseconds)
  }

  /// Serves until `finish()`.
  ///
  /// - Throws: when the kernel refuses to wait; every connection is closed then.
  func run(service: any LineService) throws(SystemError) {
    self.service = service
    defer {
      closeAll()
      self.service = nil
    }
    while !isDrained {
      _ = try epoll.wait(into: &ready, timeoutMilliseconds: timeout)
      round()
    }
  }

  /// Sends what is owed, for a second at most, and makes `run` return. Nothing is read any more.
  func finish() {
    guard drainDeadline == nil else { return }
    drainDeadline = now() + Self.drainNanoseconds
    for connection in connections.all { markDirty(connection) }
  }

  private func round() {
    let events = collect()
    if events.contains(.stop) { service?.stopRequested() }
    if events.contains(.wake) { service?.wake() }
    if events.contains(.deadline) { service?.deadlineReached() }
    if events.contains(.listener) { acceptReady() }
    tellRoom()
    readAll()
    service?.endOfTick()
    settleAll()
    checkIfDue()
  }

  private var isDrained: Bool {
    guard let drainDeadline else { return false }
    return now() >= drainDeadline || connections.all.allSatisfy { $0.flow.queued == 0 }
  }

  private var timeout: Int32? {
    if !resumed.isEmpty || !dirty.isEmpty || !roomy.isEmpty { return 0 }
    guard let moment = [nextCheck, drainDeadline].compactMap(\.self).min() else { return nil }
    let now = now()
    return moment <= now ? 0 : Int32(clamping: (moment - now + 999_999) / 1_000_000)
  }
}
