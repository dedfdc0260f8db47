import ActionLog
import CanonicalJSON

extension FeedReducer {
  /// The longest patch, in bytes of canonical JSON: with the ids beside it it fits an effect's payload.
  static let patchBytesMax = 60 << 10

  /// The most edits of one document that await an answer: all of them fit the effects of one action.
  static let pendingEditsMax = 64

  static func documentMetadataChanged(
    _ state: inout FeedState, _ documentID: DocumentID, _ metadata: Metadata
  ) -> Result {
    guard state.documentsByID.contains(documentID) else { return .ignored(.unknownDocument(documentID)) }
    state.documentsByID[documentID]?.replace(metadata)
    return .applied([writeCache(&state)])
  }

  static func metadataUpdateRequested(
    _ state: inout FeedState, _ documentID: DocumentID, _ patch: MetadataPatch, _ now: Moment
  ) -> Result {
    guard let document = state.documentsByID[documentID] else { return .illegal(.unknownDocument(documentID)) }
    guard document.permissions.canEdit else {
      return .illegal(Reason("notPermitted", "this user may not edit \(documentID.text)"))
    }
    guard !patch.isEmpty else { return .ignored(.emptyPatch) }
    guard patch.json.canonicalBytes.count <= patchBytesMax, !isTooLong(documentID) else {
      return .illegal(
        Reason("tooLarge", "an edit has at most \(patchBytesMax) bytes, the id of its document \(idBytesMax)"))
    }
    guard document.pending.count < pendingEditsMax else { return .illegal(.tooManyEdits) }
    let edit = PendingEdit(mutationID: now.seq, patch: patch)
    state.documentsByID[documentID]?.add(edit)
    // While an older one's fate is not known, a newer one must not overtake it: they go together when it is tried
    // again.
    if let retry = document.retry, retry.isWaiting { return .applied }
    return .applied([save(edit, of: documentID)])
  }

  static func metadataUpdateSucceeded(
    _ state: inout FeedState, _ documentID: DocumentID, _ mutationID: MutationID, _ metadata: Metadata, _ rev: Int?
  ) -> Result {
    guard let document = state.documentsByID[documentID] else { return .ignored(.unknownDocument(documentID)) }
    let isNews = document.isNewsOfEdit(mutationID, rev: rev)
    guard document.awaits(mutationID) || isNews else { return .ignored(closedEdit(mutationID, in: state)) }
    if isNews { state.documentsByID[documentID]?.confirm(metadata, rev: rev, by: mutationID) }
    guard document.awaits(mutationID) else { return .applied }
    return .applied(settle(&state, document, mutationID, error: nil))
  }

  static func metadataUpdateFailed(
    _ state: inout FeedState, _ documentID: DocumentID, _ mutationID: MutationID, _ error: FeedError
  ) -> Result {
    guard let document = state.documentsByID[documentID] else { return .ignored(.unknownDocument(documentID)) }
    guard document.awaits(mutationID) else { return .ignored(closedEdit(mutationID, in: state)) }
    if error.code == .timedOut { return timedOut(&state, document) }
    return .applied(settle(&state, document, mutationID, error: error))
  }

  /// Why an answer to an edit is ignored that nobody awaits.
  private static func closedEdit(_ mutationID: MutationID, in state: FeedState) -> Reason {
    state.lanes.answered.edits.contains(mutationID) ? .duplicate : .stale
  }

  /// Removes one edit that was answered; the newer ones go on their way if they were held back behind it.
  private static func settle(
    _ state: inout FeedState, _ before: Document, _ mutationID: MutationID, error: FeedError?
  ) -> [Command] {
    state.lanes.answered.note(mutationID)
    state.documentsByID[before.id]?.settle(mutationID, error: error)
    guard let retry = before.retry, retry.isWaiting, let now = state.documentsByID[before.id], now.retry == nil else {
      return []
    }
    return [.cancel(key: retryKey(before.id))] + saves(of: now)
  }
}

extension FeedReducer {
  /// The answer to an edit did not come in time: it may have been taken or not, so it stays and is tried again.
  ///
  /// The edits behind it are taken back from the queue, or they would overtake it.
  private static func timedOut(_ state: inout FeedState, _ document: Document) -> Result {
    guard let oldest = document.pending.first else { return .ignored(.stale) }
    if let retry = document.retry, retry.isWaiting { return .ignored(.duplicate) }
    state.documentsByID[document.id]?.timeOut()
    let pause = state.documentsByID[document.id]?.retry?.pauseMilliseconds ?? EditRetry.pauseMillisecondsMax
    let due = FeedAction.metadataUpdateRetryDue(documentID: document.id, mutationID: oldest.mutationID)
    return .applied([
      .cancel(key: editKey(document.id)), .after(milliseconds: pause, key: retryKey(document.id), due),
    ])
  }

  static func metadataUpdateRetryDue(
    _ state: inout FeedState, _ documentID: DocumentID, _ mutationID: MutationID
  ) -> Result {
    guard let document = state.documentsByID[documentID] else { return .ignored(.unknownDocument(documentID)) }
    guard let retry = document.retry, retry.isWaiting, document.pending.first?.mutationID == mutationID else {
      return .ignored(.stale)
    }
    state.documentsByID[documentID]?.retry?.isWaiting = false
    return .applied(saves(of: document))
  }

  /// The commands that hand over all edits of a document, oldest first, each under the key it always has.
  private static func saves(of document: Document) -> [Command] {
    document.pending.map { save($0, of: document.id) }
  }

  private static func save(_ edit: PendingEdit, of documentID: DocumentID) -> Command {
    perform(.saveMetadata(documentID: documentID, mutationID: edit.mutationID, patch: edit.patch))
  }
}
