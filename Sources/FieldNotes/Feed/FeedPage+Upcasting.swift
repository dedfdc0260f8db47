import ActionLog
import CanonicalJSON

extension FieldNotes {
  /// The ways from old payload versions to the current ones.
  public static let upcasters: [Upcaster] = [
    // Version 1 held documents as the state does: `confirmed` metadata, and edits that a page never has.
    Upcaster("feed.remoteFeedLoaded", from: 1) { payload in
      payload.changing("page") { page in
        page.changing("documents") { documents in
          .array((documents.array ?? []).map(documentOfVersion2))
        }
      }
    }
  ]

  private static func documentOfVersion2(_ document: JSONValue) -> JSONValue {
    guard var members = document.object else { return document }
    members["metadata"] = members["confirmed"]
    members["confirmed"] = nil
    members["pending"] = nil
    return .object(members)
  }
}

extension JSONValue {
  /// The object with the member `name` changed; as it is where there is none.
  fileprivate func changing(_ name: String, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    guard var members = object, let value = members[name] else { return self }
    members[name] = change(value)
    return .object(members)
  }
}
