import RecordFormat

/// Shows those records that are wanted; of history only the last so many where that was asked for.
struct TailPrinter {
  private let invocation: Invocation
  private let filter: RecordFilter
  private let row: RecordRow
  /// What is kept back until history is over.
  private var kept: LastLines?

  init(_ invocation: Invocation, _ filter: RecordFilter, last: Int?) {
    self.invocation = invocation
    self.filter = filter
    let isCut = invocation.output.isTerminal && !invocation.options.has("--wide")
    row = RecordRow(
      style: invocation.style, zone: invocation.zone, columns: isCut ? invocation.surroundings.columns() : nil)
    kept = last.map { LastLines(count: $0) }
  }

  /// Takes the next record.
  ///
  /// - Returns: whether more may be wanted.
  mutating func take(_ record: RecordLine) throws(Failure) -> Bool {
    if filter.isPast(record) { return false }
    if filter.matches(record) {
      if kept != nil { kept?.add(record.bytes) } else { try show(record) }
    }
    return !filter.isLast(record)
  }

  /// History is over: shows what was kept back of it, and from now on everything.
  mutating func release() throws(Failure) {
    guard let lines = kept?.lines else { return }
    kept = nil
    for bytes in lines {
      // The line stood a moment ago, so it still parses.
      try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
        if let record = try? RecordLine(parsing: buffer) { try show(record) }
      }
    }
  }

  private func show(_ record: RecordLine) throws(Failure) {
    if invocation.wantsJSON {
      try invocation.output.line(record.bytes)
    } else {
      try invocation.output.line(row.text(record))
    }
  }
}

/// The last so many lines of many.
private struct LastLines {
  private let count: Int
  private var ring: [[UInt8]] = []
  private var oldest = 0

  init(count: Int) { self.count = count }

  mutating func add(_ line: UnsafeBufferPointer<UInt8>) {
    guard count > 0 else { return }
    if ring.count < count {
      ring.append(Array(line))
    } else {
      ring[oldest] = Array(line)
      oldest = (oldest + 1) % count
    }
  }

  /// In the order in which they came.
  var lines: [[UInt8]] { Array(ring[oldest...] + ring[..<oldest]) }
}
