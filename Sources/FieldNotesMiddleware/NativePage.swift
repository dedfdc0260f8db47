import CanonicalJSON
import FieldNotes

/// Reads the native nested page into a normalized one: the boundary at which raw JSON is decoded, once.
///
/// Documents come in the order of the text: those at the top, then folder by folder, depth first. A member of a
/// document that is not known here goes into its metadata. An item that cannot be read is left out and told with its
/// place; it does not lose the page.
public struct NativePage: Sendable {
  /// The page.
  public private(set) var page: FeedPage

  /// What was left out, each with its place as a JSON Pointer and why.
  public private(set) var problems: [String] = []

  /// Reads `bytes`, the page that begins at `cursor`.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: `malformed` where it is no JSON object, or its paging cannot be read; `tooLarge` where it is too long.
  public init(parsing bytes: [UInt8], cursor: String?) throws(FeedError) {
    let json: JSONValue
    do {
      json = try JSONValue.parse(bytes)
    } catch {
      if case .tooLong(let limit) = error.kind { throw FeedError(.tooLarge, "a page has at most \(limit) bytes") }
      throw FeedError(.malformed, "not JSON: \(error.summary)")
    }
    guard case .object(let root) = json else { throw FeedError(.malformed, "the page is no JSON object") }
    page = FeedPage(cursor: cursor, nextCursor: try Self.nextCursor(root["paging"]), payloads: [])
    readEach(root["owners"], at: "/owners") { item, reader in reader.owner(item) }
    readDocuments(root["documents"], at: "/documents", in: nil)
    readFolders(root["folders"], at: "/folders", in: nil)
  }

  private static func nextCursor(_ paging: JSONValue?) throws(FeedError) -> String? {
    guard let paging, paging != .null else { return nil }
    guard case .object(let members) = paging else { throw FeedError(.malformed, "/paging is no object") }
    switch members["next"] {
    case nil, .some(.null): return nil
    case .some(.string(let cursor)): return cursor
    default: throw FeedError(.malformed, "/paging/next is neither a string nor null")
    }
  }

  private mutating func readEach(_ list: JSONValue?, at place: String, _ read: (JSONObject, inout ItemReader) -> Void) {
    guard let list, list != .null else { return }
    guard case .array(let items) = list else {
      problems.append("\(place): no array")
      return
    }
    for (index, item) in items.enumerated() {
      var reader = ItemReader(place: "\(place)/\(index)")
      if case .object(let members) = item { read(members, &reader) } else { reader.fail("no object") }
      take(reader)
    }
  }

  private mutating func take(_ reader: ItemReader) {
    problems += reader.problems
    page.owners += reader.owners
    page.folders += reader.folders
    page.documents += reader.documents
  }

  private mutating func readDocuments(_ list: JSONValue?, at place: String, in folder: FolderID?) {
    readEach(list, at: place) { item, reader in reader.document(item, in: folder) }
  }

  private mutating func readFolders(_ list: JSONValue?, at place: String, in parent: FolderID?) {
    var inside: [(JSONObject, String, FolderID)] = []
    readEach(list, at: place) { item, reader in
      guard let id = reader.folder(item, in: parent) else { return }
      inside.append((item, reader.place, id))
    }
    for (item, place, id) in inside {
      readDocuments(item["documents"], at: "\(place)/documents", in: id)
      readFolders(item["folders"], at: "\(place)/folders", in: id)
    }
  }
}
