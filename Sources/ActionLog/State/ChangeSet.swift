/// What one action changed in a state.
public struct ChangeSet: Equatable, Sendable {
  /// What a part is.
  public enum Kind: Equatable, Sendable {
    /// An `EntityTable`.
    case table
    /// An `EntityList`.
    case list
    /// A `@Tracked` value.
    case value
  }

  /// A part that changed.
  public struct Part: Equatable, Sendable {
    /// The names from the top of the state, joined by dots: `feed.documentsByID`.
    public let path: String
    /// What the part is.
    public let kind: Kind
    /// The ids of the rows of a table that changed, ascending; `nil` where the whole part may have.
    public let rows: [String]?
  }

  /// The parts that changed, in the order in which the state shows them.
  public let parts: [Part]

  /// Whether nothing changed.
  public var isEmpty: Bool { parts.isEmpty }

  /// Whether what is declared as read may have changed.
  ///
  /// - Complexity: O(parts + log rows).
  public func affects(_ read: Read) -> Bool {
    switch read {
    case .everything: !isEmpty
    case .table(let path), .list(let path), .value(let path): parts.contains { $0.isWithin(path) }
    case .row(let path, let id): parts.contains { $0.isWithin(path) && $0.hasRow(id) }
    }
  }

  /// Whether any of these reads may have changed.
  public func affects(anyOf reads: some Sequence<Read>) -> Bool {
    reads.contains { affects($0) }
  }
}

extension ChangeSet.Part {
  /// Whether the part is at `path`, or inside the nested state there.
  func isWithin(_ path: String) -> Bool {
    if TextOrder.areEqual(self.path, path) { return true }
    let inner = self.path.utf8
    let outer = path.utf8
    return inner.count > outer.count && inner.starts(with: outer)
      && inner[inner.index(inner.startIndex, offsetBy: outer.count)] == 0x2E
  }

  func hasRow(_ id: String) -> Bool {
    guard let rows else { return true }
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      let order = TextOrder.compare(rows[middle], id)
      if order == 0 { return true }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return false
  }
}
