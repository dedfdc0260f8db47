/// A piece of the state that a selector declares to read.
///
/// Paths are the names of parts from the top of the state, joined by dots; the path of a nested state means all
/// that is in it.
public enum Read: Sendable {
  /// A whole table.
  case table(String)
  /// One row of a table: path of the table and id.
  case row(String, String)
  /// An ordered list.
  case list(String)
  /// A plain value, or a nested state.
  case value(String)
  /// Anything at all.
  case everything
}

extension Read {
  /// One row of a table, by its id.
  public static func row(_ path: String, _ id: some EntityID) -> Read {
    .row(path, id.text)
  }

  /// The part that is read; nil for everything.
  var path: String? {
    switch self {
    case .table(let path), .row(let path, _), .list(let path), .value(let path): path
    case .everything: nil
    }
  }

  private var identity: (kind: UInt8, path: String, id: String) {
    switch self {
    case .table(let path): (0, path, "")
    case .row(let path, let id): (1, path, id)
    case .list(let path): (2, path, "")
    case .value(let path): (3, path, "")
    case .everything: (4, "", "")
    }
  }
}

extension Read: CustomStringConvertible {
  /// As a domain's author writes it: `.row("feed.documentsByID", "d-1")`.
  public var description: String {
    switch self {
    case .table(let path): ".table(\"\(path)\")"
    case .row(let path, let id): ".row(\"\(path)\", \"\(id)\")"
    case .list(let path): ".list(\"\(path)\")"
    case .value(let path): ".value(\"\(path)\")"
    case .everything: ".everything"
    }
  }
}

extension Read: Hashable {
  /// Whether both mean the same piece; ids and paths are compared by their bytes.
  public static func == (left: Read, right: Read) -> Bool {
    let (first, second) = (left.identity, right.identity)
    return first.kind == second.kind && TextOrder.areEqual(first.path, second.path)
      && TextOrder.areEqual(first.id, second.id)
  }

  /// Feeds kind, path and id.
  public func hash(into hasher: inout Hasher) {
    let identity = identity
    hasher.combine(identity.kind)
    hasher.combine(XXH64.hash(identity.path, seed: 0))
    hasher.combine(XXH64.hash(identity.id, seed: 0))
  }
}
