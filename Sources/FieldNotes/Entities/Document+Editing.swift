extension Document {
  /// Whether the edit `mutationID` awaits its answer.
  func awaits(_ mutationID: MutationID) -> Bool { pending.contains { $0.mutationID == mutationID } }

  /// Takes an edit in behind those that wait.
  mutating func add(_ edit: PendingEdit) {
    pending.append(edit)
    if pending.count == 1 { openLane() }
  }

  /// Whether the confirmation of an edit says something newer than what is confirmed.
  ///
  /// Its revision decides: an equal one says nothing new of metadata that is known. Where there is none, edits are
  /// confirmed in the order they were made, so an older one's confirmation does not know of a newer one's.
  func isNewsOfEdit(_ mutationID: MutationID, rev told: Int?) -> Bool {
    if let told, let rev { return Revision.isNews(told, over: rev, part: metadataRev != rev) }
    return awaits(mutationID) && mutationID > (confirmedBy ?? 0)
  }

  /// Takes the metadata as the service has it now that it took an edit.
  mutating func confirm(_ metadata: Metadata, rev told: Int?, by mutationID: MutationID) {
    confirmed = metadata
    confirmedBy = max(confirmedBy ?? 0, mutationID)
    // Of everything but metadata nothing was said: a page of this revision may still have news.
    rev = told ?? rev
    metadataRev = rev
  }

  /// Takes the metadata that the outside told: what a page says of the revision that is known now is older.
  mutating func replace(_ metadata: Metadata) {
    confirmed = metadata
    metadataRev = rev
  }

  /// Removes the edit `mutationID` and no other, since its answer has come; the lane moves on to the next one.
  mutating func settle(_ mutationID: MutationID, error: FeedError?) {
    let wasOldest = pending.first?.mutationID == mutationID
    pending.removeAll { $0.mutationID == mutationID }
    guard wasOldest else { return }
    retry = nil
    if let error { mutation?.fail(error) } else { mutation?.succeed() }
    if !pending.isEmpty { openLane() }
  }

  /// Notes that the answer to an edit did not come in time.
  mutating func timeOut() {
    retry = EditRetry(timeouts: (retry?.timeouts ?? 0) + 1, isWaiting: true)
  }

  private mutating func openLane() {
    guard let oldest = pending.first else { return }
    mutation = Lane(open: RequestID(String(oldest.mutationID)))
  }
}
