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
