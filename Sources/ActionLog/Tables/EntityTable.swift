import CanonicalJSON

/// A persistent map from ids to entities, in ascending UTF-8 bytes of the id.
///
/// A copy of the table is a snapshot that costs nothing; changes to one that is not shared happen in place, and
/// others copy only the path to the changed row. Each row keeps its digest, so that settling the state after an
/// action costs what the action changed.
///
/// The order and the digest are the same in every process, and no choice of keys makes an operation slower than
/// O(log n) comparisons.
public struct EntityTable<ID: EntityID, Entity: Codable & Equatable & Sendable>: Sendable {
  @usableFromInline typealias Node = TableNode<ID, Entity>

  @usableFromInline var root: Node
  @usableFromInline var rowCount: Int
  /// What the settled rows sum up to.
  @usableFromInline var sum: UInt64
  /// The digest as of when it was last taken.
  @usableFromInline var settledDigest: UInt64
  /// The hash of the path that row digests were taken under; `nil` while none were.
  @usableFromInline var seed: UInt64?
  /// Whether no row was touched since the digest was taken.
  @usableFromInline var isSettled: Bool
  /// The rows changed since the digest was taken, with what they were then; not kept while `seed` is `nil`.
  @usableFromInline var touched: ContiguousArray<RowTouch<ID>>
  @usableFromInline let coding: TableCoding<ID, Entity>

  /// An empty table.
  @inlinable
  public init() {
    root = Node()
    rowCount = 0
    sum = 0
    settledDigest = 0
    seed = nil
    isSettled = false
    touched = []
    // The closure is made here, where the types are known, so that generic callers run specialised code.
    coding = TableCoding(settle: { $0.settleRows(seed: $1, scratch: &$2, collecting: $3) })
  }

  /// A table of these rows; of two with the same id the later one stays.
  ///
  /// - Complexity: O(n log n).
  @inlinable
  public init(_ rows: some Sequence<(ID, Entity)>) {
    self.init()
    for (id, entity) in rows { self[id] = entity }
  }

  /// The number of rows.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var count: Int { rowCount }

  /// Whether there are no rows.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// Whether there is a row with this id.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public func contains(_ id: ID) -> Bool {
    root.find(id) != nil
  }

  /// The row with the lowest id.
  @inlinable
  public var first: (key: ID, value: Entity)? {
    let leaf = root.firstLeaf
    return leaf.keys.isEmpty ? nil : (leaf.keys[0], leaf.rows[0]!)
  }

  /// The row with the highest id.
  @inlinable
  public var last: (key: ID, value: Entity)? {
    let leaf = root.lastLeaf
    let slot = leaf.keys.count - 1
    return slot < 0 ? nil : (leaf.keys[slot], leaf.rows[slot]!)
  }
}

extension EntityTable: ExpressibleByDictionaryLiteral {
  /// A table of the rows of a literal.
  @inlinable
  public init(dictionaryLiteral elements: (ID, Entity)...) {
    self.init(elements)
  }
}
