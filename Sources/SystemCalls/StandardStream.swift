import CLinux
import Glibc

/// The three streams that a program is started with; they are never closed by us.
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Whether a person's terminal is at the other end.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Columns of the terminal, nil where there is none.
  package var terminalWidth: Int? {
    let columns = clinux_terminal_columns(rawValue)
    return columns > 0 ? Int(columns) : nil
  }

  /// Writes all of `bytes`.
  ///
  /// - Throws: `EPIPE` when the reader has gone away (SIGPIPE must be ignored).
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let part = rest
      do throws(SystemError) {
        let count = try retrying("write") { Glibc.write(rawValue, part.baseAddress, part.count) }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } catch {
        // A terminal or pipe that a parent made non-blocking: wait for room.
        guard error.errno == EAGAIN else { throw error }
        try Poll.wait(rawValue, for: .writable)
      }
    }
  }

  /// Writes all of `bytes`.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Writes the text as it is, without a line's end.
  package func write(_ text: String) throws(SystemError) {
    try write(Array(text.utf8))
  }

  /// Reads what is there, at most `buffer.count` bytes; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try retrying("read") { Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
  }
}

extension StandardStream {
  /// Writes a line to standard error; what cannot be written there can be told to nobody.
  package static func writeStderr(_ line: String) {
    try? StandardStream.error.write(line + "\n")
  }

  /// Writes a line to standard output.
  package static func writeStdout(_ line: String) throws(SystemError) {
    try StandardStream.output.write(line + "\n")
  }
}
