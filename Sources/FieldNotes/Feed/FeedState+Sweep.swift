import ActionLog

extension FeedState {
  /// Forgets what a full resync did not see, now that its last page is there.
  ///
  /// Documents with edits that await an answer stay, and so do folders and owners that a remaining entity names.
  /// - Complexity: O(entities × log n).
  mutating func sweep() {
    var unseen: Set<DocumentID> = []
    for (id, document) in documentsByID where !resync.documents.contains(id) && document.pending.isEmpty {
      unseen.insert(id)
    }
    if !unseen.isEmpty { forget(unseen) }
    sweepFolders()
    sweepOwners()
  }

  private mutating func forget(_ unseen: Set<DocumentID>) {
    documentsByID.removeAll { id, _ in unseen.contains(id) }
    orderedIDs.removeAll { unseen.contains($0) }
    let shrunk = contentsByFolderID.filter { $0.value.documentIDs.contains(where: unseen.contains) }.map(\.key)
    for id in shrunk { contentsByFolderID[id]?.documentIDs.removeAll(where: unseen.contains) }
    headingRevision += 1
  }

  private mutating func sweepFolders() {
    var kept: Set<FolderID> = []
    for id in resync.folders.keys { keep(id, &kept) }
    for document in documentsByID.values { keep(document.folderID, &kept) }
    foldersByID.removeAll { id, _ in !kept.contains(id) }
    contentsByFolderID.removeAll { id, _ in !kept.contains(id) }
  }

  /// Keeps a folder and those around it; one that is its own ancestor ends the walk.
  private func keep(_ id: FolderID?, _ kept: inout Set<FolderID>) {
    var next = id
    while let id = next, kept.insert(id).inserted { next = foldersByID[id]?.parentID }
  }

  private mutating func sweepOwners() {
    let named = Set(documentsByID.values.map(\.ownerID))
    let seen = resync.owners
    ownersByID.removeAll { id, _ in !named.contains(id) && !seen.contains(id) }
  }
}
