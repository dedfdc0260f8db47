/// What the user wants to see of the feed; it never changes what the feed holds.
public struct FeedQuery: Codable, Equatable, Sendable {
  /// The order in which matching documents are shown.
  public enum Sort: String, CaseIterable, Codable, Sendable {
    /// As the feed lists them.
    case feed
    /// By title, then by id.
    case title
  }

  /// Text that the title contains, in any case; empty matches all.
  public var text: String

  /// Only documents of this folder.
  public var folderID: FolderID?

  /// Only documents of this owner.
  public var ownerID: OwnerID?

  /// In which order.
  public var sort: Sort

  /// A query for documents that match every given part.
  public init(text: String = "", folderID: FolderID? = nil, ownerID: OwnerID? = nil, sort: Sort = .feed) {
    self.text = text
    self.folderID = folderID
    self.ownerID = ownerID
    self.sort = sort
  }

  /// Whether both ask for the same, texts compared by their bytes, as they are matched.
  public static func == (left: FeedQuery, right: FeedQuery) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8) && left.folderID == right.folderID && left.ownerID == right.ownerID
      && left.sort == right.sort
  }

  private enum CodingKeys: String, CodingKey {
    case text
    case folderID
    case ownerID
    case sort
  }

  /// Reads a query; an absent part asks for nothing.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    text = try values.decodeIfPresent(String.self, forKey: .text) ?? ""
    folderID = try values.decodeIfPresent(FolderID.self, forKey: .folderID)
    ownerID = try values.decodeIfPresent(OwnerID.self, forKey: .ownerID)
    sort = try values.decodeIfPresent(Sort.self, forKey: .sort) ?? .feed
  }

  /// Whether `document` belongs to what the user wants to see.
  ///
  /// - Complexity: O(title) per document.
  public func matches(_ document: Document) -> Bool {
    if let folderID, document.folderID != folderID { return false }
    if let ownerID, document.ownerID != ownerID { return false }
    return text.isEmpty || document.title.lowercased().containsBytes(of: text.lowercased())
  }
}

extension String {
  /// Whether the UTF-8 bytes of `other` stand somewhere in this text's.
  fileprivate func containsBytes(of other: String) -> Bool {
    let needle = Array(other.utf8)
    let haystack = Array(utf8)
    guard needle.count <= haystack.count else { return false }
    return (0...(haystack.count - needle.count)).contains { start in
      haystack[start..<(start + needle.count)].elementsEqual(needle)
    }
  }
}
