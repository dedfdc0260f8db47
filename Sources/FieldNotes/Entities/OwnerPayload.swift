/// An owner as a page includes them: whole, or marked `partial`, where an absent field is kept.
public struct OwnerPayload: Equatable, Sendable {
  /// The service's id.
  public let id: OwnerID

  /// Whether only some fields are told.
  public let isPartial: Bool

  /// The service's revision that this is a statement about; nil where the service has none.
  public var rev: Int?

  /// The name; nil in a partial payload that does not tell it.
  public var name: String?

  /// A payload that tells the whole of an owner.
  public init(id: OwnerID, name: String, rev: Int? = nil) {
    self.id = id
    isPartial = false
    self.rev = rev
    self.name = name
  }

  /// A payload that tells some fields of an owner.
  public init(partial id: OwnerID, name: String? = nil, rev: Int? = nil) {
    self.id = id
    isPartial = true
    self.rev = rev
    self.name = name
  }

  /// The payload that tells the whole of `owner`.
  public init(_ owner: Owner) { self.init(id: owner.id, name: owner.name, rev: owner.rev) }
}

extension OwnerPayload: Codable {
  private enum CodingKeys: String, PayloadKey {
    case id
    case partial
    case rev
    case name
  }

  /// Reads a payload; a whole one must have a name.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    (id, isPartial, rev) = try values.head(OwnerID.self)
    name = try values.toldValue(String.self, forKey: .name, isPartial: isPartial)
  }

  /// Writes the fields that are told.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeHead(id, isPartial: isPartial, rev: rev)
    try values.encodeIfPresent(name, forKey: .name)
  }
}

extension Owner {
  /// The owner that a whole payload tells; a partial one alone makes no owner.
  init?(_ payload: OwnerPayload) {
    guard !payload.isPartial, let name = payload.name else { return nil }
    self.init(id: payload.id, name: name, rev: payload.rev)
  }

  /// Takes what a payload tells, which is news.
  mutating func take(_ payload: OwnerPayload) {
    name = payload.name ?? name
    rev = payload.rev ?? rev
    if !payload.isPartial { wholeRev = rev }
  }
}
