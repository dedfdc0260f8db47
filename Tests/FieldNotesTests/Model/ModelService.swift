import ActionLog
import CanonicalJSON
import TestSupport

@testable import FieldNotes

/// A service with documents, revisions, pages and folders, small enough to be obviously right.
struct ModelService {
  /// A document as it was at one revision.
  struct Version: Equatable {
    var title: String
    var folder: String?
    var metadata: [String: Int]
  }

  /// Every version of every document; the revision is the place, from 1.
  var history: [DocumentID: [Version]] = [:]
  /// What is listed, in order.
  var order: [DocumentID] = []
  /// The edits of each document that were taken or refused, in the order in which they first came.
  var edits: [DocumentID: [MutationID]] = [:]
  /// Raised when all cursors expire.
  var epoch = 0

  static let pageSize = 3
  /// A document of which no revision is ever told.
  static let unversioned: DocumentID = "d0"
  /// A document that may not be edited.
  static let locked: DocumentID = "d1"

  init(count: Int) {
    for number in 0..<count {
      let id = DocumentID("d\(number)")
      history[id] = [Version(title: "T\(number)", folder: number % 2 == 0 ? "f" : nil, metadata: ["a": number])]
      // The last ones are only found in their folder.
      if number < count - 2 { order.append(id) }
    }
  }

  func head(_ id: DocumentID) -> Version { history[id]![history[id]!.count - 1] }

  func rev(_ id: DocumentID) -> Int? { id == Self.unversioned ? nil : history[id]!.count }

  /// Someone else changes something.
  mutating func change(_ random: inout SplitMix64) {
    let id = order.randomElement(using: &random) ?? "d0"
    var version = head(id)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: version.title = "T\(Int.random(in: 0..<9, using: &random))"
    case 1: version.folder = version.folder == nil ? "f" : nil
    case 2: version.metadata["b"] = nil
    case 3: order.shuffle(using: &random)
    default: version.metadata["b"] = Int.random(in: 0..<9, using: &random)
    }
    if version != head(id) { history[id]!.append(version) }
  }

  /// Removes a document from the list for good.
  mutating func unlist(_ random: inout SplitMix64) {
    if order.count > 2 { order.remove(at: Int.random(in: 0..<order.count, using: &random)) }
  }

  /// The page at a cursor, `epoch.offset`; which documents it tells only in parts comes from the number, if any.
  func page(_ cursor: String?, _ parts: UInt64?) -> Result<FeedPage, FeedError> {
    let place = (cursor ?? "\(epoch).0").split(separator: ".").compactMap { Int($0) }
    guard place[0] == epoch else { return .failure(FeedError(.expiredCursor, "expired")) }
    let ids = order.dropFirst(place[1]).prefix(Self.pageSize)
    let end = place[1] + Self.pageSize
    return .success(
      FeedPage(
        cursor: cursor, nextCursor: end < order.count ? "\(epoch).\(end)" : nil,
        payloads: ids.enumerated().map { place, id in
          payload(id, isPartial: parts.map { ($0 >> (8 * UInt64(place))) % 4 == 0 } ?? false)
        }))
  }

  func folder(_ id: FolderID) -> FolderPage {
    let inside = history.keys.sorted().filter { head($0).folder == id.text }
    return FolderPage(
      documents: inside.map { payload($0, isPartial: false) }, folders: [FolderPayload(id: id, name: id.text)])
  }

  /// What is told of a document: all of it, or title and the keys that the last revision changed.
  func payload(_ id: DocumentID, isPartial: Bool) -> DocumentPayload {
    let now = head(id)
    func metadata(_ members: [String: Int?]) -> Told<Metadata> {
      var object = JSONObject()
      for (key, value) in members { object[key] = value.map { .number(JSONNumber(Int64($0))) } ?? .null }
      return .value(Metadata(members: object))
    }
    if isPartial {
      let before = history[id]!.dropLast().last ?? now
      var changed: [String: Int?] = [:]
      for key in ["a", "b"] where now.metadata[key] != before.metadata[key] {
        changed.updateValue(now.metadata[key], forKey: key)
      }
      return DocumentPayload(partial: id, title: now.title, rev: rev(id), metadata: metadata(changed))
    }
    return DocumentPayload(
      id: id, title: now.title, ownerID: "o", folderID: Told(now.folder.map { FolderID($0) }), rev: rev(id),
      permissions: .value(PermissionsPayload(canEdit: id != Self.locked)),
      metadata: metadata(now.metadata.mapValues { $0 }))
  }

  /// Takes an edit, once, or refuses it; says whether it came in its order.
  mutating func save(_ id: DocumentID, _ mutationID: MutationID, _ patch: [String: Int?], refuse: Bool) -> Bool {
    if edits[id, default: []].contains(mutationID) { return true }
    let isInOrder = mutationID > edits[id]?.last ?? 0
    edits[id, default: []].append(mutationID)
    guard !refuse else { return isInOrder }
    var version = head(id)
    for (key, value) in patch { version.metadata[key] = value }
    history[id]!.append(version)
    return isInOrder
  }
}
