import ActionLog

/// Names a document of the feed, as its service does; compared by UTF-8 bytes.
public struct DocumentID: EntityID {
  /// The service's own spelling.
  public let text: String

  /// Takes the service's spelling as it is.
  public init(_ text: String) { self.text = text }
}

/// Names a folder of the feed; compared by UTF-8 bytes.
public struct FolderID: EntityID {
  /// The service's own spelling.
  public let text: String

  /// Takes the service's spelling as it is.
  public init(_ text: String) { self.text = text }
}

/// Names the owner of a document; compared by UTF-8 bytes.
public struct OwnerID: EntityID {
  /// Stands where a service names no owner; no service has an empty id.
  public static let unknown = OwnerID("")

  /// The service's own spelling.
  public let text: String

  /// Takes the service's spelling as it is.
  public init(_ text: String) { self.text = text }
}

/// Names one request for a page; made outside the reducer, so that a late answer can be told from the awaited one.
public struct RequestID: EntityID {
  /// The maker's spelling.
  public let text: String

  /// Takes the maker's spelling as it is.
  public init(_ text: String) { self.text = text }
}

/// Names a page of a list, as its service does; compared by UTF-8 bytes.
public struct PageCursor: EntityID {
  /// The service's own spelling.
  public let text: String

  /// Takes the service's spelling as it is.
  public init(_ text: String) { self.text = text }
}

/// Names an edit: the seq of the `feed.metadataUpdateRequested` that made it.
public typealias MutationID = UInt64
