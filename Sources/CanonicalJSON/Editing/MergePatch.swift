/// Changes to a JSON value in its own shape (RFC 7396): members replace, objects merge, `null` removes.
public enum MergePatch {
  /// What `target` becomes by `patch`.
  ///
  /// - Complexity: O(n) in the members of both, expected.
  public static func apply(_ patch: JSONValue, to target: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    var object = target.object ?? JSONObject()
    var removed: Set<UTF8Name> = []
    for change in changes.members {
      if change.value.isNull {
        removed.insert(UTF8Name(text: change.name))
      } else {
        object[change.name] = apply(change.value, to: object[change.name] ?? .null)
      }
    }
    if !removed.isEmpty { object.filter { !removed.contains(UTF8Name(text: $0.name)) } }
    return .object(object)
  }
}
