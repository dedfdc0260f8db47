import SystemCalls

/// Buffered text on its way to a descriptor, or to memory in tests. Used by one thread.
final class Output {
  /// Takes all the bytes, or says why it cannot.
  typealias Sink = (UnsafeRawBufferPointer) throws(SystemError) -> Void

  /// Whether a person is likely to be reading.
  let isTerminal: Bool
  /// What to call it in a message.
  private let name: String
  private let sink: Sink
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  init(name: String, isTerminal: Bool, sink: @escaping Sink) {
    self.name = name
    self.isTerminal = isTerminal
    self.sink = sink
    buffer.reserveCapacity(Self.capacity + 4096)
  }

  /// Adds text as it is, without a line end.
  ///
  /// - Throws: `readerGone` when the reader went away, else what the system says; what was buffered is lost.
  func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    try flushWhenFull()
  }

  /// Adds bytes as they are.
  func write(_ bytes: some Sequence<UInt8>) throws(Failure) {
    buffer.append(contentsOf: bytes)
    try flushWhenFull()
  }

  /// Adds text and a line end.
  func line(_ text: String = "") throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    try flushWhenFull()
  }

  /// Adds bytes and a line end.
  func line(_ bytes: some Sequence<UInt8>) throws(Failure) {
    buffer.append(contentsOf: bytes)
    buffer.append(UInt8(ascii: "\n"))
    try flushWhenFull()
  }

  /// Hands everything on that is still buffered.
  func flush() throws(Failure) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    do throws(SystemError) {
      try buffer.withUnsafeBufferPointer { bytes throws(SystemError) in try sink(UnsafeRawBufferPointer(bytes)) }
    } catch {
      if error.errno == ErrorNumber.brokenPipe { throw .readerGone }
      throw .unreachable("cannot write to \(name): \(error.text)")
    }
  }

  private func flushWhenFull() throws(Failure) {
    if buffer.count >= Self.capacity { try flush() }
  }
}
