extension ChunkedText {
  /// Chunks that are being cut anew, and the text that stands in their place.
  struct Run {
    private(set) var chunks: Range<Int>
    private(set) var scalars = 0
    private var bytes: [UInt8] = []

    init(chunks: Range<Int>) {
      self.chunks = chunks
    }

    /// Takes in the next chunk: of the first what stands before `start`, then the new text; of each what stands
    /// behind `end`.
    mutating func take(
      _ chunk: TextChunk, isFirst: Bool, cutting start: Int, _ end: Int, inserting text: String, _ count: Int
    ) {
      chunks = chunks.lowerBound..<chunks.upperBound + 1
      if isFirst {
        bytes += chunk.bytes[..<chunk.byteOffset(of: start)]
        scalars += start
        append(text, count)
      }
      guard end < chunk.count else { return }
      bytes += chunk.bytes[chunk.byteOffset(of: end)...]
      scalars += chunk.count - end
    }

    mutating func append(_ text: String, _ count: Int) {
      bytes += text.utf8
      scalars += count
    }

    mutating func append(_ chunk: TextChunk) {
      chunks = chunks.lowerBound..<chunks.upperBound + 1
      bytes += chunk.bytes
      scalars += chunk.count
    }

    mutating func prepend(_ chunk: TextChunk) {
      chunks = chunks.lowerBound - 1..<chunks.upperBound
      bytes = chunk.bytes + bytes
      scalars += chunk.count
    }

    /// The text in as few chunks as can hold it, none much shorter than another.
    func pieces() -> [TextChunk] {
      let runs = EvenRuns.cut(scalars, most: ChunkedText.mostScalars)
      var pieces: [TextChunk] = []
      pieces.reserveCapacity(runs.count)
      var start = 0
      for run in runs {
        let end = bytes.withUnsafeBufferPointer { bytes in
          start + UTF8Length.offset(of: run.count, in: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
        pieces.append(TextChunk(bytes: Array(bytes[start..<end]), count: run.count))
        start = end
      }
      return pieces
    }
  }
}

/// A number cut into as few runs as may be, none longer than the next by more than one.
enum EvenRuns {
  static func cut(_ count: Int, most: Int) -> [Range<Int>] {
    let runs = (count + most - 1) / most
    return (0..<runs).map { (count * $0 / runs)..<(count * ($0 + 1) / runs) }
  }
}
