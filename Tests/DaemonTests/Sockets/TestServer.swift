import Foundation
import SystemCalls
import TestSupport
import Testing
import WireProtocol

@testable import Daemon

/// An event loop on a thread of its own, with a service behind it that does what a test tells it.
///
/// `status` is answered at once, `get` of `/N` with a string of N bytes at once. A `subscribe` to `/N` pushes two lines
/// of N bytes before its answer; `unsubscribe` of N asks to be told when fewer than N bytes are queued, and answers how
/// many are. A `dispatch` is answered at once with
/// its own payload, or, while the server holds, when it is released: then the last one first.
final class TestServer: Sendable {
  struct Seen {
    var waker: Waker?
    var failure: String?
    var isHolding = false
    var isStopping = false
    var raises = false
    var hasReturned = false
    var received: [String] = []
    var peers: [Peer] = []
    var closed = 0
    var reasons: [CloseReason] = []
    var ticks = 0
    var deadlines = 0
    var stopRequests = 0
    var connections = 0
    /// Whether each push was taken.
    var pushes: [Bool] = []
    /// What was queued each time that a connection had room again.
    var drained: [Int] = []
    var counters = SocketCounters()
    var deadline: UInt64?
    var thread: SystemCalls.Thread?
  }

  let path: String
  let seen: ConditionLock<Seen>

  /// Starts a server whose limits are set by name.
  init(
    _ limits: [(Limit, Int)] = [], isHolding: Bool = false, signals: [Signal] = [],
    now: @escaping @Sendable () -> UInt64 = { Clock.boottimeNanoseconds() }
  ) throws {
    var all = Limits()
    for (limit, value) in limits { try all.set(limit, to: value) }
    let path = TemporarySocket.path()
    var start = Seen()
    start.isHolding = isHolding
    let seen = ConditionLock(start)
    self.path = path
    self.seen = seen
    let thread = try SystemCalls.Thread(name: "loop") { [all] in
      Self.run(path, all, signals, now, seen)
    }
    seen.withLock { $0.thread = thread }
    let failure = seen.wait { $0.waker != nil || $0.failure != nil ? .some($0.failure) : nil }
    if let failure { throw StartFailure(what: failure) }
  }

  struct StartFailure: Error { let what: String }

  private static func run(
    _ path: String, _ limits: Limits, _ signals: [Signal], _ now: @escaping () -> UInt64, _ seen: ConditionLock<Seen>
  ) {
    do {
      let loop = try EventLoop(
        listener: try ListeningSocket(claiming: path), limits: limits, signals: signals, now: now)
      let service = TestService(loop, seen)
      seen.change { $0.waker = loop.waker }
      try loop.run(service: service)
      seen.change { $0.hasReturned = true }
    } catch {
      seen.change {
        $0.failure = "\(error)"
        $0.hasReturned = true
      }
    }
  }

  func connect() throws -> TestClient { try TestClient(path) }

  /// Answers what is held, and holds no more.
  func release() {
    seen.withLock { seen in
      seen.isHolding = false
      seen.waker?.wake()
    }
  }

  /// Waits until `condition` holds of what the service has seen.
  @discardableResult
  func wait(_ condition: (Seen) -> Bool, at place: SourceLocation = #_sourceLocation) -> Bool {
    let held = seen.wait(milliseconds: Patience.milliseconds) { condition($0) ? true : nil } ?? false
    if !held { Issue.record("it never happened", sourceLocation: place) }
    return held
  }

  /// Stops the loop and waits for its end; what was seen until then.
  @discardableResult
  func stop() -> Seen {
    let thread = seen.withLock { seen in
      seen.isStopping = true
      seen.waker?.wake()
      return seen.thread
    }
    thread?.join()
    return seen.withLock { $0 }
  }
}

/// The service of a test server; it lives on the loop's thread.
private final class TestService: LineService {
  private let loop: EventLoop
  private let seen: ConditionLock<TestServer.Seen>
  private var held: [(slot: ReplySlot, result: [UInt8])] = []

  init(_ loop: EventLoop, _ seen: ConditionLock<TestServer.Seen>) {
    self.loop = loop
    self.seen = seen
  }

  func receive(_ request: RPCRequest, from peer: Peer, slot: ReplySlot) {
    switch request.call {
    case .dispatch(let params):
      let holds = seen.change { seen in
        seen.received.append(params.type)
        if seen.peers.last?.connection != peer.connection { seen.peers.append(peer) }
        return seen.isHolding
      }
      if holds {
        held.append((slot, Array(params.action)))
      } else {
        loop.reply(slot, result: params.action)
      }
    case .get(let params):
      guard case .pointer(let pointer) = params.target, let count = pointer.tokens.first.flatMap({ Int($0) }) else {
        return loop.reply(slot, error: .notFound(pointer: "\(params.target)"))
      }
      loop.reply(slot, result: Array("\"\(String(repeating: "a", count: count))\"".utf8))
    case .subscribe(let params):
      push(params.target, to: peer.connection)
      loop.reply(slot, result: Array("true".utf8))
    case .unsubscribe(let params):
      loop.notifyWhenBelow(Int(params.subscription), peer.connection)
      loop.reply(slot, result: Array("\(loop.queuedBytes(peer.connection))".utf8))
    case .follow, .status, .describe:
      loop.reply(slot, result: Array("true".utf8))
    }
  }

  private func push(_ target: ReadTarget, to connection: ConnectionID) {
    guard case .pointer(let pointer) = target, let count = pointer.tokens.first.flatMap({ Int($0) }) else { return }
    for _ in 0..<2 {
      let isTaken = loop.push(to: connection) { $0 += Array(repeating: UInt8(ascii: "a"), count: count) }
      seen.change { $0.pushes.append(isTaken) }
    }
  }

  func drained(_ connection: ConnectionID) {
    let queued = loop.queuedBytes(connection)
    seen.change { $0.drained.append(queued) }
  }

  func connectionClosed(_ peer: Peer, _ reason: CloseReason) {
    let connections = loop.connectionCount
    seen.change {
      $0.closed += 1
      $0.reasons.append(reason)
      $0.connections = connections
    }
  }

  func endOfTick() {
    let counters = loop.counters
    let connections = loop.connectionCount
    seen.change {
      $0.ticks += 1
      $0.counters = counters
      $0.connections = connections
    }
  }

  func wake() {
    let (isHolding, isStopping, deadline) = seen.withLock { seen in
      defer { seen.deadline = nil }
      return (seen.isHolding, seen.isStopping, seen.deadline)
    }
    if !isHolding {
      for (slot, result) in held.reversed() { loop.reply(slot, result: result) }
      held = []
    }
    // Sent to this thread alone, which has it blocked: the other threads of the tests have not.
    if seen.withLock({ $0.raises }) { raise(SIGTERM) }
    if let deadline { try? loop.setDeadline(boottimeNanoseconds: deadline) }
    if isStopping { finish() }
  }

  func deadlineReached() { seen.change { $0.deadlines += 1 } }

  func stopRequested() {
    seen.change { $0.stopRequests += 1 }
    finish()
  }

  private func finish() {
    loop.stopAccepting()
    loop.finish()
  }
}
