import CLinux
import Glibc

/// The signals that our programs handle or send.
package struct Signal: Hashable, Sendable {
  package let number: Int32

  package init(number: Int32) {
    self.number = number
  }

  package static let hangUp = Signal(number: SIGHUP)
  package static let interrupt = Signal(number: SIGINT)
  package static let terminate = Signal(number: SIGTERM)
  package static let kill = Signal(number: SIGKILL)
  package static let pipe = Signal(number: SIGPIPE)
  /// A file has come to the limit on its size; ignored, the write fails instead.
  package static let fileSize = Signal(number: SIGXFSZ)
  package static let user1 = Signal(number: SIGUSR1)

  /// Ignores the signal in the whole process.
  package func ignore() throws(SystemError) {
    try retrying("sigaction") { clinux_signal_ignore(number) }
  }

  /// Sends the signal to a process; 0 asks only whether it is there.
  package func send(to process: Int32) throws(SystemError) {
    try retrying("kill") { Glibc.kill(process, number) }
  }

  /// Blocks `signals` for the calling thread and those it starts from now on.
  package static func block(_ signals: [Signal]) throws(SystemError) {
    try retrying("pthread_sigmask") { clinux_signals_block(signals.map(\.number), Int32(signals.count)) }
  }

  /// Undoes `block` for the calling thread.
  package static func unblock(_ signals: [Signal]) throws(SystemError) {
    try retrying("pthread_sigmask") { clinux_signals_unblock(signals.map(\.number), Int32(signals.count)) }
  }
}

/// Signals that arrive as readable events (signalfd).
package struct SignalDescriptor: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  /// Takes `signals`, and blocks them for the calling thread and those it starts from now on.
  ///
  /// They must be blocked in every thread, so this belongs before the first other thread is started.
  package init(taking signals: [Signal]) throws(SystemError) {
    try Signal.block(signals)
    let numbers = signals.map(\.number)
    descriptor = FileDescriptor(
      owning: try retrying("signalfd") { clinux_signalfd(numbers, Int32(numbers.count)) })
  }

  /// The next signal that arrived; nil where none did.
  package func next() throws(SystemError) -> Signal? {
    do throws(SystemError) {
      let file = descriptor.rawValue
      return Signal(number: try retrying("read") { clinux_signalfd_read(file) })
    } catch {
      if error.errno == EAGAIN { return nil }
      throw error
    }
  }
}
