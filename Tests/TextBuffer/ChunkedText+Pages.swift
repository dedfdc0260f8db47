import ActionLog

extension ChunkedText {
  /// Counts anew the pages of chunks that were replaced.
  ///
  /// - Parameters:
  ///   - old: which chunks there were.
  ///   - count: how many stand in their place now.
  mutating func repage(_ old: Range<Int>, becoming count: Int) {
    var touched = pagesHolding(old)
    var held = touched.chunks.count - old.count + count
    var start = touched.chunks.lowerBound
    if held < Self.leastChunks {
      if touched.pages.upperBound < pages.count {
        held += pages[touched.pages.upperBound].chunks
        touched.pages = touched.pages.lowerBound..<touched.pages.upperBound + 1
      } else if touched.pages.lowerBound > 0 {
        touched.pages = touched.pages.lowerBound - 1..<touched.pages.upperBound
        held += pages[touched.pages.lowerBound].chunks
        start -= pages[touched.pages.lowerBound].chunks
      }
    }
    let fresh = counted(chunksFrom: start, held)
    for _ in touched.pages { pages.remove(at: touched.pages.lowerBound) }
    for (index, page) in fresh.enumerated() { pages.insert(page, at: touched.pages.lowerBound + index) }
  }

  /// The pages that hold a run of chunks, and which chunks those hold.
  private func pagesHolding(_ run: Range<Int>) -> (pages: Range<Int>, chunks: Range<Int>) {
    var (first, start) = (0, 0)
    for page in pages {
      if run.lowerBound < start + page.chunks || first == pages.count - 1 { break }
      start += page.chunks
      first += 1
    }
    var (end, covered) = (first, start)
    for page in pages.elements(from: first) {
      covered += page.chunks
      end += 1
      if covered >= run.upperBound { break }
    }
    return (first..<end, start..<covered)
  }

  private func counted(chunksFrom start: Int, _ count: Int) -> [TextPage] {
    var elements = chunks.elements(from: start)
    return EvenRuns.cut(count, most: Self.mostChunks).map { run in
      var page = TextPage(chunks: run.count, scalars: 0)
      for _ in run { page.scalars += elements.next()?.count ?? 0 }
      return page
    }
  }
}
