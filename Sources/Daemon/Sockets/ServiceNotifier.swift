import SystemCalls

/// Tells the service manager how the daemon is (`sd_notify`), where there is one.
///
/// A manager that cannot be told is no reason to fail: every call answers whether it was told, and that is all.
struct ServiceNotifier: Sendable {
  private let address: UnixAddress?

  /// A notifier for the socket that `NOTIFY_SOCKET` names: a path, or an abstract name that begins with `@`.
  init(notifySocket: String? = CurrentProcess.environment("NOTIFY_SOCKET")) {
    address = notifySocket.flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? UnixAddress(notation: $0) : nil }
  }

  /// Whether there is a manager to tell.
  var isListening: Bool { address != nil }

  /// Start-up is done; `status` is one line for people.
  @discardableResult
  func ready(status: String? = nil) -> Bool { send(["READY=1"] + line(status)) }

  /// A clean stop has begun.
  @discardableResult
  func stopping(status: String? = nil) -> Bool { send(["STOPPING=1"] + line(status)) }

  /// One line for people.
  @discardableResult
  func status(_ status: String) -> Bool { send(line(status)) }

  /// Start-up or stop needs so much longer, in microseconds.
  @discardableResult
  func extendTimeout(microseconds: UInt64) -> Bool { send(["EXTEND_TIMEOUT_USEC=\(microseconds)"]) }

  private func send(_ lines: [String]) -> Bool {
    guard let address, !lines.isEmpty else { return false }
    do throws(SystemError) {
      try UnixSocket.sendDatagram(Array(lines.joined(separator: "\n").utf8), to: address)
      return true
    } catch {
      return false
    }
  }

  private func line(_ status: String?) -> [String] {
    status.map { ["STATUS=" + String($0.map { $0.isNewline ? " " : $0 })] } ?? []
  }
}
