import ActionLog

extension FieldNotes {
  /// What must hold after every action; each violation says which rule and where.
  ///
  /// - Complexity: O(entities × log n); for tests and checked replays.
  public static func violations(in state: State) -> [String] {
    let feed = state.feed
    return feed.keyViolations + feed.listViolations + feed.folderViolations + feed.laneViolations
      + feed.documentsByID.values.flatMap(\.editViolations)
  }
}

extension FeedState {
  fileprivate var keyViolations: [String] {
    documentsByID.filter { $0.key != $0.value.id }.map { "feed.documentsByID holds \($0.value.id) under \($0.key)" }
      + foldersByID.filter { $0.key != $0.value.id }.map { "feed.foldersByID holds \($0.value.id) under \($0.key)" }
      + ownersByID.filter { $0.key != $0.value.id }.map { "feed.ownersByID holds \($0.value.id) under \($0.key)" }
  }

  /// No id twice; every listed id resolves or is counted as dangling, and nothing else is.
  fileprivate var listViolations: [String] {
    var found: [String] = []
    var listed: Set<DocumentID> = []
    var danglingCount = 0
    for id in orderedIDs {
      if !listed.insert(id).inserted { found.append("feed.orderedIDs lists \(id) twice") }
      if documentsByID.contains(id) { continue }
      danglingCount += 1
      if !danglingIDs.contains(id) { found.append("feed.orderedIDs lists \(id), which neither resolves nor dangles") }
    }
    if danglingCount != danglingIDs.count {
      found.append("feed.danglingIDs counts \(danglingIDs.count) ids, but \(danglingCount) dangle")
    }
    return found
  }

  fileprivate var folderViolations: [String] {
    contentsByFolderID.flatMap { folderID, contents in
      let twice = Set(contents.documentIDs).count != contents.documentIDs.count
      let unknown = contents.documentIDs.filter { !documentsByID.contains($0) }
      return (twice ? ["feed.contentsByFolderID lists a document of \(folderID) twice"] : [])
        + unknown.map { "feed.contentsByFolderID lists \($0) in \(folderID), which does not resolve" }
    }
  }

  /// At most one open request per lane, none in two; and what belongs to an open one.
  fileprivate var laneViolations: [String] {
    var found: [String] = []
    if refreshLane.isOpen, activeRequestID == nil { found.append("feed.request is loading without a request") }
    let open = [refreshLane, lanes.append, lanes.folder].filter(\.isOpen).compactMap(\.requestID)
    if Set(open).count != open.count { found.append("two lanes of the feed await the same request") }
    for id in open where lanes.answered.requests.contains(id) {
      found.append("the request \(id) is open though it was answered")
    }
    if lanes.folder.isOpen, lanes.openFolderID == nil { found.append("feed.lanes.folder is loading without a folder") }
    if resync.isRunning, resync.requestID != activeRequestID || !refreshLane.isOpen {
      found.append("feed.resync runs under a request that is not open")
    }
    if !resync.isRunning, resync != Resync() { found.append("feed.resync remembers pages though none is under way") }
    return found
  }
}

extension Document {
  /// Pending edits have rising ids, and the lane's request is the oldest of them.
  fileprivate var editViolations: [String] {
    var found: [String] = []
    for (edit, next) in zip(pending, pending.dropFirst()) where edit.mutationID >= next.mutationID {
      found.append("\(id) has edit \(edit.mutationID) before edit \(next.mutationID)")
    }
    if (mutation?.isOpen ?? false) == pending.isEmpty {
      found.append("\(id) has \(pending.count) edits, but its mutation lane is \(pending.isEmpty ? "open" : "closed")")
    }
    if let oldest = pending.first, mutation?.requestID != RequestID(String(oldest.mutationID)) {
      found.append("\(id) has edit \(oldest.mutationID) first, but its mutation lane awaits another")
    }
    if pending.count > FeedReducer.pendingEditsMax { found.append("\(id) has \(pending.count) edits that wait") }
    if retry != nil, pending.isEmpty { found.append("\(id) tries again though no edit waits") }
    return found
  }
}
