import SystemCalls

/// The signals that ask for a stop, as readable events; owned by the thread that runs the event loop.
final class StopSignals {
  private let signals: SignalDescriptor

  init(taking signals: [Signal]) throws(SystemError) {
    self.signals = try SignalDescriptor(taking: signals)
  }

  var descriptor: FileDescriptor { _read { yield signals.descriptor } }

  /// Takes what arrived; whether anything did.
  func drain() throws(SystemError) -> Bool {
    var any = false
    while try signals.next() != nil { any = true }
    return any
  }
}
