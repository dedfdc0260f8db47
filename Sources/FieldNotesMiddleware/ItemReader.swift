import CanonicalJSON
import FieldNotes

/// Reads one item of a native page; what cannot be read is told with its place.
///
/// An item with `"partial": true` tells only some fields: those it lacks are kept as they are known, `null` clears.
struct ItemReader {
  let place: String
  private(set) var problems: [String] = []
  private(set) var owners: [OwnerPayload] = []
  private(set) var folders: [FolderPayload] = []
  private(set) var documents: [DocumentPayload] = []

  /// The longest id that is taken, in bytes: keys of effects are made of ids.
  private static let idBytesMax = 200

  init(place: String) { self.place = place }

  mutating func fail(_ what: String) { problems.append("\(place): \(what)") }

  @discardableResult
  mutating func owner(_ item: JSONObject) -> OwnerID? {
    guard let id = identifier(item["id"], "id"), let isPartial = flag(item["partial"], "partial") else { return nil }
    let name = string(item["name"])
    let rev = integer(item["rev"])
    owners.append(
      isPartial
        ? OwnerPayload(partial: OwnerID(id), name: name, rev: rev)
        : OwnerPayload(id: OwnerID(id), name: name ?? id, rev: rev))
    return OwnerID(id)
  }

  mutating func folder(_ item: JSONObject, in parent: FolderID?) -> FolderID? {
    guard let id = identifier(item["id"], "id"), let isPartial = flag(item["partial"], "partial") else { return nil }
    let name = string(item["name"])
    let rev = integer(item["rev"])
    let presentation = told(item["presentation"])
    folders.append(
      isPartial
        ? FolderPayload(
          partial: FolderID(id), name: name, parentID: Told(parent), rev: rev, presentation: presentation)
        : FolderPayload(
          id: FolderID(id), name: name ?? id, parentID: Told(parent), rev: rev, presentation: presentation))
    return FolderID(id)
  }

  mutating func document(_ item: JSONObject, in folder: FolderID?) {
    guard let id = identifier(item["id"], "id"), let isPartial = flag(item["partial"], "partial") else { return }
    let hasTitle = item["title"] != nil || !isPartial
    let title = string(item["title"])
    guard !hasTitle || title != nil else { return fail("/title is no string") }
    guard let owner = owner(of: item, isPartial) else { return }
    guard let permissions = permissions(item["permissions"]), let metadata = metadata(of: item) else { return }
    let rev = integer(item["rev"])
    let presentation = told(item["presentation"])
    if let title, case .value(let owner) = owner, !isPartial {
      documents.append(
        DocumentPayload(
          id: DocumentID(id), title: title, ownerID: owner, folderID: Told(folder), rev: rev, permissions: permissions,
          presentation: presentation, metadata: metadata))
    } else {
      documents.append(
        DocumentPayload(
          partial: DocumentID(id), title: title, ownerID: owner.over(nil), folderID: Told(folder), rev: rev,
          permissions: permissions, presentation: presentation, metadata: metadata))
    }
  }

  private static let known: Set<String> = [
    "id", "partial", "title", "owner", "rev", "permissions", "presentation", "metadata",
  ]

  /// The item's metadata, with the members that are not known here beside it.
  private mutating func metadata(of item: JSONObject) -> Told<Metadata>? {
    let others = item.members.filter { !Self.known.contains($0.name) }
    var members: JSONObject
    switch item["metadata"] {
    case nil where others.isEmpty: return .unsaid
    case .some(.null) where others.isEmpty: return .cleared
    case nil, .some(.null): members = JSONObject()
    case .some(.object(let given)): members = given
    default:
      fail("/metadata is no object")
      return nil
    }
    for member in others where members[member.name] == nil { members[member.name] = member.value }
    return .value(Metadata(members: members))
  }

  /// The owner of a document: where a whole one names none, the placeholder; nil where the name cannot be read.
  private mutating func owner(of item: JSONObject, _ isPartial: Bool) -> Told<OwnerID>? {
    switch item["owner"] {
    case nil: return isPartial ? .unsaid : .value(.unknown)
    case .some(.null) where !isPartial: return .value(.unknown)
    case .some(.object(let owner)): return self.owner(owner).map { .value($0) }
    case .some(let value): return identifier(value, "owner").map { .value(OwnerID($0)) }
    }
  }

  private mutating func permissions(_ value: JSONValue?) -> Told<PermissionsPayload>? {
    guard let value else { return .unsaid }
    if value == .null { return .cleared }
    guard case .object(let members) = value else {
      fail("/permissions is no object")
      return nil
    }
    var permissions = PermissionsPayload()
    for (name, part) in [("edit", \PermissionsPayload.canEdit), ("share", \PermissionsPayload.canShare)] {
      switch members[name] {
      case nil: break
      case .some(.bool(let allowed)): permissions[keyPath: part] = allowed
      default:
        fail("/permissions/\(name) is neither true nor false")
        return nil
      }
    }
    return .value(permissions)
  }

  private mutating func flag(_ value: JSONValue?, _ name: String) -> Bool? {
    guard let value else { return false }
    if case .bool(let flag) = value { return flag }
    fail("/\(name) is neither true nor false")
    return nil
  }

  private func told(_ value: JSONValue?) -> Told<JSONValue> {
    guard let value else { return .unsaid }
    return value == .null ? .cleared : .value(value)
  }

  private mutating func identifier(_ value: JSONValue?, _ name: String) -> String? {
    guard let text = string(value), !text.isEmpty else {
      fail("/\(name) is no text")
      return nil
    }
    guard text.utf8.count <= Self.idBytesMax else {
      fail("/\(name) is longer than \(Self.idBytesMax) bytes")
      return nil
    }
    return text
  }

  private func string(_ value: JSONValue?) -> String? {
    guard case .some(.string(let text)) = value else { return nil }
    return text
  }

  private func integer(_ value: JSONValue?) -> Int? {
    guard case .some(.number(let number)) = value else { return nil }
    return number.int64.map(Int.init)
  }
}
