import ActionLog
import CanonicalJSON

extension FeedReducer {
  /// The longest patch, in bytes of canonical JSON: with the ids beside it it fits an effect's payload.
  static let patchBytesMax = 60 << 10

  /// The longest document id of which an edit's key can be made, in bytes.
  static let editedIDBytesMax = 200

  static func documentMetadataChanged(
    _ state: inout FeedState, _ documentID: DocumentID, _ metadata: Metadata
  ) -> Result {
    guard state.documentsByID.contains(documentID) else { return .ignored(.unknownDocument(documentID)) }
    state.documentsByID[documentID]?.confirmed = metadata
    state.cacheRevision += 1
    return .applied([perform(.writeCache(revision: state.cacheRevision))])
  }

  static func metadataUpdateRequested(
    _ state: inout FeedState, _ documentID: DocumentID, _ patch: MetadataPatch, _ now: Moment
  ) -> Result {
    guard let document = state.documentsByID[documentID] else { return .illegal(.unknownDocument(documentID)) }
    guard document.permissions.canEdit else {
      return .illegal(Reason("notPermitted", "this user may not edit \(documentID.text)"))
    }
    guard !patch.isEmpty else { return .ignored(.emptyPatch) }
    guard patch.json.byteCount <= patchBytesMax, documentID.text.utf8.count <= editedIDBytesMax else {
      return .illegal(
        Reason("tooLarge", "an edit has at most \(patchBytesMax) bytes, the id of its document \(editedIDBytesMax)"))
    }
    let edit = PendingEdit(mutationID: now.seq, patch: patch)
    state.documentsByID[documentID]?.pending.append(edit)
    return .applied([perform(.saveMetadata(documentID: documentID, mutationID: now.seq, patch: patch))])
  }

  static func metadataUpdateSucceeded(
    _ state: inout FeedState, _ documentID: DocumentID, _ mutationID: MutationID, _ metadata: Metadata, _ rev: Int?
  ) -> Result {
    guard let document = state.documentsByID[documentID] else { return .ignored(.unknownDocument(documentID)) }
    let awaited = document.pending.contains { $0.mutationID == mutationID }
    let news: Bool
    if let rev, let known = document.rev { news = rev > known } else { news = awaited }
    guard awaited || news else { return .ignored(.late) }
    state.documentsByID[documentID]?.settle(mutationID)
    if news { state.documentsByID[documentID]?.confirm(metadata, rev: rev) }
    return .applied
  }

  static func metadataUpdateFailed(
    _ state: inout FeedState, _ documentID: DocumentID, _ mutationID: MutationID
  ) -> Result {
    guard let document = state.documentsByID[documentID] else { return .ignored(.unknownDocument(documentID)) }
    guard document.pending.contains(where: { $0.mutationID == mutationID }) else { return .ignored(.late) }
    state.documentsByID[documentID]?.settle(mutationID)
    return .applied
  }
}

extension JSONValue {
  /// The length of the canonical spelling, in bytes.
  fileprivate var byteCount: Int {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes.count
  }
}
