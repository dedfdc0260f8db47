import RecordFormat
import Synchronization
import SystemCalls

/// Serves the records of a journal that is being written to, piece by piece, to any number of readers.
///
/// Everything is read with `pread`, sealed segments too: a file that somebody cuts costs those who are served from it
/// their history, and not the process its life. The chain is checked as it is read. Segments that begin meanwhile are
/// picked up. One file and one buffer serve all places. Any thread may call it; one at a time is served.
package final class HistoryReader: Sendable {
  private let files: Mutex<HistoryFiles>

  /// A reader of the journal in `directory`, which need not be there yet.
  package init(directory: String, fileSystem: any JournalFileSystem = RealFileSystem()) {
    files = Mutex(HistoryFiles(directory: directory, fileSystem: fileSystem))
  }

  /// Hands out records from `place` on, in order and each once, and moves the place behind them.
  ///
  /// - Parameters:
  ///   - head: the last record that is durable; nothing behind it is handed out, or looked at.
  ///   - bytes: about how many bytes of the journal are read at most; at least one line is, or one header.
  ///   - body: is given each record; its memory is valid during the call.
  /// - Throws: `damaged` where a line does not stand, or the chain does not lead to the head's hash; `io`. What was
  ///   handed out before stands, and `place.next` is the seq of the record that could not be served.
  /// - Complexity: O(bytes); the first time at a place in the middle of a segment also O(log segment) reads.
  package func read(
    _ place: inout HistoryPlace, through head: JournalStatus.Head, bytes: Int, _ body: (RecordLine) -> Void
  ) throws(JournalError) {
    try files.withLock { files throws(JournalError) in
      try files.read(&place, through: head, bytes: bytes, body)
    }
  }
}
