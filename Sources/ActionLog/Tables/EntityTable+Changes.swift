/// A row that differs between two versions of a table.
public struct RowChange<ID: EntityID, Entity: Codable & Equatable & Sendable>: Equatable, Sendable {
  /// The id of the row.
  public let id: ID
  /// The row in the older version; `nil` where it was added.
  public let old: Entity?
  /// The row in the newer version; `nil` where it was removed.
  public let new: Entity?

  @inlinable
  init(id: ID, old: Entity?, new: Entity?) {
    self.id = id
    self.old = old
    self.new = new
  }
}

extension EntityTable {
  /// The rows that differ from an older version, in ascending order of their ids.
  ///
  /// Whether a row changed is decided on its canonical bytes.
  ///
  /// - Complexity: O(k log n) for k rows that differ, as far as both versions come from one another; O(n) otherwise.
  @inlinable
  public func changes(since older: EntityTable) -> [RowChange<ID, Entity>] {
    var changes: [RowChange<ID, Entity>] = []
    var comparison = TableComparison(old: older, new: self)
    let isComparable = seed != nil && seed == older.seed
    var scratch = ValueScratch()
    while let pair = comparison.next() {
      if let old = pair.old, let new = pair.new,
        !differ(old, new, isComparable: isComparable, scratch: &scratch)
      {
        continue
      }
      guard let id = pair.new.map({ $0.leaf.keys[$0.slot] }) ?? pair.old.map({ $0.leaf.keys[$0.slot] }) else {
        continue
      }
      changes.append(
        RowChange(
          id: id, old: pair.old.flatMap { $0.leaf.rows[$0.slot] }, new: pair.new.flatMap { $0.leaf.rows[$0.slot] }))
    }
    return changes
  }

  /// Whether two rows of one id differ in their canonical bytes.
  @inlinable
  func differ(
    _ old: (leaf: Node, slot: Int), _ new: (leaf: Node, slot: Int), isComparable: Bool, scratch: inout ValueScratch
  ) -> Bool {
    if isComparable && !old.leaf.unsettled.contains(old.slot) && !new.leaf.unsettled.contains(new.slot) {
      return old.leaf.digests[old.slot] != new.leaf.digests[new.slot]
    }
    return coding.values.digest(old.leaf.rows[old.slot]!, seed: 0, scratch: &scratch)
      != coding.values.digest(new.leaf.rows[new.slot]!, seed: 0, scratch: &scratch)
  }
}

extension EntityTable: Equatable {
  /// Whether both hold equal rows under the same ids.
  ///
  /// - Complexity: O(k log n) for k rows that are not shared.
  @inlinable
  public static func == (left: EntityTable, right: EntityTable) -> Bool {
    if left.count != right.count { return false }
    var comparison = TableComparison(old: left, new: right)
    while let pair = comparison.next() {
      guard let old = pair.old, let new = pair.new, old.leaf.rows[old.slot] == new.leaf.rows[new.slot] else {
        return false
      }
    }
    return true
  }
}
