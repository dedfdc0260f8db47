import ActionLog

extension FieldNotes {
  /// What must hold after every action; each violation says which rule and where.
  ///
  /// - Complexity: O(listed documents); for tests and checked replays.
  public static func violations(in state: State) -> [String] {
    var found: [String] = []
    var listed: Set<DocumentID> = []
    for id in state.feed.orderedIDs where !listed.insert(id).inserted {
      found.append("feed.orderedIDs lists \(id.text) twice")
    }
    if state.feed.request == .loading, state.feed.activeRequestID == nil {
      found.append("feed.request is loading without a request")
    }
    for (id, document) in state.feed.documentsByID where document.id != id {
      found.append("feed.documentsByID holds \(document.id.text) under \(id.text)")
    }
    return found
  }
}
