import RecordFormat
import SystemCalls

/// Reads a journal on a thread of its own, ahead of whoever folds its records: finding, checking and hashing lines
/// then takes no time from what is done with them.
///
/// Hands out what the reader itself would, in the same order, and throws what it would in the same place. One thread
/// at a time may ask. The thread ends with the journal, or when this goes away.
package final class ReadAhead {
  /// Batches between the two threads: one being filled, one being worked on, and one to smooth their ways.
  private static let batches = 3

  private let pump: ReaderPump
  private let handover = ConditionLock(Handover())
  private var thread: Thread?
  private var batch = LineBatch()
  private var place = 0

  /// Takes over a reader that nobody else uses from now on.
  package init(_ reader: JournalReader) {
    pump = ReaderPump(reader)
    let (pump, handover) = (pump, handover)
    // Without a thread to be had, the caller's own does the reading.
    thread = try? Thread(name: "read ahead") { Self.run(pump, handover) }
    guard thread != nil else { return }
    let free = (1..<Self.batches).map { _ in LineBatch() }
    handover.change { $0.free = free }
  }

  deinit {
    handover.change { $0.isStopped = true }
    thread?.join()
  }

  /// The name of the segment of the line handed out last.
  package var file: String { batch.file }

  /// The header of the segment of the line handed out last.
  package var header: SegmentHeader? { batch.header }

  /// Bytes that were read for what was handed out, and a little ahead of it.
  package var bytesRead: Int { batch.bytesRead }

  /// The next record, or nil at the end.
  ///
  /// - Returns: a line whose bytes are valid until the next call.
  /// - Throws: as the reader does; the same again if called again.
  /// - Complexity: O(length of the line).
  package func next() throws(JournalError) -> JournalLine? {
    while true {
      if place < batch.lines.count {
        place += 1
        return batch.lines[place - 1]
      }
      if let ending = batch.ending {
        _ = try ending.get()
        return nil
      }
      takeBatch()
    }
  }

  private func takeBatch() {
    place = 0
    guard thread != nil else {
      batch.clear()
      return pump.fill(batch)
    }
    let done = batch
    handover.change { $0.free.append(done) }
    batch = handover.wait { $0.ready.isEmpty ? nil : $0.ready.removeFirst() }
  }

  private static func run(_ pump: ReaderPump, _ handover: ConditionLock<Handover>) {
    while true {
      guard case .fill(let batch) = handover.wait(for: { $0.turn() }) else { return }
      batch.clear()
      pump.fill(batch)
      let isLast = batch.ending != nil
      handover.change { $0.ready.append(batch) }
      if isLast { return }
    }
  }
}

/// What stands between the two threads.
private struct Handover {
  var free: [LineBatch] = []
  var ready: [LineBatch] = []
  var isStopped = false

  /// What the thread that reads does next.
  enum Turn {
    case fill(LineBatch)
    case stop
  }

  /// What is to be done; nil while there is nothing.
  mutating func turn() -> Turn? {
    if isStopped { return .stop }
    return free.isEmpty ? nil : .fill(free.removeLast())
  }
}

/// Fills batches from a reader.
///
/// `@unchecked Sendable`: only the thread that reads ahead calls it, or, where there is none, only the caller's.
private final class ReaderPump: @unchecked Sendable {
  private let reader: JournalReader
  /// A line that did not go into the last batch; valid because the reader was not asked again since.
  private var held: JournalLine?

  init(_ reader: JournalReader) {
    self.reader = reader
  }

  func fill(_ batch: LineBatch) {
    if let held { batch.append(held, of: reader.file, header: reader.header) }
    held = nil
    do throws(JournalError) {
      while let line = try reader.next() {
        guard batch.takes(line, of: reader.file) else {
          held = line
          break
        }
        batch.append(line, of: reader.file, header: reader.header)
      }
      if held == nil { batch.ending = .success(reader.ending) }
    } catch {
      batch.ending = .failure(error)
    }
    batch.bytesRead = reader.bytesRead
  }
}
