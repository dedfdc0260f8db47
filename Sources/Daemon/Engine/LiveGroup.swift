import RecordFormat

/// The lines of one commit group as they are stored. Owned by the engine's thread.
final class LiveGroup {
  /// The seq of the first record.
  let firstSeq: UInt64
  /// The lines, each with its 0x0A.
  private let lines: [UInt8]
  /// Where each body ends, counted without what follows the bodies before it.
  private let bodyEnds: [Int]
  private lazy var types = readTypes()

  /// Takes over a group's lines and where its bodies end.
  init(firstSeq: UInt64, lines: [UInt8], bodyEnds: [Int]) {
    self.firstSeq = firstSeq
    self.lines = lines
    self.bodyEnds = bodyEnds
  }

  /// One that holds nothing.
  static var empty: LiveGroup { LiveGroup(firstSeq: 1, lines: [], bodyEnds: []) }

  /// The seq of the last record; `firstSeq - 1` if there is none.
  var lastSeq: UInt64 { firstSeq + UInt64(bodyEnds.count) - 1 }

  /// The memory it takes, about.
  var byteCount: Int { lines.count + bodyEnds.count * 24 + 256 }

  /// The type of one of its records.
  func type(of seq: UInt64) -> String { types[Int(seq - firstSeq)] }

  /// Lends the line of one of its records, without its 0x0A.
  func withLine<Answer>(of seq: UInt64, _ body: (UnsafeBufferPointer<UInt8>) -> Answer) -> Answer {
    lines.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[place(Int(seq - firstSeq))])) }
  }

  private func place(_ index: Int) -> Range<Int> {
    let suffix = HashChain.suffixLength
    let start = index == 0 ? 0 : bodyEnds[index - 1] + index * (suffix + 1)
    return start..<bodyEnds[index] + index * (suffix + 1) + suffix
  }

  private func readTypes() -> [String] {
    (firstSeq..<firstSeq + UInt64(bodyEnds.count)).map { seq in
      withLine(of: seq) { line in
        do throws(RecordFormatError) {
          return try RecordLine(parsing: line).type
        } catch {
          preconditionFailure("a line of ours has the form of a record: \(error)")
        }
      }
    }
  }
}
