import ActionLog

extension ChunkedText {
  /// Where a position is.
  struct Place {
    /// The page, or 0 where there is none.
    var page = 0
    /// The chunk, among all.
    var chunk = 0
    /// Scalars before the position inside the chunk.
    var offset = 0
    /// Scalars of the chunk; 0 where there is none.
    var count = 0
  }

  /// Finds a position from 0 to `length`.
  ///
  /// Between two chunks, what is inserted belongs to the end of the first, what is deleted to the start of the second.
  ///
  /// - Complexity: O(pages + chunks of one page).
  func locate(_ position: Int, deleting: Bool) -> Place {
    var place = Place()
    var rest = position
    let last = pages.count - 1
    for page in pages {
      if rest < page.scalars || (rest == page.scalars && !deleting) || place.page == last { break }
      rest -= page.scalars
      place.chunk += page.chunks
      place.page += 1
    }
    for chunk in chunks.elements(from: place.chunk) {
      place.count = chunk.count
      if rest < chunk.count || (rest == chunk.count && !deleting) || place.chunk == chunks.count - 1 { break }
      rest -= chunk.count
      place.chunk += 1
    }
    place.offset = rest
    return place
  }
}
