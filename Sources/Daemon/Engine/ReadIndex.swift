import ActionLog
import CanonicalJSON

/// A query that somebody subscribed to, by number.
typealias QueryID = UInt64

/// Which queries read what, so that a change wakes those alone.
///
/// Paths and ids are compared by their bytes. A pure value.
struct ReadIndex {
  private typealias Text = [UInt8]

  private var everything: Set<QueryID> = []
  /// Those that read a whole part, or all of a nested state, by its path.
  private var parts: [Text: Set<QueryID>] = [:]
  /// Those that read one row, by the path of the table and the id.
  private var rows: [Text: [Text: Set<QueryID>]] = [:]

  /// Whether nobody reads anything.
  var isEmpty: Bool { everything.isEmpty && parts.isEmpty && rows.isEmpty }

  /// Notes what a query reads.
  mutating func insert(_ query: QueryID, reads: [Read]) {
    for read in reads {
      switch read {
      case .everything: everything.insert(query)
      case .table(let path), .list(let path), .value(let path): parts[Text(path.utf8), default: []].insert(query)
      case .row(let path, let id): rows[Text(path.utf8), default: [:]][Text(id.utf8), default: []].insert(query)
      }
    }
  }

  /// Forgets a query, which reads what it did when it was noted.
  mutating func remove(_ query: QueryID, reads: [Read]) {
    for read in reads {
      switch read {
      case .everything: everything.remove(query)
      case .table(let path), .list(let path), .value(let path): Self.remove(query, at: Text(path.utf8), of: &parts)
      case .row(let path, let id):
        let table = Text(path.utf8)
        guard rows[table] != nil else { continue }
        Self.remove(query, at: Text(id.utf8), of: &rows[table, default: [:]])
        if rows[table]?.isEmpty == true { rows[table] = nil }
      }
    }
  }

  private static func remove(_ query: QueryID, at key: Text, of sets: inout [Text: Set<QueryID>]) {
    sets[key]?.remove(query)
    if sets[key]?.isEmpty == true { sets[key] = nil }
  }

  /// Adds the queries whose value may have changed.
  ///
  /// - Complexity: O(changed parts and rows + queries found); what reads something else costs nothing.
  func add(affectedBy changes: ChangeSet, to queries: inout Set<QueryID>) {
    guard !changes.isEmpty else { return }
    queries.formUnion(everything)
    for part in changes.parts {
      let path = Text(part.path.utf8)
      addAll(at: path, part.rows, to: &queries)
      // A nested state means all that is in it.
      for end in path.indices where path[end] == UInt8(ascii: ".") {
        addAll(at: Text(path[..<end]), part.rows, to: &queries)
      }
    }
  }

  private func addAll(at path: Text, _ changed: [String]?, to queries: inout Set<QueryID>) {
    if let found = parts[path] { queries.formUnion(found) }
    guard let table = rows[path] else { return }
    guard let changed else {
      for found in table.values { queries.formUnion(found) }
      return
    }
    for id in changed {
      if let found = table[Text(id.utf8)] { queries.formUnion(found) }
    }
  }
}
