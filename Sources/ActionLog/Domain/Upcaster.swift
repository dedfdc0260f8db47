import CanonicalJSON

/// The way from an old version of an action's payload to a newer one.
///
/// Upcasters chain: each leads one step on, and the last one to the version in the catalogue. They are pure, as
/// the reducer is.
public struct Upcaster: Sendable {
  /// The name that the old payload was journaled under.
  public let type: String
  /// The version of the old payload.
  public let from: Int
  /// The name that the new payload has; the same unless the action was renamed.
  public let newType: String
  /// The version of the new payload.
  public let to: Int
  /// Changes the payload, an object; throws when it is not what that version held.
  public let change: @Sendable (JSONValue) throws -> JSONValue

  /// Leads from one version to a newer one, the next one unless said.
  public init(
    _ type: String, from: Int, to: Int? = nil, renamed newType: String? = nil,
    change: @escaping @Sendable (JSONValue) throws -> JSONValue
  ) {
    self.type = type
    self.from = from
    self.newType = newType ?? type
    self.to = to ?? from + 1
    self.change = change
  }
}
