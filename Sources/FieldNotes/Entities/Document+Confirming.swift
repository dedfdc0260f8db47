extension Document {
  /// The document that a whole payload tells; a partial one alone makes no document.
  public init?(_ payload: DocumentPayload) {
    guard !payload.isPartial, let title = payload.title, let ownerID = payload.ownerID else { return nil }
    self.init(id: payload.id, title: title, ownerID: ownerID)
    take(payload)
  }

  /// Whether a payload says something that is not known yet.
  ///
  /// An equal revision is none, unless of that revision only a part is known: told in parts, or by the answer to an
  /// edit, which tells of metadata alone. `again` says that the same page told of the document before.
  func isNews(_ payload: DocumentPayload, again: Bool = false) -> Bool {
    again ? Revision.isNews(payload.rev, over: rev, part: true) : isNews(payload.rev)
  }

  /// Whether the metadata of a payload's revision is known, so that the payload has no say in it: what was told of it
  /// since, by the answer to an edit or from outside, would be undone.
  func knowsMetadata(of payload: DocumentPayload) -> Bool {
    payload.rev != nil && payload.rev == metadataRev
  }

  /// Takes what the service says now, unless it is older than what is known; pending edits stay.
  public mutating func confirm(_ payload: DocumentPayload) {
    if isNews(payload) { take(payload, keepsMetadata: knowsMetadata(of: payload)) }
  }

  /// Takes what a payload tells, which is news, of the metadata too unless it `keepsMetadata`; pending edits stay.
  ///
  /// - Complexity: O(members of the metadata).
  mutating func take(_ payload: DocumentPayload, keepsMetadata: Bool = false) {
    let base = payload.isPartial ? self : nil
    title = payload.title ?? title
    ownerID = payload.ownerID ?? ownerID
    folderID = payload.folderID.over(base?.folderID)
    presentation = payload.presentation.over(base?.presentation)
    switch payload.permissions {
    case .unsaid: permissions = base?.permissions ?? Permissions()
    case .cleared: permissions = Permissions()
    case .value(let told): permissions = told.over(base?.permissions ?? Permissions())
    }
    if !keepsMetadata { takeMetadata(payload.metadata, over: base) }
    rev = payload.rev ?? rev
    guard !payload.isPartial else { return }
    wholeRev = rev
    metadataRev = rev
  }

  private mutating func takeMetadata(_ metadata: Told<Metadata>, over base: Document?) {
    switch metadata {
    case .unsaid: confirmed = base?.confirmed ?? .empty
    case .cleared: confirmed = .empty
    case .value(let told): confirmed = base?.confirmed.merging(told) ?? told
    }
  }

  /// Whether lists match and sort this document just as they do `other`.
  func isListed(like other: Document) -> Bool {
    title.utf8.elementsEqual(other.title.utf8) && ownerID == other.ownerID && folderID == other.folderID
  }
}
