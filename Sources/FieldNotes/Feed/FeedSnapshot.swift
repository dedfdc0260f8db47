/// What the cache keeps of a feed: confirmed facts and their order, without edits that await an answer.
public struct FeedSnapshot: Codable, Equatable, Sendable {
  /// The `cacheRevision` of the state it was taken from.
  public var revision: Int

  /// The documents in the feed's order, nothing pending.
  public var documents: [Document]

  /// The folders known.
  public var folders: [Folder]

  /// The owners known.
  public var owners: [Owner]

  /// Where the next page begins; nil at the end of the list.
  public var endCursor: String?

  /// A snapshot with these facts.
  public init(
    revision: Int, documents: [Document] = [], folders: [Folder] = [], owners: [Owner] = [], endCursor: String? = nil
  ) {
    self.revision = revision
    self.documents = documents
    self.folders = folders
    self.owners = owners
    self.endCursor = endCursor
  }

  /// The snapshot of `state`.
  ///
  /// - Complexity: O(entities); meant for a performer's own thread, on a snapshot of the state.
  public init(state: FeedState) {
    self.init(
      revision: state.cacheRevision,
      documents: state.orderedIDs.compactMap { state.documentsByID[$0]?.withoutEdits },
      folders: state.foldersByID.map { $0.value },
      owners: state.ownersByID.map { $0.value },
      endCursor: state.pagination.endCursor)
  }
}
