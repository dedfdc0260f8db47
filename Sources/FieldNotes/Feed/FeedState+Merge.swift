import ActionLog

extension FeedState {
  /// Takes entities as the service has them now; what is known to be newer stays, and so do pending edits.
  ///
  /// - Complexity: O(entities × log n).
  mutating func merge(documents: [Document], folders: [Folder], owners: [Owner]) {
    for document in documents {
      if documentsByID.contains(document.id) {
        documentsByID[document.id]?.confirm(document)
      } else {
        documentsByID[document.id] = document
      }
    }
    for folder in folders where Revision.isNews(folder.rev, over: foldersByID[folder.id]?.rev) {
      foldersByID[folder.id] = folder
    }
    for owner in owners where Revision.isNews(owner.rev, over: ownersByID[owner.id]?.rev) {
      ownersByID[owner.id] = owner
    }
  }

  /// Makes the page's order the feed's; documents with edits that await an answer stay listed, behind it.
  ///
  /// - Complexity: O(listed + page).
  mutating func replaceOrder(with page: FeedPage) {
    var order = page.documents.firstPlaces()
    let listed = Set(order)
    for id in orderedIDs where !listed.contains(id) {
      if let document = documentsByID[id], !document.pending.isEmpty { order.append(id) }
    }
    orderedIDs.replaceAll(order)
  }

  /// Appends what the page lists and the feed does not yet; across pages the first place stays.
  ///
  /// - Complexity: O(listed + page).
  mutating func extendOrder(with page: FeedPage) {
    let arriving = page.documents.firstPlaces()
    var known = Set(arriving)
    for id in orderedIDs where known.contains(id) { known.remove(id) }
    orderedIDs.append(contentsOf: arriving.filter(known.contains))
  }
}

extension [Document] {
  /// The ids in the order of their first occurrence.
  func firstPlaces() -> [DocumentID] {
    var seen: Set<DocumentID> = []
    return map(\.id).filter { seen.insert($0).inserted }
  }
}
