import ActionLog

extension ChunkedText {
  /// Puts a text in place of a range of scalars, which must lie inside the text.
  ///
  /// - Complexity: O(pages) small steps to find the place; then O(log n + one chunk) for a keystroke, and what is
  ///   deleted and inserted for longer edits.
  public mutating func replace(_ range: Range<Int>, with text: String) {
    precondition(range.lowerBound >= 0 && range.upperBound <= length, "Edit outside the text")
    let scalars = UTF8Length.scalars(of: text)
    let growth = scalars - range.count
    let place = locate(range.lowerBound, deleting: !range.isEmpty)
    length += growth
    let inside = place.offset..<place.offset + range.count
    if place.count > 0, inside.upperBound <= place.count, mayBecome(place.count + growth) {
      chunks[place.chunk].replace(inside, with: text, scalars: scalars)
      if growth != 0 { pages[place.page].scalars += growth }
    } else {
      recut(place.chunk, inside, with: text, scalars: scalars)
    }
  }

  private func mayBecome(_ count: Int) -> Bool {
    count <= Self.mostScalars && (count >= Self.leastScalars || (chunks.count == 1 && count > 0))
  }

  /// Replaces a range that begins in the chunk `first`, and cuts what it touches anew.
  private mutating func recut(_ first: Int, _ range: Range<Int>, with text: String, scalars: Int) {
    var run = Run(chunks: first..<first)
    var end = range.upperBound
    for chunk in chunks.elements(from: first) {
      run.take(chunk, isFirst: run.chunks.isEmpty, cutting: range.lowerBound, end, inserting: text, scalars)
      if end <= chunk.count { break }
      end -= chunk.count
    }
    if run.chunks.isEmpty { run.append(text, scalars) }
    takeNeighbour(&run)
    let pieces = run.pieces()
    for _ in run.chunks { chunks.remove(at: run.chunks.lowerBound) }
    for (index, piece) in pieces.enumerated() { chunks.insert(piece, at: run.chunks.lowerBound + index) }
    repage(run.chunks, becoming: pieces.count)
  }

  /// Takes in a neighbour where what is left is too short to stand by itself.
  private func takeNeighbour(_ run: inout Run) {
    guard run.scalars < Self.leastScalars else { return }
    if run.chunks.upperBound < chunks.count {
      run.append(chunks[run.chunks.upperBound])
    } else if run.chunks.lowerBound > 0 {
      run.prepend(chunks[run.chunks.lowerBound - 1])
    }
  }
}
