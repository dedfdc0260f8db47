import ActionLog
import CanonicalJSON

@testable import FieldNotes

/// The feed as the design's sentences say it, one after another, in values that are easy to look through.
struct FeedModel {
  struct Row {
    var title: String
    var folder: String?
    var metadata: [String: Int]
    var rev: Int?
    var whole: Int?
    /// The revision at or after which the metadata was told as a whole.
    var metadataRev: Int?
    var canEdit: Bool
    var confirmedBy: MutationID = 0
    var pending: [(id: MutationID, patch: [String: Int?])] = []
    var isWaiting = false

    /// Confirmed, then pending in order.
    var visible: [String: Int] {
      var all = metadata
      for edit in pending { for (key, value) in edit.patch { all[key] = value } }
      return all
    }
  }

  enum Request: Equatable {
    case none
    case asked
    case open(RequestID)
  }

  var rows: [DocumentID: Row] = [:]
  var order: [DocumentID] = []
  var contents: [FolderID: [DocumentID]] = [:]
  var hydrate: EffectID?
  var refresh = Request.none
  var append = Request.none
  var folder = Request.none
  var openFolder: FolderID?
  var standing = PaginationState.Standing.never
  var endCursor: String?
  var resync: (cursor: String?, seen: Set<DocumentID>, folders: Set<FolderID>)?
  /// Everything that was ever answered, in order.
  var answered: [RequestID] = []
  var answeredEdits: [MutationID] = []

  var dangling: Set<DocumentID> { Set(order.filter { rows[$0] == nil }) }

  /// A lower revision is ignored, an equal one too unless only parts are known of it, a higher one replaces.
  private func isNews(_ rev: Int?, _ row: Row, again: Bool = false) -> Bool {
    guard let rev, let known = row.rev else { return true }
    return rev > known || (rev == known && (again || row.whole != known))
  }

  mutating func tell(_ documents: [DocumentPayload]) {
    var told: Set<DocumentID> = []
    var toldMetadata: Set<DocumentID> = []
    for payload in documents {
      resync?.seen.insert(payload.id)
      var row = rows[payload.id]
      if row == nil, payload.isPartial { continue }
      if let row, !isNews(payload.rev, row, again: told.contains(payload.id)) { continue }
      told.insert(payload.id)
      if row == nil { row = Row(title: "", folder: nil, metadata: [:], rev: nil, whole: nil, canEdit: true) }
      guard var row else { continue }
      // What was told of the metadata at this revision or after it stays.
      let isKept = payload.rev != nil && payload.rev == row.metadataRev && !toldMetadata.contains(payload.id)
      row.title = payload.title ?? row.title
      row.rev = payload.rev ?? row.rev
      if !payload.isPartial {
        row.folder = payload.folderID.over(nil)?.text
        if !isKept { row.metadata = [:] }
        row.whole = row.rev
        row.metadataRev = row.rev
        row.canEdit = payload.permissions.over(nil)?.canEdit ?? true
      }
      if !isKept {
        toldMetadata.insert(payload.id)
        for (key, value) in flat(payload.metadata.over(nil)?.json) { row.metadata[key] = value }
      }
      rows[payload.id] = row
    }
  }

  /// The page's order is the feed's; edited documents stay, behind it.
  mutating func restart(_ page: FeedPage) {
    tell(page.documents)
    let ids = firstPlaces(page.documents)
    order = ids + order.filter { !ids.contains($0) && !(rows[$0]?.pending.isEmpty ?? true) }
  }

  /// Across pages the first place stays.
  mutating func extend(_ page: FeedPage) {
    tell(page.documents)
    for id in firstPlaces(page.documents) where !order.contains(id) { order.append(id) }
  }

  /// Only the last page of a resync tells what is gone; what is edited stays.
  mutating func sweep(_ seen: Set<DocumentID>, _ folders: Set<FolderID>) {
    let gone = Set(rows.filter { !seen.contains($0.key) && $0.value.pending.isEmpty }.keys)
    rows = rows.filter { !gone.contains($0.key) }
    order.removeAll { gone.contains($0) }
    let named = Set(rows.values.compactMap(\.folder))
    contents = contents.filter { folders.contains($0.key) || named.contains($0.key.text) }
      .mapValues { $0.filter { !gone.contains($0) } }
  }

  mutating func succeed(_ id: DocumentID, _ mutation: MutationID, _ metadata: [String: Int], _ rev: Int?) -> String {
    guard var row = rows[id] else { return "unknownDocument" }
    let isAwaited = row.pending.contains { $0.id == mutation }
    var isNewer = isAwaited && mutation > row.confirmedBy
    if let rev, let known = row.rev { isNewer = rev > known || (rev == known && row.metadataRev != known) }
    guard isAwaited || isNewer else { return closed(mutation) }
    if isNewer {
      row.metadata = metadata
      row.rev = rev ?? row.rev
      row.metadataRev = row.rev
      row.confirmedBy = max(row.confirmedBy, mutation)
    }
    settle(mutation, &row)
    rows[id] = row
    return "applied"
  }

  mutating func fail(_ id: DocumentID, _ mutation: MutationID, isTimeout: Bool) -> String {
    guard var row = rows[id] else { return "unknownDocument" }
    guard row.pending.contains(where: { $0.id == mutation }) else { return closed(mutation) }
    if isTimeout {
      if row.isWaiting { return "duplicate" }
      row.isWaiting = true
    } else {
      settle(mutation, &row)
    }
    rows[id] = row
    return "applied"
  }

  /// Exactly its own edit goes.
  private mutating func settle(_ mutation: MutationID, _ row: inout Row) {
    guard row.pending.contains(where: { $0.id == mutation }) else { return }
    if row.pending.first?.id == mutation { row.isWaiting = false }
    row.pending.removeAll { $0.id == mutation }
    answeredEdits.append(mutation)
  }

  private func closed(_ mutation: MutationID) -> String {
    answeredEdits.suffix(RecentAnswers.countMax).contains(mutation) ? "duplicate" : "stale"
  }

  /// Why an answer to a request that is not open is ignored; one that was answered long ago may be either.
  func closed(_ request: RequestID) -> [String] {
    guard answered.contains(request) else { return ["stale"] }
    return answered.suffix(RecentAnswers.countMax).contains(request) ? ["duplicate"] : ["duplicate", "stale"]
  }

  private func firstPlaces(_ documents: [DocumentPayload]) -> [DocumentID] {
    documents.map(\.id).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// An object of integers as a dictionary; a `null` is a key without a value.
func flat(_ json: JSONValue?) -> [String: Int?] {
  var all: [String: Int?] = [:]
  for member in json?.object?.members ?? [] { all.updateValue(member.value.int, forKey: member.name) }
  return all
}

extension FeedModel {
  /// Where a state is not what the model says.
  func differences(from feed: FeedState) -> [String] {
    var found: [String] = []
    func check(_ isSame: Bool, _ what: @autoclosure () -> String) { if !isSame { found.append(what()) } }
    check(Array(feed.orderedIDs) == order, "order \(Array(feed.orderedIDs)), not \(order)")
    check(Set(feed.danglingIDs.keys) == dangling, "dangling \(Array(feed.danglingIDs.keys)), not \(dangling)")
    check(
      Set(feed.documentsByID.keys) == Set(rows.keys),
      "documents \(Array(feed.documentsByID.keys)), not \(rows.keys.sorted())")
    for (id, row) in rows {
      guard let document = feed.documentsByID[id] else { continue }
      check(document.title == row.title, "\(id) title \(document.title), not \(row.title)")
      check(document.folderID?.text == row.folder, "\(id) folder \(String(describing: document.folderID))")
      check(document.rev == row.rev, "\(id) rev \(document.rev ?? -1), not \(row.rev ?? -1)")
      check(document.permissions.canEdit == row.canEdit, "\(id) canEdit")
      check(isSame(document.confirmed, row.metadata), "\(id) confirmed, not \(row.metadata)")
      if !row.pending.isEmpty { check(isSame(document.metadata, row.visible), "\(id) visible, not \(row.visible)") }
      check(document.pending.map(\.mutationID) == row.pending.map(\.id), "\(id) pending \(document.pending)")
      check((document.retry?.isWaiting ?? false) == row.isWaiting, "\(id) waits: \(row.isWaiting)")
    }
    check(Set(feed.contentsByFolderID.keys) == Set(contents.keys), "folders \(Array(feed.contentsByFolderID.keys))")
    for (id, inside) in contents {
      check(feed.contentsByFolderID[id]?.documentIDs == inside, "contents of \(id), not \(inside)")
    }
    check(request(feed.refreshLane) == refresh, "refresh \(feed.refreshLane), not \(refresh)")
    check(request(feed.lanes.append) == append, "append \(feed.lanes.append), not \(append)")
    check(request(feed.lanes.folder) == folder, "folder \(feed.lanes.folder), not \(folder)")
    check(feed.pagination == PaginationState(endCursor: endCursor, standing: standing), "\(feed.pagination)")
    check(feed.resync.isRunning == (resync != nil), "resync \(feed.resync.isRunning)")
    return found
  }

  private func isSame(_ metadata: Metadata, _ members: [String: Int]) -> Bool {
    guard let object = metadata.json.object, object.count == members.count else { return false }
    return object.members.allSatisfy { members[$0.name] == $0.value.int }
  }

  private func request(_ lane: Lane) -> Request {
    guard lane.isOpen else { return .none }
    return lane.requestID.map { .open($0) } ?? .asked
  }
}
