import ActionLog

extension FeedReducer {
  /// Where the answer to a request belongs.
  enum Place {
    case refresh
    case append
    case folder
    case closed(Reason)
  }

  /// The lane whose open request is `requestID`; the first terminal event closes a request.
  static func place(of requestID: RequestID, in state: FeedState) -> Place {
    var isDuplicate = state.lanes.answered.requests.contains(requestID)
    let lanes: [(Lane, Place)] = [
      (state.refreshLane, .refresh), (state.lanes.append, .append), (state.lanes.folder, .folder),
    ]
    for (lane, place) in lanes {
      switch lane.verdict(on: requestID) {
      case .current: return place
      case .duplicate: isDuplicate = true
      case .stale: break
      }
    }
    return .closed(isDuplicate ? .duplicate : .stale)
  }

  /// What is wrong with a page as the answer to a request for the one at `cursor`.
  static func problem(of page: FeedPage, askedFor cursor: String?) -> FeedError? {
    guard page.cursor == cursor else {
      return FeedError(.malformed, "the page is not the one that was asked for")
    }
    guard let next = page.nextCursor else { return nil }
    guard next != page.cursor else { return FeedError(.malformed, "the page names itself as the next one") }
    guard usable(next) != nil else {
      return FeedError(.tooLarge, "a cursor has at most \(cursorBytesMax) bytes")
    }
    return nil
  }

  /// What is wrong with a page of a resync that leads back to one that was taken: it would never end.
  static func circle(in page: FeedPage, _ resync: Resync) -> FeedError? {
    guard let next = page.nextCursor, resync.wasTaken(next) else { return nil }
    return FeedError(.malformed, "the pages go in a circle: the next one was there before")
  }

  /// The cursor, unless no effect could carry it.
  static func usable(_ cursor: String?) -> String? {
    guard let cursor, cursor.utf8.count <= cursorBytesMax else { return nil }
    return cursor
  }
}
