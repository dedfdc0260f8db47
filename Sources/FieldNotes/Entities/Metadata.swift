import CanonicalJSON

/// A document's free-form facts: a JSON object whose keys this program need not know and always keeps.
public struct Metadata: Codable, Equatable, Sendable {
  /// The members, an object; numbers keep their spelling.
  public private(set) var json: JSONValue

  /// No facts.
  public static let empty = Metadata(members: JSONObject())

  /// The facts `members`.
  public init(members: JSONObject) { json = .object(members) }

  /// The facts `json`, or nil where it is no object.
  public init?(_ json: JSONValue) {
    guard case .object = json else { return nil }
    self.json = json
  }

  /// Reads an object; anything else is refused.
  public init(from decoder: any Decoder) throws {
    json = try decodeObject(from: decoder, as: "an object of metadata")
  }

  /// Writes the object itself.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// These facts with `patch` laid over them.
  ///
  /// - Complexity: O(members touched and members beside them).
  public func applying(_ patch: MetadataPatch) -> Metadata {
    merging(patch.json)
  }

  /// These facts with those of a partial payload laid over them: a key that it lacks is kept, `null` clears.
  func merging(_ told: Metadata) -> Metadata { merging(told.json) }

  private func merging(_ patch: JSONValue) -> Metadata {
    var copy = self
    copy.json = MergePatch.apply(patch, to: json)
    return copy
  }
}

/// A change of metadata: a JSON Merge Patch (RFC 7396), where an absent key is kept and `null` removes.
public struct MetadataPatch: Codable, Hashable, Sendable {
  /// The patch, an object.
  public let json: JSONValue

  /// Whether the patch names no key, so that it could change nothing.
  public var isEmpty: Bool {
    guard case .object(let members) = json else { return false }
    return members.isEmpty
  }

  /// The patch of these members.
  public init(members: JSONObject) { json = .object(members) }

  /// The patch `json`, or nil where it is no object: RFC 7396 would then replace the whole, which is no patch.
  public init?(_ json: JSONValue) {
    guard case .object = json else { return nil }
    self.json = json
  }

  /// Reads an object; anything else is refused.
  public init(from decoder: any Decoder) throws {
    json = try decodeObject(from: decoder, as: "an object, the merge patch")
  }

  /// Writes the object itself.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// Hashes the canonical bytes, by which two patches are compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(json.canonicalBytes)
  }
}

private func decodeObject(from decoder: any Decoder, as expected: String) throws -> JSONValue {
  let json = try JSONValue(from: decoder)
  guard case .object = json else {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: expected))
  }
  return json
}
