import ActionLog

extension Reason {
  static let unchanged = Reason("unchanged", "nothing would change")
  static let stale = Reason("stale", "nobody awaits this answer: it was superseded, or never asked for")
  static let duplicate = Reason("duplicate", "this was answered already")
  static let notEmpty = Reason("notEmpty", "the feed holds something fresher than the cache")
  static let alreadyLoading = Reason("alreadyLoading", "this is being asked for already")
  static let noNextPage = Reason("noNextPage", "the list has no further page")
  static let emptyPatch = Reason("emptyPatch", "the patch names no key")
  static let tooManyEdits = Reason(
    "tooManyEdits", "at most \(FeedReducer.pendingEditsMax) edits of one document await an answer at a time")

  static func unknownDocument(_ id: DocumentID) -> Reason {
    Reason("unknownDocument", "the feed holds no document \(id.text)")
  }

  static func idTooLong(_ what: String) -> Reason {
    Reason("tooLarge", "the id of \(what) has at most \(FeedReducer.idBytesMax) bytes")
  }
}

extension FeedReducer {
  /// The longest id of which an effect or its key is made, in bytes.
  static let idBytesMax = 200

  /// The longest cursor that is asked for, in bytes: with escapes it fits an effect's payload.
  static let cursorBytesMax = 8 << 10

  static func isTooLong(_ id: some EntityID) -> Bool { id.text.utf8.count > idBytesMax }
}
