/// What the user of this feed may do to one document; it travels with the document.
public struct Permissions: Codable, Equatable, Sendable {
  /// Whether metadata may be edited.
  public var canEdit: Bool

  /// Whether the document may be shared on.
  public var canShare: Bool

  /// The given rights.
  public init(canEdit: Bool = true, canShare: Bool = true) {
    self.canEdit = canEdit
    self.canShare = canShare
  }
}

/// Rights as a payload tells them: one that is absent is kept in a partial payload, and given in a whole one.
public struct PermissionsPayload: Codable, Equatable, Sendable {
  /// Whether metadata may be edited.
  public var canEdit: Bool?

  /// Whether the document may be shared on.
  public var canShare: Bool?

  /// The rights that are told.
  public init(canEdit: Bool? = nil, canShare: Bool? = nil) {
    self.canEdit = canEdit
    self.canShare = canShare
  }

  /// A payload that tells all rights.
  public init(_ permissions: Permissions) {
    self.init(canEdit: permissions.canEdit, canShare: permissions.canShare)
  }

  func over(_ known: Permissions) -> Permissions {
    Permissions(canEdit: canEdit ?? known.canEdit, canShare: canShare ?? known.canShare)
  }
}
