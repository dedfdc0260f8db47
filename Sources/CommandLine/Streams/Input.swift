import SystemCalls

/// Bytes from standard input or a file, as they come. Used by one thread.
final class Input {
  /// Reads some bytes, waiting for the first; 0 at the end.
  typealias Source = (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int

  /// Whether a person would have to type.
  let isTerminal: Bool
  /// What to call it in a message.
  let name: String
  private let source: Source
  private let ready: () -> Bool

  /// - Parameter ready: whether a read would return at once; files are always ready.
  init(name: String, isTerminal: Bool, ready: @escaping () -> Bool = { true }, source: @escaping Source) {
    self.name = name
    self.isTerminal = isTerminal
    self.source = source
    self.ready = ready
  }

  /// Whether the next read returns without waiting.
  var isReady: Bool { ready() }

  /// Reads some bytes, waiting for the first; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
    do {
      return try source(buffer)
    } catch {
      throw .unreachable("cannot read \(name): \(error.text)")
    }
  }

  /// Everything up to the end.
  ///
  /// - Throws: `tooLong` past `limit` bytes.
  func readAll(limit: Int) throws(Failure) -> [UInt8] {
    let lines = LineBuffer()
    while try lines.fill(from: self) {
      if lines.bufferedBytes > limit {
        throw Failure(
          status: .usage, name: "tooLong", message: "\(name) holds more than \(Printable.bytes(limit)): send less")
      }
    }
    return lines.takeRest()
  }
}
