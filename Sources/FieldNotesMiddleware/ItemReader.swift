import CanonicalJSON
import FieldNotes

/// Reads one item of a native page; what cannot be read is told with its place.
struct ItemReader {
  let place: String
  private(set) var problems: [String] = []
  private(set) var owners: [Owner] = []
  private(set) var folders: [Folder] = []
  private(set) var documents: [Document] = []

  /// The longest id that is taken, in bytes: keys of effects are made of ids.
  private static let idBytesMax = 200

  init(place: String) { self.place = place }

  mutating func fail(_ what: String) { problems.append("\(place): \(what)") }

  @discardableResult
  mutating func owner(_ item: JSONObject) -> OwnerID? {
    guard let id = identifier(item["id"], "id") else { return nil }
    owners.append(Owner(id: OwnerID(id), name: string(item["name"]) ?? id, rev: integer(item["rev"])))
    return OwnerID(id)
  }

  mutating func folder(_ item: JSONObject, in parent: FolderID?) -> FolderID? {
    guard let id = identifier(item["id"], "id") else { return nil }
    folders.append(
      Folder(
        id: FolderID(id), name: string(item["name"]) ?? id, parentID: parent, rev: integer(item["rev"]),
        presentation: item["presentation"]))
    return FolderID(id)
  }

  mutating func document(_ item: JSONObject, in folder: FolderID?) {
    guard let id = identifier(item["id"], "id") else { return }
    guard let title = string(item["title"]) else { return fail("/title is no string") }
    guard let ownerID = ownerID(item["owner"]) else { return }
    guard let permissions = permissions(item["permissions"]) else { return }
    guard let metadata = metadata(of: item) else { return }
    documents.append(
      Document(
        id: DocumentID(id), title: title, ownerID: ownerID, folderID: folder, rev: integer(item["rev"]),
        permissions: permissions, presentation: item["presentation"], metadata: metadata))
  }

  private static let known: Set<String> = ["id", "title", "owner", "rev", "permissions", "presentation", "metadata"]

  /// The item's metadata, with the members that are not known here beside it.
  private mutating func metadata(of item: JSONObject) -> Metadata? {
    var members: JSONObject
    switch item["metadata"] {
    case nil, .some(.null): members = JSONObject()
    case .some(.object(let given)): members = given
    default:
      fail("/metadata is no object")
      return nil
    }
    for member in item.members where !Self.known.contains(member.name) && members[member.name] == nil {
      members[member.name] = member.value
    }
    return Metadata(members: members)
  }

  private mutating func ownerID(_ value: JSONValue?) -> OwnerID? {
    switch value {
    case .some(.object(let owner)): return self.owner(owner)
    default: return identifier(value, "owner").map { OwnerID($0) }
    }
  }

  private mutating func permissions(_ value: JSONValue?) -> Permissions? {
    guard let value, value != .null else { return Permissions() }
    guard case .object(let members) = value else {
      fail("/permissions is no object")
      return nil
    }
    var permissions = Permissions()
    for (name, part) in [("edit", \Permissions.canEdit), ("share", \Permissions.canShare)] {
      switch members[name] {
      case nil: break
      case .some(.bool(let allowed)): permissions[keyPath: part] = allowed
      default:
        fail("/permissions/\(name) is neither true nor false")
        return nil
      }
    }
    return permissions
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
