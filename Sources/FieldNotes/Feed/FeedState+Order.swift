import ActionLog

extension FeedState {
  /// Takes a first page: its order becomes the feed's. Entities stay, and documents with edits that await an answer
  /// stay listed, behind it.
  ///
  /// - Complexity: O(listed + page × log n).
  mutating func restart(with page: FeedPage) {
    let entities = page.entities
    merge(entities)
    var order = entities.firstPlaces
    let arrived = Set(order)
    for id in orderedIDs where !arrived.contains(id) {
      if let document = documentsByID[id], !document.pending.isEmpty { order.append(id) }
    }
    orderedIDs.replaceAll(order)
    danglingIDs.removeAll()
    noteDangling(order, listedBy: page.cursor)
  }

  /// Takes a further page: what it lists and the feed does not yet comes behind; across pages the first place stays.
  ///
  /// - Complexity: O(page × log n), and O(listed) where it tells of a document that was known.
  mutating func extend(with page: FeedPage) {
    let entities = page.entities
    let fresh = unlisted(entities.firstPlaces)
    merge(entities)
    orderedIDs.append(contentsOf: fresh)
    noteDangling(fresh, listedBy: page.cursor)
  }

  private func unlisted(_ ids: [DocumentID]) -> [DocumentID] {
    // Only what is known or dangles can be listed.
    var listed = Set(ids.filter { documentsByID.contains($0) || danglingIDs.contains($0) })
    guard !listed.isEmpty else { return ids }
    listed.formIntersection(orderedIDs)
    return ids.filter { !listed.contains($0) }
  }

  private mutating func noteDangling(_ ids: [DocumentID], listedBy cursor: String?) {
    for id in ids where !documentsByID.contains(id) { danglingIDs[id] = DanglingID(cursor: cursor) }
  }
}
