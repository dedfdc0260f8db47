/// A node of the B-tree behind `EntityTable`: a leaf with rows, or a branch with children.
///
/// All leaves have the same depth. A branch holds one separator less than children: separator i is above every key
/// below child i and not above any key below child i + 1.
///
/// `@unchecked Sendable`: nodes are shared between versions of a table, also across threads, and nothing but the
/// mutating functions of `EntityTable` writes to one. Each of those first makes every node on its path uniquely
/// referenced (`isKnownUniquelyReferenced`, a copy where it is not), from the root down, so a node that any other
/// version can reach is never written again. For the same reason exclusive access needs no check at run time: the
/// compiler has proved it for the table, and a node that is written belongs to one table.
@usableFromInline
final class TableNode<ID: EntityID, Entity: Codable & Equatable & Sendable>: @unchecked Sendable {
  /// How many rows a leaf holds at most; a `SlotMask` must take a leaf and a quarter.
  ///
  /// Copying a node retains all it holds, so narrow nodes make the first change after a snapshot cheap, for one more
  /// level in between.
  @inlinable static var leafCapacity: Int { 16 }
  /// How many children a branch has at most.
  @inlinable static var branchCapacity: Int { 16 }

  /// 0 for a leaf.
  @usableFromInline let height: Int
  /// Keys of the rows, or separators between the children.
  @exclusivity(unchecked) @usableFromInline var keys: ContiguousArray<ID>
  /// The first bytes of each of `keys`.
  @exclusivity(unchecked) @usableFromInline var prefixes: ContiguousArray<KeyPrefix>
  /// The rows of a leaf; `nil` only while one is being changed in place.
  @exclusivity(unchecked) @usableFromInline var rows: ContiguousArray<Entity?>
  /// The digest of each row, valid where `unsettled` does not say otherwise.
  @exclusivity(unchecked) @usableFromInline var digests: ContiguousArray<UInt64>
  /// The rows that changed since their digest was taken.
  @exclusivity(unchecked) @usableFromInline var unsettled: SlotMask
  /// The children of a branch.
  @exclusivity(unchecked) @usableFromInline var children: ContiguousArray<TableNode>

  /// An empty leaf.
  @inlinable
  init() {
    height = 0
    keys = []
    prefixes = []
    rows = []
    digests = []
    unsettled = SlotMask()
    children = []
  }

  /// A branch over two children.
  @inlinable
  init(over left: TableNode, _ split: Split) {
    height = left.height + 1
    keys = [split.key]
    prefixes = [split.prefix]
    rows = []
    digests = []
    unsettled = SlotMask()
    children = [left, split.right]
  }

  /// A copy that shares every array until one of the two writes.
  @inlinable
  init(copying other: TableNode) {
    height = other.height
    keys = other.keys
    prefixes = other.prefixes
    rows = other.rows
    digests = other.digests
    unsettled = other.unsettled
    children = other.children
  }

  /// An empty node beside one of `height`.
  @inlinable
  init(height: Int) {
    self.height = height
    keys = []
    prefixes = []
    rows = []
    digests = []
    unsettled = SlotMask()
    children = []
  }

  /// A right half that was split off, with the key that separates it.
  @usableFromInline
  struct Split {
    @usableFromInline let key: ID
    @usableFromInline let prefix: KeyPrefix
    @usableFromInline let right: TableNode

    @inlinable
    init(key: ID, prefix: KeyPrefix, right: TableNode) {
      self.key = key
      self.prefix = prefix
      self.right = right
    }
  }

  /// Rows of a leaf, children of a branch.
  @inlinable var width: Int { height == 0 ? keys.count : children.count }

  /// How wide this node may be.
  @inlinable var capacity: Int { height == 0 ? Self.leafCapacity : Self.branchCapacity }

  /// Makes `node` one that only the caller refers to.
  @inlinable
  static func makeUnique(_ node: inout TableNode) {
    if !isKnownUniquelyReferenced(&node) {
      node = TableNode(copying: node)
    }
  }
}
