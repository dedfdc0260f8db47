import ActionLog

extension FeedState {
  /// Fills a feed that holds no document with what the cache kept.
  ///
  /// - Complexity: O(entities × log n).
  mutating func hydrate(from snapshot: FeedSnapshot) {
    for document in snapshot.documents { documentsByID[document.id] = document.withoutEdits }
    for folder in snapshot.folders where !foldersByID.contains(folder.id) { foldersByID[folder.id] = folder }
    for owner in snapshot.owners where !ownersByID.contains(owner.id) { ownersByID[owner.id] = owner }
    orderedIDs.replaceAll(snapshot.documents.map(\.id).firstPlaces)
    danglingIDs.removeAll()
    headingRevision += 1
  }

  /// Takes entities as the service tells them now; what is known to be newer stays, and so do pending edits.
  ///
  /// - Complexity: O(entities × log n).
  mutating func merge(_ entities: IncludedEntities) {
    merge(documents: entities.documents)
    for folder in entities.folders { merge(folder) }
    for owner in entities.owners { merge(owner) }
    resync.see(entities)
  }

  private mutating func merge(documents: [DocumentPayload]) {
    var told: Set<DocumentID> = []
    // Whose metadata this page told: of these the last data count, as of all that a page tells twice.
    var toldMetadata: Set<DocumentID> = []
    var changesLists = false
    for payload in documents {
      guard let known = documentsByID[payload.id] else {
        // Parts of a document that is not known make no document; where it is listed it dangles.
        guard let document = Document(payload) else { continue }
        documentsByID[payload.id] = document
        danglingIDs[payload.id] = nil
        told.insert(payload.id)
        toldMetadata.insert(payload.id)
        changesLists = true
        continue
      }
      guard known.isNews(payload, again: told.contains(payload.id)) else { continue }
      let keepsMetadata = known.knowsMetadata(of: payload) && !toldMetadata.contains(payload.id)
      documentsByID[payload.id]?.take(payload, keepsMetadata: keepsMetadata)
      told.insert(payload.id)
      if !keepsMetadata { toldMetadata.insert(payload.id) }
      if let now = documentsByID[payload.id], !now.isListed(like: known) { changesLists = true }
    }
    if changesLists { headingRevision += 1 }
  }

  private mutating func merge(_ payload: FolderPayload) {
    guard let known = foldersByID[payload.id] else {
      if let folder = Folder(payload) { foldersByID[payload.id] = folder }
      return
    }
    guard known.isNews(payload.rev) else { return }
    foldersByID[payload.id]?.take(payload)
  }

  private mutating func merge(_ payload: OwnerPayload) {
    guard let known = ownersByID[payload.id] else {
      if let owner = Owner(payload) { ownersByID[payload.id] = owner }
      return
    }
    guard known.isNews(payload.rev) else { return }
    ownersByID[payload.id]?.take(payload)
  }
}
