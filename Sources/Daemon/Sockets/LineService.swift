import WireProtocol

/// What stands behind the sockets. Every call comes on the thread that runs the event loop.
///
/// Within one round of the loop the order is: `stopRequested`, `wake`, `deadlineReached`, any number of `drained`, any
/// number of `receive`, and last `endOfTick`; then what was answered or pushed is sent. `connectionClosed` comes
/// between rounds.
protocol LineService: AnyObject {
  /// A request. It is answered through `EventLoop.reply` with `slot`, now or later, exactly once.
  ///
  /// What the request borrows from the line is valid until this returns.
  func receive(_ request: RPCRequest, from peer: Peer, slot: ReplySlot)

  /// The connection of `peer` is gone; answers to it are dropped from now on.
  func connectionClosed(_ peer: Peer, _ reason: CloseReason)

  /// The connection has room again, as was asked for with `EventLoop.notifyWhenBelow`.
  func drained(_ connection: ConnectionID)

  /// All input of this round was handed over.
  func endOfTick()

  /// Some thread called `Waker.wake()` since the last time.
  func wake()

  /// The moment of `EventLoop.setDeadline` has come.
  func deadlineReached()

  /// SIGTERM or SIGINT arrived.
  func stopRequested()
}
