import SystemCalls
import WireProtocol

extension EventLoop {
  /// Connections taken per round, so that a flood of them does not starve those that are open.
  private static let acceptsPerRound = 64

  /// Takes no connection any more; those that wait are refused by the kernel, and the socket's file is removed if it
  /// is still ours.
  func stopAccepting() {
    guard let listener = listener.take() else { return }
    listener.remove()
  }

  /// Takes the connections that wait.
  func acceptReady() {
    for _ in 0..<Self.acceptsPerRound {
      guard !isAcceptPaused, listener != nil else { return }
      do throws(SystemError) {
        guard let descriptor = try listener?.descriptor.accept() else { return }
        open(descriptor)
      } catch {
        counters.outOfDescriptors += 1
        if !turnAwayWithSpare() { pauseAccepting() }
      }
    }
  }

  private func open(_ descriptor: consuming FileDescriptor) {
    // A peer that is gone already has no credentials to speak of; closing is all there is to do.
    guard let credentials = try? descriptor.peerCredentials() else { return }
    if let limit = connections.limit(for: credentials.uid, limits: limits) {
      return turnAway(descriptor, .busy(limit, value: limits[limit]))
    }
    let connection = connections.open(descriptor, credentials: credentials, limits: limits)
    do throws(SystemError) {
      try epoll.add(connection.descriptor, .readable, token: connection.id.token)
      connection.watched = .readable
      counters.accepted += 1
    } catch {
      connections.close(connection)
      counters.turnedAway += 1
    }
  }

  private func turnAway(_ descriptor: consuming FileDescriptor, _ error: WireError) {
    counters.turnedAway += 1
    var line: [UInt8] = []
    Response.append(error: error, id: .null, to: &line)
    line.append(0x0A)
    // A fresh socket has room for one line; a peer that is gone needs none.
    _ = line.withUnsafeBytes { bytes in try? descriptor.send(bytes) }
  }

  /// Takes one connection with the spare descriptor, tells it why, and gets a spare again.
  ///
  /// - Returns: whether there is a spare again.
  private func turnAwayWithSpare() -> Bool {
    guard spare != nil else { return false }
    spare = nil
    if let descriptor = try? listener?.descriptor.accept() {
      turnAway(descriptor, .busyDescriptors())
    }
    return getSpare()
  }

  private func getSpare() -> Bool {
    do throws(SystemError) {
      spare = try FileDescriptor.open("/dev/null", .readOnly)
      return true
    } catch {
      return false
    }
  }

  /// Stops watching the listener: it would be reported again and again.
  private func pauseAccepting() {
    guard !isAcceptPaused else { return }
    isAcceptPaused = true
    watchListener([])
    scheduleCheck()
  }

  /// Watches the listener again once there is a spare descriptor.
  func resumeAcceptingIfPossible() {
    guard isAcceptPaused, spare != nil || getSpare() else { return }
    isAcceptPaused = false
    watchListener(.readable)
  }

  private func watchListener(_ events: EpollEvents) {
    // A listener that cannot be watched differently is the same as before; the next check tries again.
    try? listener?.watch(for: events, in: epoll, token: Token.listener)
  }
}
