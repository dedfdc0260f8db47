import CanonicalJSON
import FieldNotes

/// The edits that a directory of pages accepted, kept in a file of their own: the pages are never written.
struct EditsFile: Sendable {
  /// One accepted edit.
  struct Edit: Codable, Equatable {
    let mutationID: MutationID
    let patch: MetadataPatch
  }

  /// The accepted edits of each document, in the order they came.
  typealias Edits = [String: [Edit]]

  private let file: WholeFile

  init(path: String) {
    // Each edit counts as a revision, and what the daemon knows is never replaced by an older one.
    file = WholeFile(
      path: path,
      remedy: "mend it or put a copy back; without it the edits in it are lost to the feed, and new ones of the same "
        + "documents do not show until they outnumber them")
  }

  func read() throws(FeedError) -> Edits { try file.read(Edits.self) ?? [:] }

  /// Keeps `edits` durably in place of what was kept.
  func write(_ edits: Edits) throws(FeedError) { try file.replace(with: edits) }
}

extension DocumentPayload {
  /// The payload with accepted `edits` laid over it; each of them counts as a revision of its own.
  func overlaid(with edits: [EditsFile.Edit]) -> DocumentPayload {
    guard !edits.isEmpty else { return self }
    var copy = self
    copy.rev = (rev ?? 0) + edits.count
    var told = metadata.over(nil)?.json ?? .object(JSONObject())
    for edit in edits {
      // A partial payload tells a patch of the metadata, in which `null` must stay to clear.
      told = isPartial ? Self.composed(edit.patch.json, over: told) : MergePatch.apply(edit.patch.json, to: told)
    }
    copy.metadata = Told(Metadata(told))
    return copy
  }

  /// The one patch that does what `first` and then `patch` do.
  private static func composed(_ patch: JSONValue, over first: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch, case .object(var members) = first else { return patch }
    for change in changes.members {
      members[change.name] = members[change.name].map { composed(change.value, over: $0) } ?? change.value
    }
    return .object(members)
  }
}
