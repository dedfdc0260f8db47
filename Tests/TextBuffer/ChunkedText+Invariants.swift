import ActionLog

extension ChunkedText {
  /// What is wrong with the cutting; nothing, whatever was edited.
  ///
  /// - Complexity: O(text).
  var violations: [String] {
    var found: [String] = []
    var elements = chunks.makeIterator()
    var (held, total) = (0, 0)
    for (index, page) in pages.enumerated() {
      if page.chunks > Self.mostChunks || (page.chunks < Self.leastChunks && pages.count > 1) {
        found.append("page \(index) has \(page.chunks) chunks")
      }
      var scalars = 0
      for _ in 0..<page.chunks { scalars += elements.next()?.count ?? 0 }
      if scalars != page.scalars { found.append("page \(index) counts \(page.scalars) scalars, its chunks \(scalars)") }
      held += page.chunks
      total += page.scalars
    }
    if held != chunks.count { found.append("pages hold \(held) chunks of \(chunks.count)") }
    if total != length { found.append("the length is \(length), pages count \(total)") }
    for (index, chunk) in chunks.enumerated() { found += Self.violations(of: chunk, index, isOnly: chunks.count == 1) }
    return found
  }

  private static func violations(of chunk: TextChunk, _ index: Int, isOnly: Bool) -> [String] {
    var found: [String] = []
    if chunk.count > mostScalars || chunk.count < (isOnly ? 1 : leastScalars) {
      found.append("chunk \(index) has \(chunk.count) scalars")
    }
    let scalars = chunk.bytes.withUnsafeBufferPointer { bytes in
      bytes.reduce(into: 0) { $0 &+= UTF8Length.isStart($1) ? 1 : 0 }
    }
    if scalars != chunk.count { found.append("chunk \(index) counts \(chunk.count) scalars and has \(scalars)") }
    return found
  }
}
